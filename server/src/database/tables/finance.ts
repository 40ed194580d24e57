import type { CardBrand } from '@portal/contract/card'
import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { Cents } from '@portal/contract/money'
import type { PaymentMode } from '@portal/contract/payments'
import type { GeneratedAlways } from 'kysely'

/** What moves money, for the finance office. Stray charges never became a payment, and are given back. */
export type FinanceKind = 'charged' | 'givenBack' | 'posted' | 'cancelled' | 'strayCharged' | 'strayGivenBack'

/** Tables of the daily summaries for the finance office. Migration 0040 explains them. */
export interface FinanceTables {
  /** The days whose summary was queued for the finance office (migrations 0021 and 0040). */
  finance_summary: {
    day: CalendarDate
    queued_at: Instant
    /** Payments of the day that were not charged when the summary was made; null in those of the version before. */
    unpaid: number | null
    /** Payments of the day whose outcome nobody knew then; null likewise. */
    unclear: number | null
  }
  /** What the summaries count, made by the database itself (migration 0040). */
  finance_entry: {
    id: GeneratedAlways<number>
    ledger_entry_id: number | null
    reversal_id: number | null
    attempt_id: number | null
    kind: FinanceKind
    mode: PaymentMode
    brand: CardBrand
    amount_cents: Cents
    belongs_at: Instant
    known_at: Instant
    summary: CalendarDate | null
  }
}
