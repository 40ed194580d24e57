import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { ReceiptNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import type { Generated, GeneratedAlways } from 'kysely'

/** `agreed` and `differs` are final; runs with another outcome are still to be tried, or tried again. */
type RunOutcome = 'due' | 'running' | 'agreed' | 'differs' | 'unavailable'

/** Tables of the reconciliation (migration 0008, where each is explained). */
export interface ReconciliationTables {
  reconciliation_run: {
    id: GeneratedAlways<number>
    day: CalendarDate
    /** `renewed`: compared again after something about the day was decided, last at `decided_until` (migration 0039). */
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
  }
  discrepancy: DiscrepancyTable
  /**
   * A view of the discrepancies that nobody has settled and that the latest run for their day still found (migration
   * 0021).
   */
  open_discrepancy: DiscrepancyTable
}

interface DiscrepancyTable {
  id: GeneratedAlways<number>
  run_id: number
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
