import type { BankAccountType, BankCredit } from '@portal/contract/bank-accounts'
import type { Instant } from '@portal/contract/dates'
import { type SelectType, sql } from 'kysely'
import type { BankReturn, SmallDeposits } from '../../adapters/payment-gateway/port-bank-accounts.ts'
import type { BankColumns } from '../../database/tables/bank-payments.ts'

/** Of a payment from a bank account. */
export interface StoredBank {
  bankName: string
  accountType: BankAccountType
  /** When it counts, whatever the profile says by now. */
  credit: BankCredit
  /** When the debit began; null until then. */
  submittedAt: Instant | null
  /** The bank has answered by then; null likewise. */
  answersBy: Instant | null
  deposits: (SmallDeposits & { tries: number }) | null
  returned: BankReturn | null
  /** The words by which its holder authorized the debit; null without one. */
  authorization: string | null
}

export const bankColumns = [
  'attempt.bank_name',
  'attempt.bank_account_type',
  'attempt.submitted_at',
  'attempt.credited',
  'attempt.answered_by',
  'attempt.deposits_arrive_at',
  'attempt.deposit_kind',
  'attempt.deposit_tries',
  'attempt.return_reason',
  'attempt.return_code',
] as const

/** Asked for of bank accounts alone. */
export const authorization = sql<string | null>`case when attempt.bank_name is not null then (
  select words from debit_authorization join autopay_words on sha256 = words_sha256
  where attempt_id = attempt.id) end`.as('authorization')

type BankRow = Omit<{ [Name in keyof BankColumns]: SelectType<BankColumns[Name]> }, 'bank_fingerprint'> & {
  authorization: string | null
}

/** Null for a card. */
export function storedBank(row: BankRow): StoredBank | null {
  const { bank_name: bankName, bank_account_type: accountType, deposit_kind: kind, deposits_arrive_at: arriveOn } = row
  if (bankName === null || accountType === null) return null
  return {
    bankName,
    accountType,
    submittedAt: row.submitted_at,
    credit: row.credited ?? 'settlement',
    answersBy: row.answered_by,
    deposits: kind === null || arriveOn === null ? null : { kind, arriveOn, tries: row.deposit_tries },
    returned: row.return_reason === null ? null : { reason: row.return_reason, code: row.return_code },
    authorization: row.authorization,
  }
}
