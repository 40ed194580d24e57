import { type SessionKind, sessionKinds } from '@portal/contract/call'
import { Checkout } from '@portal/contract/payments'
import { readStored, writeStored } from '#session/storage/stored.ts'
import { resultKey } from './stored-result.ts'

/**
 * What the pages of a payment pass on through the tab's storage, under the keys of C§3. It only steers the interface
 * and is never trusted (R5); without storage the result page asks the server instead. Of the card it holds only the last
 * four digits.
 */
const keys = { payNow: 'paynow', result: resultKey, inFlight: 'paymentInFlight' } as const

/** Marks the visit as Pay Now and clears the result of an earlier one (C§2.1), but not a payment in flight. */
export function beginPayNow(): void {
  writeStored('tab', keys.result, null)
  writeStored('tab', keys.payNow, 'true')
}

/** Ends the Pay Now visit, because a signed-in customer goes on. */
export function endPayNow(): void {
  writeStored('tab', keys.payNow, null)
}

/** Whether Go Back on the result page leads to Pay Now (C§2.8). */
export function isPayNowVisit(): boolean {
  return readStored('tab', keys.payNow) !== null
}

/** A payment that is being sent: the session that pays, and the idempotency key. */
interface PaymentInFlight {
  readonly as: SessionKind
  readonly key: string
}

/** Remembers a payment that is being sent, so that a reloaded page can ask for its outcome. */
export function rememberPaymentInFlight({ as, key }: PaymentInFlight): void {
  writeStored('tab', keys.inFlight, `${as} ${key}`)
}

export function paymentInFlight(): PaymentInFlight | null {
  const [kind, key] = readStored('tab', keys.inFlight)?.split(' ') ?? []
  const as = sessionKinds.find((known) => known === kind)
  return as && key ? { as, key } : null
}

export function forgetPaymentInFlight(): void {
  writeStored('tab', keys.inFlight, null)
}

/** Stores an outcome for the result page (C§2.8). */
export function keepResult(checkout: Checkout): void {
  writeStored('tab', keys.result, JSON.stringify(checkout))
}

/** Reads and removes the stored outcome (C§4): null when there is none, `unreadable` when it cannot be parsed. */
export function takeResult(): Checkout | 'unreadable' | null {
  const text = readStored('tab', keys.result)
  writeStored('tab', keys.result, null)
  if (text === null) return null
  try {
    return Checkout.parse(JSON.parse(text))
  } catch {
    return 'unreadable'
  }
}
