import type { TypedProofs } from '#account/proof-fields.tsx'

/** The inputs that find an account in Pay Now, as typed: its number, and the proof that the profile asks for. */
export type TypedAccount = { readonly accountId: string } & TypedProofs

let kept: TypedAccount | null = null

/**
 * Keeps the initial input of Pay Now: while a payment runs, so that the visitor can try again if it is not processed,
 * and for a customer who comes from one of their accounts. In memory only: it is gone when the page is reloaded or left
 * for good, and C§2.1 wants what is stored cleared.
 */
export function keepTypedAccount(typed: TypedAccount | null): void {
  kept = typed
}

/** The initial input of Pay Now: the account that was kept, or nothing. */
export function keptTypedAccount(): TypedAccount {
  return kept ?? { accountId: '' }
}
