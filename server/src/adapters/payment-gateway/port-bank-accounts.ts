import type { BankAccount, DepositKind, ReturnReason } from '@portal/contract/bank-accounts'
import type { Instant } from '@portal/contract/dates'

/** For gateways that debit US bank accounts, which takes days. Methods never throw because of the gateway or the network. */
export interface BankAccounts {
  /** When the bank of a debit sent then has answered at the latest, holidays and cut-off hours of banks included. */
  answersBy(sentAt: Instant): Instant
  /** When the debit reaches the account, about. */
  debitsAbout(sentAt: Instant): Instant
  /** What the holder read on the bank statement. @param tag of the charge */
  verify(tag: string, deposited: Deposited): Promise<VerifyResult>
  /** Why it refused a debit before it began, by its code (`BankEvidence.declineCode`). */
  refusedFor(declineCode: string | null): 'bank_refused' | 'bank_blocked' | 'mandate_gone'
  /** Succeeds only until the gateway has handed the debit to the bank: an attempt with an answer, never a promise. */
  cancel(tag: string): Promise<{ outcome: 'canceled' | 'tooLate' } | { outcome: 'unknown'; reason: string }>
}

/** Small deposits by which the holder shows that the account is theirs. Nothing is debited before. */
export interface SmallDeposits {
  arriveOn: Instant
  kind: DepositKind
}

/** `code`: SM and four characters. `amounts`: in cents. */
export type Deposited = { code: string } | { amounts: readonly [number, number] }

/** `wrong`: there is another try. `failed`: the deposits failed, expired, were guessed too often, or wait for no answer. */
export type VerifyResult = { outcome: 'verified' | 'wrong' | 'failed' } | { outcome: 'unavailable'; reason: string }

export interface BankReturn {
  reason: ReturnReason
  /** Of the network, such as R01; null when the gateway does not say. */
  code: string | null
}

/** Of a debit that was paid: the bank sent it back by itself. In any other case, its holder disputes it. */
export function isLateReturn(returned: BankReturn | null | undefined): returned is BankReturn {
  return returned !== null && returned !== undefined && returned.reason !== 'unauthorized'
}

/** A bank account as it may be known: its number never comes to us. */
export interface BankAccountFacts extends BankAccount {
  holderType: 'individual' | 'company'
  routingNumber: string | null
  /** The same for the same account. */
  fingerprint: string | null
}

/** A bank account that was typed into the gateway's own frame, or chosen in the window of its bank. */
export interface BankToken {
  bankToken: string
}
