import { startCheckout } from '@portal/contract/checkout'
import { checkoutProblems } from '@portal/contract/checkout-problems'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testCheckout } from '#testing/data.ts'
import { testServer } from '#testing/server.ts'
import { paymentInFlight } from './payment-memory.ts'
import { type PaymentRequest, sendPayment } from './send-payment.ts'

const key = '0a9a5f0e-9d2f-4a58-8b77-6c5b86a7d1aa'
const card = { cardHolderName: 'M', cardNumber: '4', validExpDate: '1230', cvv: '123', billingZipCode: '96913' }
const request: PaymentRequest = { accounts: [{ accountId: '0123456789', amount: 8053 }], card, humanCheck: 'solved' }

let server: ReturnType<typeof testServer>
beforeEach(() => {
  vi.useFakeTimers()
  server = testServer()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

/** Pays, while the time of all pauses passes. */
async function pay() {
  const [paid] = await Promise.allSettled([
    sendPayment({ as: 'guest', key, request }),
    vi.advanceTimersByTimeAsync(5000),
  ])
  if (paid.status === 'rejected') throw paid.reason
  return paid.value
}

test('given no answer three times, then the tab remembers the payment, so that a reloaded page asks for its outcome', async () => {
  for (let n = 1; n <= 3; n += 1) server.isUnreachableFor(startCheckout)
  await expect(pay()).rejects.toMatchObject({ isUncertain: true })
  expect(server.askedFor(startCheckout)).toHaveLength(3)
  expect(paymentInFlight()).toEqual({ as: 'guest', key })
})

test('given a refusal, then it is not sent again, and no payment is in flight', async () => {
  server.refuses(startCheckout, 'account-not-open', checkoutProblems['account-not-open'])
  await expect(pay()).rejects.toMatchObject({ name: 'account-not-open' })
  expect(server.askedFor(startCheckout)).toHaveLength(1)
  expect(paymentInFlight()).toBeNull()
})

test('given a fault of the page, then it is not sent again, and stays in flight: it may have arrived', async () => {
  vi.stubGlobal('reportError', () => undefined)
  vi.stubGlobal('fetch', async () => ({ ok: true, text: async () => '{}' }))
  vi.spyOn(startCheckout.reply, 'safeParse').mockImplementationOnce(() => {
    throw new TypeError('not a function')
  })
  await expect(pay()).rejects.toThrow('not a function')
  expect(paymentInFlight()).toEqual({ as: 'guest', key })
  vi.restoreAllMocks()
})

test('given an answer after all, then no payment is in flight anymore', async () => {
  server.isUnreachableFor(startCheckout)
  server.replies(startCheckout, testCheckout())
  expect(await pay()).toMatchObject({ outcome: 'approved' })
  expect(paymentInFlight()).toBeNull()
})
