import type { BankAccountType, BankCredit, DepositKind, ReturnReason } from '@portal/contract/bank-accounts'
import type { Instant } from '@portal/contract/dates'
import type { Generated } from 'kysely'

/** Of a payment from a bank account (migrations 0088 to 0091). */
export interface BankColumns {
  bank_name: Generated<string | null>
  bank_account_type: Generated<BankAccountType | null>
  bank_fingerprint: Generated<string | null>
  /** Of a bank account: when its payment counts. */
  credited: Generated<BankCredit | null>
  /** When the debit began. */
  submitted_at: Generated<Instant | null>
  /** When the bank has answered at the latest. */
  answered_by: Generated<Instant | null>
  deposits_arrive_at: Generated<Instant | null>
  deposit_kind: Generated<DepositKind | null>
  /** Answers about the deposits, counted before they are compared. */
  deposit_tries: Generated<number>
  return_reason: Generated<ReturnReason | null>
  return_code: Generated<string | null>
}
