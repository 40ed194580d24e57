import type { TypedAccount } from './account-step.tsx'

let kept: TypedAccount | null = null

/**
 * Keeps what the visitor typed while a payment runs, for another try should it not be processed. In memory alone: it
 * ends with the page, as when nobody is there any more, and what is stored is cleared as C§2.1 wants.
 */
export function keepForAnotherTry(typed: TypedAccount | null): void {
  kept = typed
}

/** What the wizard begins with: the account of a payment that was not processed, else nothing. */
export function typedBefore(): TypedAccount {
  return kept ?? { accountId: '', postal: '' }
}
