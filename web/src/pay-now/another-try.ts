import type { TypedAccount } from './account-step.tsx'

let kept: TypedAccount | null = null

/**
 * Keeps the visitor's input while a payment runs, so that they can try again if it is not processed. In memory only: it
 * is gone when the page is reloaded or left for good, and C§2.1 wants what is stored cleared.
 */
export function keepForAnotherTry(typed: TypedAccount | null): void {
  kept = typed
}

/** The initial input of the wizard: the account of a payment that was not processed, or nothing. */
export function typedBefore(): TypedAccount {
  return kept ?? { accountId: '', postal: '' }
}
