import type { CardFormValues } from '../card/card-fields.tsx'

type Kept = Pick<CardFormValues, 'amount' | 'cardHolderName' | 'expiry' | 'billingZipCode' | 'confirmationEmail'>

let kept: Kept | null = null

/**
 * Keeps what was typed for a payment that was not processed, less card number and code, for another try; null forgets it.
 * In memory only: it is gone when the page is reloaded or left for good.
 */
export function keepForAnotherTry(typed: CardFormValues | null): void {
  if (typed === null) return void (kept = null)
  const { amount, cardHolderName, expiry, billingZipCode, confirmationEmail } = typed
  kept = { amount, cardHolderName, expiry, billingZipCode, confirmationEmail }
}

/** What was typed before a payment that was not processed; null when there was none. */
export function keptForAnotherTry(): Kept | null {
  return kept
}
