import type { Instant } from '@portal/contract/dates'
import type { Cents } from '@portal/contract/money'
import type { Generated, GeneratedAlways } from 'kysely'
import type { DisputeState } from './payments.ts'

/** Migration 0050 explains each table, but for one. */
export interface GatewayEventTables {
  gateway_event: {
    id: string
    gateway: string
    subject: 'charge' | 'refund' | 'dispute' | 'card' | 'setup' | 'mandate'
    tag: string
    received_at: Instant
    /** Found when we asked, and not delivered (migration 0083). */
    was_listed: Generated<boolean>
    next_try_at: Instant | null
    tries: Generated<number>
    lease_until: Instant | null
    epoch: Generated<number>
  }
  /** Migration 0067. */
  replaced_key: { key: string; checkout_id: number; reversal_id: number | null; sent_at: Instant | null }
  gateway_catch_up: { gateway: string; done_to: Instant; next_at: Instant; lease_until: Instant | null }
  dispute: {
    id: GeneratedAlways<number>
    checkout_id: number
    gateway: string
    tag: string
    amount_cents: Cents
    reason: string
    state: DisputeState
    evidence_due_at: Instant | null
    opened_at: Instant
    decided_at: Instant | null
    took_back: Generated<boolean>
    needs_person: boolean
    /** By the bank of an account, after it had paid. */
    is_return: Generated<boolean>
  }
}
