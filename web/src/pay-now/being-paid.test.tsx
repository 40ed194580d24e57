import { startCheckout } from '@portal/contract/checkout'
import { checkoutProblems } from '@portal/contract/checkout-problems'
import { getHumanCheck } from '@portal/contract/human-check'
import { cents } from '@portal/contract/money'
import { readAccountToPay, payNowTexts, validateAccount } from '@portal/contract/pay-now'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPortal } from '#testing/app.tsx'
import { testAccount, testCheckout } from '#testing/data.ts'
import { fill, fillCard } from '#testing/fill.ts'
import { testServer } from '#testing/server.ts'

// The arithmetic runs in workers, which jsdom lacks; the journeys run it in a real browser.

const beingPaid = testAccount({ isBeingPaid: true })
const details = { Name: 'Ma*** Cr**', Address: '12X MaXXXX', EmailID: 'm***a@example.com' }
const parameters = { algorithm: 'PBKDF2/SHA-256', nonce: '', salt: '', cost: 1, keyLength: 32, keyPrefix: '00' }

let server: ReturnType<typeof testServer>
beforeEach(() => {
  sessionStorage.clear()
  server = testServer()
  server.replies(getHumanCheck, { challenge: { parameters }, expiresAt: testCheckout().startedAt })
  server.replies(validateAccount, { result: { status: 'Success', details, account: beingPaid } })
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const halfAMinute = async () => await act(async () => await vi.advanceTimersByTimeAsync(30_000))

test('an account that is being paid can be paid, with what is due by then, as soon as that payment is settled', async () => {
  server.replies(readAccountToPay, beingPaid)
  server.isUnreachableFor(readAccountToPay)
  server.replies(readAccountToPay, testAccount({ amount: cents(1234) }))
  server.replies(startCheckout, testCheckout())
  const user = openPortal('/paynow')
  const press = async (name: string) => await user.click(await screen.findByRole('button', { name }))
  await fill(user, await screen.findByLabelText(/^Account number/), beingPaid.accID)
  await fill(user, screen.getByLabelText(/^Billing zip code/), '96913')
  await press(payNowTexts.continue)
  await screen.findByRole('heading', { level: 1, name: payNowTexts.isThisYou })
  await press(payNowTexts.continue)
  for (const asked of [0, 1, 2]) {
    expect(await screen.findByText(checkoutProblems['account-being-paid'].title)).toBeTruthy()
    expect(server.askedFor(readAccountToPay)).toHaveLength(asked)
    await halfAMinute()
  }
  expect(await screen.findByLabelText(/^Amount/)).toHaveProperty('value', '12.34')
  await halfAMinute()
  const asked = server.askedFor(readAccountToPay).map(({ body }) => body)
  expect(asked).toEqual(Array.from({ length: 3 }, () => ({ accountId: beingPaid.accID })))
  await fillCard(user)
  await press(payNowTexts.pay)
  await waitFor(() => expect(server.askedFor(startCheckout)).toHaveLength(1))
  expect(server.askedFor(startCheckout)[0]?.body).toMatchObject({ accounts: [{ amount: 1234, amountDue: 1234 }] })
})
