import { startCheckout } from '@portal/contract/checkout'
import { checkoutProblems } from '@portal/contract/checkout-problems'
import { ServiceFees, feeTexts } from '@portal/contract/fees'
import { cents } from '@portal/contract/money'
import { payNowTexts } from '@portal/contract/pay-now'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startOfBanks, stripeScript } from '#payment/bank/testing/stripe-script.ts'
import { openPortal } from '#testing/app.tsx'
import { testCheckout, testStart } from '#testing/data.ts'
import { fillCard } from '#testing/fill.ts'
import { atPayment, button, knows, reachPayment, wizardServer } from './testing/wizard.ts'

let server: ReturnType<typeof wizardServer>
beforeEach(() => {
  sessionStorage.clear()
  server = wizardServer()
  stripeScript()
})
afterEach(() => vi.unstubAllGlobals())

const rulesOf = (basisPoints: number) => ServiceFees.parse([{ method: 'card', channels: ['online'], basisPoints }])

/** $80.53 by card costs $2.38 more, from a bank account nothing. */
async function atForm() {
  knows(server)
  const user = openPortal('/paynow', {
    ...startOfBanks,
    profile: { ...startOfBanks.profile, serviceFees: rulesOf(295) },
  })
  await reachPayment(user)
  return user
}

const summary = () => within(screen.getByRole('region', { name: 'Your bill' }))

test('given absorbed fees, then nothing is said of them, and the button is as ever', async () => {
  await atPayment(server)
  expect(screen.queryByText(/^(Service fee|Fee \$|No fee)/)).toBeNull()
  expect(screen.queryByRole('button', { name: /^Pay \$/ })).toBeNull()
})

test('the fee stands beside each method, in the total and on the button, before anything is typed', async () => {
  const user = await atForm()
  expect(await screen.findByText('Fee $2.38')).toBeTruthy()
  expect(screen.getByText(feeTexts.none)).toBeTruthy()
  expect(summary().getByText(feeTexts.fee.card)).toBeTruthy()
  for (const shown of ['$2.38', '$82.91', feeTexts.why]) expect(summary().getByText(shown)).toBeTruthy()
  await button('Pay $82.91')
  await user.click(screen.getByRole('radio', { name: /^Bank account/ }))
  await button('Pay $80.53')
  expect(summary().getByText('None')).toBeTruthy()
  expect(screen.getByText(/debit my bank account once for \$80\.53/)).toBeTruthy()
})

test('a rule that changed meanwhile refuses, the form shows the new fee, nothing typed is lost, and it pays then', async () => {
  const changed = { fee: cents(242), serviceFees: [...rulesOf(300)] }
  server.refuses(startCheckout, 'fee-changed', { ...checkoutProblems['fee-changed'], ...changed })
  server.replies(startCheckout, testCheckout({ fee: cents(242) }))
  knows(server)
  const user = openPortal('/paynow', { profile: { ...testStart.profile, serviceFees: rulesOf(295) } })
  await reachPayment(user)
  await fillCard(user)
  await user.click(await button('Pay $82.91'))
  await screen.findByText(checkoutProblems['fee-changed'].title)
  expect(screen.getByLabelText(/^CVV/)).not.toHaveProperty('value', '')
  await user.click(await button(payNowTexts.continue))
  await user.click(await button('Pay $82.95'))
  await waitFor(() => expect(server.askedFor(startCheckout)).toHaveLength(2))
  expect(server.askedFor(startCheckout).map(({ body }) => body)).toMatchObject([{ fee: 238 }, { fee: 242 }])
  expect(await screen.findByText('Service fee, kept by Island Water')).toBeTruthy()
  expect(screen.getAllByText(/^\$82\.95/)).toHaveLength(2)
})
