import type { PayMethod } from '@portal/contract/bank-accounts'
import type { CheckoutOutcome } from '@portal/contract/checkout'
import type { CardFormValues } from '../card/card-fields.tsx'

type Kept = Pick<
  CardFormValues,
  'amount' | 'cardHolderName' | 'expiry' | 'billingZipCode' | 'confirmationEmail' | 'accountHolderName' | 'holder'
> & { readonly method: PayMethod }

let kept: Kept | null = null

/**
 * Keeps what was typed for a payment that was not processed, less card number and code, for another try; null forgets it.
 * In memory only: it is gone when the page is reloaded or left for good.
 */
export function keepForAnotherTry(typed: (CardFormValues & { readonly method: PayMethod }) | null): void {
  if (typed === null) return void (kept = null)
  const { method, amount, cardHolderName, expiry, billingZipCode, confirmationEmail, accountHolderName, holder } = typed
  kept = { method, amount, cardHolderName, expiry, billingZipCode, confirmationEmail, accountHolderName, holder }
}

/** What was typed before a payment that was not processed; null when there was none. */
export function keptForAnotherTry(): Kept | null {
  return kept
}

/** Whether the payer may yet pay otherwise, such as by another card when the bank asks for them. */
export function mayPayOtherwise(outcome: CheckoutOutcome): boolean {
  return outcome !== 'approved' && outcome !== 'submitted'
}
