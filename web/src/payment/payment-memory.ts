import { type SessionKind, sessionKinds } from '@portal/contract/call'
import { Checkout } from '@portal/contract/payments'

/**
 * What the pages of a payment pass on through the tab's storage, under the keys of C§3. It only steers the interface
 * and is never trusted (R5); a browser that forbids storage merely forgets it. Of the card it holds only the last four
 * digits.
 */
const keys = { payNow: 'paynow', result: 'paymentResult', inFlight: 'paymentInFlight' } as const

/** Marks the visit as Pay Now and clears the result of an earlier one (C§2.1), but not a payment in flight. */
export function beginPayNow(): void {
  write(keys.result, null)
  write(keys.payNow, 'true')
}

/** Ends the Pay Now visit, because a signed-in customer goes on. */
export function endPayNow(): void {
  write(keys.payNow, null)
}

/** Whether Go Back on the result page leads to Pay Now (C§2.8). */
export function isPayNowVisit(): boolean {
  return read(keys.payNow) !== null
}

/** A payment that is being sent: the session that pays, and the idempotency key. */
export interface PaymentInFlight {
  readonly as: SessionKind
  readonly key: string
}

/** Remembers a payment that is being sent, so that a reloaded page can ask for its outcome. */
export function rememberPaymentInFlight({ as, key }: PaymentInFlight): void {
  write(keys.inFlight, `${as} ${key}`)
}

export function paymentInFlight(): PaymentInFlight | null {
  const [kind, key] = read(keys.inFlight)?.split(' ') ?? []
  const as = sessionKinds.find((known) => known === kind)
  return as && key ? { as, key } : null
}

export function forgetPaymentInFlight(): void {
  write(keys.inFlight, null)
}

/** Stores an outcome for the result page (C§2.8). */
export function keepResult(checkout: Checkout): void {
  write(keys.result, JSON.stringify(checkout))
}

/** Reads and removes the stored outcome (C§4): null when there is none, `unreadable` when it cannot be parsed. */
export function takeResult(): Checkout | 'unreadable' | null {
  const text = read(keys.result)
  write(keys.result, null)
  if (text === null) return null
  try {
    return Checkout.parse(JSON.parse(text))
  } catch {
    return 'unreadable'
  }
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // Storage is forbidden or full: the result page asks the server instead.
  }
}
