import { continueCheckout, startCheckout } from '@portal/contract/checkout'
import { checkoutProblems } from '@portal/contract/checkout-problems'
import { CalendarDate, Instant } from '@portal/contract/dates'
import { cents } from '@portal/contract/money'
import { payNowTexts } from '@portal/contract/pay-now'
import { paymentFormTexts } from '@portal/contract/payments'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type InFrame, startOfBanks, stripeScript } from '#payment/bank/testing/stripe-script.ts'
import { noBankAccount } from '#payment/card/card-frame.ts'
import { openPortal } from '#testing/app.tsx'
import { testAccount, testCheckout, unpaidCheckout } from '#testing/data.ts'
import { fill, fillCard } from '#testing/fill.ts'
import { atPayment, button, knows, reachPayment, wizardServer } from './testing/wizard.ts'

let server: ReturnType<typeof wizardServer>
let inFrame: InFrame
beforeEach(() => {
  sessionStorage.clear()
  server = wizardServer()
  inFrame = stripeScript()
})
afterEach(() => vi.unstubAllGlobals())

const words = (day = '11/20/2026') =>
  `By pressing Pay $80.53, I authorize Island Water to debit my bank account once for $80.53 on or after ${day}. I can ask to cancel at 671-555-0100 until the debit is sent to my bank.`
const read = async (text: string) =>
  await screen.findByText((_, element) => element?.tagName === 'P' && element.textContent === text)

/** At the form of a bank account, whose holder is typed. */
async function atBankForm(): Promise<UserEvent> {
  knows(server)
  const user = openPortal('/paynow', startOfBanks)
  await reachPayment(user)
  await user.click(screen.getByRole('radio', { name: 'Bank account' }))
  await fill(user, await screen.findByLabelText(/^Account holder name/), 'Ana Cruz')
  // The first frame loads its part of the page.
  await waitFor(() => expect(inFrame.shown.at(-1)).toEqual(['us_bank_account']), { timeout: 4_000 })
  return user
}

const submitted = testCheckout({ outcome: 'submitted', cardBrand: null, receiptNumber: null })

test('given a utility that takes no bank accounts, then there is no choice', async () => {
  await atPayment(server)
  expect(screen.queryByText('How do you want to pay?')).toBeNull()
  expect(screen.queryByText(/bank account/i)).toBeNull()
})

test('a guest reads what the button authorizes, and those words are sent with the account', async () => {
  server.replies(startCheckout, submitted)
  const user = await atBankForm()
  await read(words())
  screen.getByText(paymentFormTexts.debitedOnce)
  expect(screen.queryByRole('button', { name: payNowTexts.pay })).toBeNull()
  await user.click(await button('Pay $80.53'))
  await waitFor(() => expect(server.askedFor(startCheckout)).toHaveLength(1))
  expect(server.askedFor(startCheckout)[0]?.body).toEqual({
    accounts: [{ accountId: '0123456789', amount: 8053, amountDue: 8053 }],
    bankToken: { bankToken: 'ctoken_bank', accountHolderName: 'Ana Cruz' },
    authorization: words(),
    humanCheck: 'solved',
  })
  expect(inFrame.tokens).toMatchObject([
    { billing_details: { name: 'Ana Cruz' }, us_bank_account: { account_holder_type: 'individual' } },
  ])
})

test('a business authorizes as one', async () => {
  server.replies(startCheckout, submitted)
  const user = await atBankForm()
  await user.selectOptions(screen.getByLabelText(/^Kind of account/), 'Business')
  await screen.findByText(/debit the bank account of my business/)
  await user.click(await button('Pay $80.53'))
  await waitFor(() => expect(inFrame.tokens).toHaveLength(1))
  expect(inFrame.tokens).toMatchObject([{ us_bank_account: { account_holder_type: 'company' } }])
  expect(JSON.stringify(server.askedFor(startCheckout)[0]?.body)).toContain('my business')
})

test('a payer is never without a copy of what they authorized', async () => {
  const user = await atBankForm()
  await user.click(await button('Change email'))
  await user.click(await button('Pay $80.53'))
  await screen.findByRole('link', { name: /Enter an email address/ })
  await user.click(screen.getByRole('radio', { name: 'Card' }))
  expect(await screen.findByLabelText('Confirmation email (optional)')).toBeTruthy()
})

test.each(['isComplete', 'hasAccount'] as const)(
  'given a window of the bank that was blocked or closed (%s), then the page says so, and nothing typed is lost',
  async (missing) => {
    inFrame[missing] = false
    const user = await atBankForm()
    await user.click(await button('Pay $80.53'))
    await screen.findByRole('link', { name: noBankAccount })
    expect(screen.getByLabelText(/^Account holder name/)).toHaveProperty('value', 'Ana Cruz')
    expect(server.askedFor(startCheckout)).toEqual([])
    inFrame[missing] = true
    server.replies(startCheckout, submitted)
    await user.click(await button('Pay $80.53'))
    await waitFor(() => expect(server.askedFor(startCheckout)).toHaveLength(1))
  },
)

test('given a page that was open overnight, then the payer reads the words of today before they pay', async () => {
  const today = CalendarDate.parse('2026-11-21')
  server.refuses(startCheckout, 'authorization-changed', { ...checkoutProblems['authorization-changed'], today })
  server.replies(startCheckout, submitted)
  const user = await atBankForm()
  await user.click(await button('Pay $80.53'))
  await screen.findByText(checkoutProblems['authorization-changed'].title)
  await user.click(await button(payNowTexts.continue))
  await read(words('11/21/2026'))
  await user.click(await button('Pay $80.53'))
  await waitFor(() => expect(server.askedFor(startCheckout)).toHaveLength(2))
  expect(server.askedFor(startCheckout)[1]?.body).toMatchObject({ authorization: words('11/21/2026') })
})

test.each(['bank-not-accepted', 'bank-entry-unusable', 'bank-service-down'] as const)(
  'given %s, then it is told in place, and what was typed is still there',
  async (name) => {
    server.refuses(startCheckout, name, checkoutProblems[name])
    const user = await atBankForm()
    await user.click(await button('Pay $80.53'))
    await screen.findByText(checkoutProblems[name].title)
    expect(screen.getByLabelText(/^Account holder name/)).toHaveProperty('value', 'Ana Cruz')
  },
)

test('given an account that can’t be debited, then Try again leads to the form as it was', async () => {
  const checkout = unpaidCheckout('declined', 'Your bank account can’t be debited.')
  server.replies(startCheckout, checkout)
  server.replies(continueCheckout, { checkout, confirmation: null })
  const user = await atBankForm()
  await user.click(await button('Pay $80.53'))
  await user.click(await screen.findByRole('link', { name: 'Try again' }))
  expect(await screen.findByLabelText(/^Account holder name/)).toHaveProperty('value', 'Ana Cruz')
  expect(screen.getByRole('radio', { name: 'Bank account' })).toHaveProperty('checked', true)
})

test('given an account of which banks returned too many payments, then the form says why a card alone pays it', async () => {
  knows(server, testAccount({ isBankBlocked: true }))
  await reachPayment(openPortal('/paynow', startOfBanks))
  expect(await screen.findByText(paymentFormTexts.bankBlocked)).toBeTruthy()
  expect(screen.queryByRole('radio', { name: 'Bank account' })).toBeNull()
})

describe('given an account that a bank is about to pay', () => {
  const pending = testAccount({
    pendingPayment: { amount: cents(17_595), answersBy: Instant.parse('2026-12-03T23:00:00.000Z') },
  })

  test('then the form says how much and by when, and pays more only on purpose', async () => {
    server.replies(startCheckout, testCheckout())
    const user = await atPayment(server, pending)
    await fillCard(user)
    await screen.findByText('$175.95 for account 0123456789. The bank confirms it by 12/04/2026.')
    await user.click(await button(payNowTexts.pay))
    await screen.findByRole('link', { name: paymentFormTexts.payMoreAsked })
    expect(server.askedFor(startCheckout)).toEqual([])
    await user.click(screen.getByRole('checkbox', { name: /^Pay \$80\.53 anyway/ }))
    await user.click(await button(payNowTexts.pay))
    await waitFor(() => expect(server.askedFor(startCheckout)).toMatchObject([{ body: { payAnyway: true } }]))
  })

  test('since the page was loaded, then paying anyway takes one more press', async () => {
    const detail = '$175.95 for account 0123456789. The bank confirms it by 12/04/2026.'
    const balances = [{ accountId: pending.accID, amountDue: cents(0) }]
    server.refuses(startCheckout, 'payment-on-its-way', { ...checkoutProblems['payment-on-its-way'], detail, balances })
    server.replies(startCheckout, testCheckout())
    const user = await atPayment(server)
    await fillCard(user)
    await user.click(await button(payNowTexts.pay))
    await screen.findByText(detail)
    await user.click(await button('Pay $80.53 anyway'))
    await waitFor(() => expect(server.askedFor(startCheckout)).toHaveLength(2))
    expect(server.askedFor(startCheckout)[1]?.body).toMatchObject({
      payAnyway: true,
      accounts: [{ amount: 8053, amountDue: 0 }],
    })
  })
})
