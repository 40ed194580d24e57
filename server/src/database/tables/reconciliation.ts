import type { Generated, GeneratedAlways } from 'kysely'

/** `agreed` and `differs` are final; the others are tried (again). */
export type RunOutcome = 'due' | 'running' | 'agreed' | 'differs' | 'unavailable'

/** Tables of the reconciliation (migration 0008, where each is explained). */
export interface ReconciliationTables {
  reconciliation_run: {
    id: GeneratedAlways<number>
    day: string
    cause: 'daily' | 'by hand'
    outcome: RunOutcome
    reason: string | null
    started_at: string | null
    finished_at: string | null
    tries: Generated<number>
    next_try_at: string
    lease_until: string | null
    epoch: Generated<number>
    gateway_count: number | null
    gateway_cents: number | null
    gateway_returned_cents: number | null
    portal_count: number | null
    portal_cents: number | null
    portal_returned_cents: number | null
    billing_count: number | null
    billing_cents: number | null
    discrepancy_count: number | null
  }
  discrepancy: DiscrepancyTable
  /** A view: those neither settled nor gone when a later run of their day looked again (migration 0021). */
  open_discrepancy: DiscrepancyTable
}

interface DiscrepancyTable {
  id: GeneratedAlways<number>
  run_id: number
  day: string
  kind: string
  subject: string
  reference: string | null
  receipt_number: string | null
  transaction_tag: string | null
  gateway_cents: number | null
  portal_cents: number | null
  billing_cents: number | null
  detail: string
  first_seen_at: string
  last_seen_at: string
  settled_at: string | null
  settled_by: string | null
  evidence: string | null
}
