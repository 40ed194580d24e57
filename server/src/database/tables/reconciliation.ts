import type { CardBrand } from '@portal/contract/card'
import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { ReceiptNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import type { PaymentMode } from '@portal/contract/payments'
import type { PayoutItemKind, PayoutStatus } from '@portal/contract/payouts'
import type { Generated, GeneratedAlways } from 'kysely'
import type { LaterCause } from './payments.ts'

/** `agreed` and `differs` are final; runs with another outcome are still to be tried, or tried again. */
type RunOutcome = 'due' | 'running' | 'agreed' | 'differs' | 'unavailable'

/** Migrations 0008 and 0040 explain each table. */
export interface ReconciliationTables {
  reconciliation_run: {
    id: GeneratedAlways<number>
    day: CalendarDate
    /** `renewed`: compared again after a decision about the day, the last at `decided_until`. */
    cause: 'daily' | 'by hand' | 'renewed'
    decided_until: Generated<Instant | null>
    outcome: RunOutcome
    reason: string | null
    started_at: Instant | null
    finished_at: Instant | null
    tries: Generated<number>
    next_try_at: Instant
    lease_until: Instant | null
    epoch: Generated<number>
    gateway_count: number | null
    gateway_cents: Cents | null
    gateway_returned_cents: Cents | null
    portal_count: number | null
    portal_cents: Cents | null
    portal_returned_cents: Cents | null
    billing_count: number | null
    billing_cents: Cents | null
    discrepancy_count: number | null
    /** Charges that a bank had not answered yet. */
    pending_count: Generated<number>
  }
  discrepancy: DiscrepancyTable
  /** A view: nobody has settled them, and the latest run for their day still found them. */
  open_discrepancy: DiscrepancyTable

  /** What the gateway paid to the bank. */
  payout: {
    id: GeneratedAlways<number>
    gateway: string
    payout_id: string
    arrives_on: CalendarDate
    status: PayoutStatus
    amount_cents: Cents
    failure: string | null
    changed_at: Instant | null
    charge_count: number | null
    charge_cents: Cents | null
    fee_cents: Cents | null
    refund_cents: Cents | null
    dispute_cents: Cents | null
    return_cents: Generated<Cents>
    other_cents: Cents | null
  }

  /** Migration 0057. */
  payout_item: {
    id: GeneratedAlways<number>
    payout_id: number
    item_id: string
    kind: PayoutItemKind
    tag: string | null
    amount_cents: Cents
    fee_cents: Cents
  }

  /** The days whose summary was queued for the finance office (migrations 0021 and 0040). */
  finance_summary: {
    day: CalendarDate
    queued_at: Instant
    /** As of the summary; null in those of the version before. */
    unpaid: number | null
    /** Payments whose outcome nobody knew then; null likewise. */
    unclear: number | null
  }
  /** What the summaries count, made by the database itself. */
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

interface DiscrepancyTable {
  id: GeneratedAlways<number>
  /** Null: told by the gateway (migration 0067). */
  run_id: number | null
  day: CalendarDate
  kind: string
  subject: string
  reference: string | null
  receipt_number: ReceiptNumber | null
  transaction_tag: string | null
  gateway_cents: Cents | null
  portal_cents: Cents | null
  billing_cents: Cents | null
  detail: string
  first_seen_at: Instant
  last_seen_at: Instant
  settled_at: Instant | null
  settled_by: string | null
  evidence: string | null
}

/** Stray charges never became a payment, and are reversed. */
export type FinanceKind = 'charged' | 'posted' | 'cancelled' | 'strayCharged' | 'strayGivenBack' | LaterCause
