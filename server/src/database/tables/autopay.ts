import type { PauseReason } from '@portal/contract/autopay'
import type { EndReason, HoldReason, SkipReason, StopReason } from '@portal/contract/autopay-reasons'
import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { AccountNumber, BillId, PersonId } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { EventDetail } from './payments.ts'

export const agreementStates = ['ACTIVE', 'PAUSED', 'ENDED'] as const
export type AgreementState = (typeof agreementStates)[number]

export const plannedStates = ['PLANNED', 'NOTIFIED', 'SENT', 'PAID', 'DECLINED', 'FAILED', 'SKIPPED'] as const
export type PlannedState = (typeof plannedStates)[number]

/** On which day a bill is paid; the number counts days before the due date, or is the day of the month. */
export type DayRule = 'dueDate' | 'daysBefore' | 'dayOfMonth'

/** Migrations 0053 and 0055 explain each table. */
export interface AutopayTables {
  autopay_words: { sha256: string; version: string; words: string; first_accepted_at: Instant }
  /** What the holder of a bank account accepted, by the hash of the words. */
  debit_authorization: {
    attempt_id: number
    words_sha256: string
    accepted_at: Instant
    accepted_from: string
    browser: string
  }
  autopay_agreement: {
    id: GeneratedAlways<number>
    account_id: AccountNumber
    person_id: PersonId
    web_user_id: number | null
    saved_card_id: number
    state: AgreementState
    reason: PauseReason | EndReason | null
    day_rule: DayRule
    day_number: number
    most_cents: Cents | null
    range_low_cents: Cents | null
    range_high_cents: Cents | null
    ends_on: CalendarDate | null
    words_sha256: string
    accepted_at: Instant
    accepted_from: string
    session_id: number
    changed_at: Instant
    seen_import: Generated<number>
    confirmed_at: Generated<Instant | null>
    mailed_version: Generated<string>
    mail_at: Generated<Instant>
    /** By staff, as an exception. */
    seen_at: Generated<Instant | null>
  }
  payment_schedule: {
    id: GeneratedAlways<number>
    person_id: PersonId
    web_user_id: number | null
    saved_card_id: number
    pay_on: CalendarDate
    canceled_at: Generated<Instant | null>
    made_at: Instant
    made_from: string
    session_id: number
    request_key: Generated<string | null>
    changes: Generated<number>
    /** Of a bank account. Migration 0095. */
    words_sha256: Generated<string | null>
    accepted_at: Generated<Instant | null>
    accepted_from: Generated<string | null>
    browser: Generated<string | null>
  }
  planned_charge: {
    id: GeneratedAlways<number>
    account_id: AccountNumber
    agreement_id: Generated<number | null>
    bill_id: Generated<BillId | null>
    schedule_id: Generated<number | null>
    replaces: Generated<number | null>
    chain_id: Generated<number | null>
    state: PlannedState
    reason: Generated<SkipReason | StopReason | 'reversed_by_gateway' | null>
    held_for: Generated<HoldReason | null>
    due_on: CalendarDate
    charge_on: CalendarDate
    scheduled_cents: Generated<Cents | null>
    noticed_cents: Generated<Cents | null>
    /** Migration 0093. */
    noticed_fee_cents: Generated<Cents | null>
    notice_key: Generated<string | null>
    notices: Generated<number>
    noticed_at: Generated<Instant | null>
    mailed_cents: Generated<Cents | null>
    mailed_on: Generated<CalendarDate | null>
    tries: Generated<number>
    misfires: Generated<number>
    made_at: Instant
    next_step_at: Instant | null
    lease_until: Generated<Instant | null>
    epoch: Generated<number>
    seen_at: Generated<Instant | null>
  }
  plan_event: {
    id: GeneratedAlways<number>
    agreement_id: number | null
    planned_charge_id: number | null
    at: Instant
    from_state: string | null
    to_state: string
    detail: JSONColumnType<EventDetail>
  }
  plan_hour: { hour: Instant; sent: number }
}
