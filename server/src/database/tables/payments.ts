import type { CardBrand, SourceCode } from '@portal/contract/card'
import type { Instant } from '@portal/contract/dates'
import type { AccountNumber, CheckoutPublicId, ReceiptNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import type { PaymentMode, PaymentStatus } from '@portal/contract/payments'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { BankColumns } from './bank-payments.ts'

/** Each follows from the state of the checkout's attempt (docs/payments.md). */
export type CheckoutState =
  | 'CHARGING'
  | 'PAID'
  | 'DECLINED'
  | 'NOT_CHARGED'
  | 'UNDECIDED'
  | 'REVERSING'
  | 'REVERSED'
  | 'VERIFYING'
  | 'PROCESSING'
  | 'RETURNED'

/** A checkout that has no attempt yet, or that expired without one. */
export type DraftState = 'DRAFT' | 'EXPIRED'

export const attemptStates = [
  'INTENT',
  'CHARGED',
  'DECLINED',
  'NOT_CHARGED',
  'UNKNOWN',
  'ESCALATED',
  'REVERSING',
  'REVERSED',
  'VERIFYING',
  'PROCESSING',
  'RETURNED',
] as const
export type AttemptState = (typeof attemptStates)[number]

/** Of one account's payment on its way into the billing system, and out of it when it is cancelled. */
export const postingStates = [
  'PENDING',
  'POSTING',
  'POSTED',
  'REJECTED',
  'CANCEL_DUE',
  'CANCELLING',
  'CANCELLED',
  'CANCEL_REJECTED',
] as const
export type PostingState = (typeof postingStates)[number]

export const reversalStates = ['REQUESTED', 'SENT', 'UNKNOWN', 'DONE', 'REFUSED'] as const
export type ReversalState = (typeof reversalStates)[number]

/** `returned`: in place of a refund that the card's bank returned. */
export type ReversalCause = 'paidOtherwise' | 'secondCharge' | 'lateCharge' | 'refund' | 'returned'

/** WARNED: no claim yet. ASKED: no money has moved yet. OPEN: the gateway holds the money back. */
export const disputeStates = ['WARNED', 'ASKED', 'OPEN', 'WON', 'LOST', 'CLOSED'] as const
export type DisputeState = (typeof disputeStates)[number]

export type EventSubject = 'checkout' | 'attempt' | 'posting' | 'email' | 'reversal' | 'dispute'

/** Why money moved after a charge that is paid or refunded. `settled`: the bank has paid. */
export type LaterCause = 'settled' | 'disputed' | 'disputeReturned' | 'refundFailed' | 'givenBack' | 'undone'

/** Texts are scrubbed before they are written. */
export type EventDetail = Record<string, string | number | boolean | null>

/** Migrations 0004, 0006, 0007, 0013 and 0021 explain each table. */
export interface PaymentTables {
  checkout: {
    id: GeneratedAlways<number>
    public_id: CheckoutPublicId
    /** Null when it was made for a planned charge. */
    session_id: number | null
    planned_charge_id: Generated<number | null>
    paid_by: string | null
    idempotency_key: string
    content_hash: string
    mode: PaymentMode
    source_code: SourceCode | null
    amount_cents: Cents
    account_count: number
    confirmation_email: string | null
    state: CheckoutState | DraftState
    created_at: Instant
    decided_at: Instant | null
    awaits_address: Generated<boolean>
  }
  checkout_item: {
    id: GeneratedAlways<number>
    checkout_id: number
    account_id: AccountNumber
    ordinal: number
    amount_cents: Cents
    service_location: string
    status: Generated<PaymentStatus>
    is_earlier: Generated<boolean>
  }
  charge_attempt: {
    id: GeneratedAlways<number>
    checkout_id: number
    /** Migration 0048. */
    gateway: Generated<string>
    reference: string
    /** What is charged: the checkout's amount, and the fee. */
    amount_cents: Cents
    /** Migration 0093. */
    fee_cents: Generated<Cents>
    /** Null for a bank account. */
    brand: CardBrand | null
    last_four: string
    card_holder: string
    state: AttemptState
    sent_at: Instant
    decided_at: Instant | null
    looks: Generated<number>
    misses: Generated<number>
    listed_at: Generated<Instant | null>
    next_look_at: Instant | null
    lease_until: Instant | null
    epoch: Generated<number>
    transaction_tag: string | null
    /** Migration 0074. */
    short_number: Generated<string | null>
    authorization_number: string | null
    sequence_number: string | null
    exact_code: string | null
    exact_message: string | null
    bank_code: string | null
    bank_message: string | null
    avs: string | null
    cvv2: string | null
    gateway_record: string | null
    mode: PaymentMode
    paid_by: string | null
    /** Migration 0057. */
    made_by: Generated<'person' | 'autoPay' | 'schedule'>
    /** What bank and network said, for whoever may try again. */
    decline_code: Generated<string | null>
    advice_code: Generated<string | null>
    network_decline_code: Generated<string | null>
    network_advice_code: Generated<string | null>
    network_transaction_id: Generated<string | null>
    saved_card_id: Generated<number | null>
    /** A person has marked the return as resolved. */
    return_seen_at: Generated<Instant | null>
  } & BankColumns
  /** Migration 0091. */
  bank_block_lift: {
    id: GeneratedAlways<number>
    account_id: AccountNumber
    lifted_at: Instant
    lifted_by: string
    reason: string
  }
  /** Sums of payments by hour. */
  payment_hour_mark: {
    hour: Instant
    version: Generated<number>
    is_summed: Generated<boolean>
  }
  payment_hour: {
    hour: Instant
    mode: PaymentMode
    brand: CardBrand
    is_paid: boolean
    payments: number
    amount_cents: Cents
  }
  /** In UTC, kept by the database. */
  payment_day: {
    day: Instant
    mode: PaymentMode
    brand: CardBrand
    is_paid: boolean
    payments: number
    amount_cents: Cents
  }
  checkout_turn: { session_id: number; idempotency_key: string; nth: number; taken_at: Instant }
  account_hold: { account_id: AccountNumber; attempt_id: number; held_at: Instant }
  posting: {
    item_id: number
    checkout_id: number
    receipt_number: ReceiptNumber
    amount_cents: Cents
    state: PostingState
    next_try_at: Instant
    tries: Generated<number>
    lease_until: Instant | null
    epoch: Generated<number>
    billing_reference: string | null
    posted_at: Instant | null
    cancelled_at: Instant | null
    last_error: string | null
  }
  payment_client_note: {
    id: GeneratedAlways<number>
    session_id: number
    noted_at: Instant
    note: string
    note_hash: string
  }
  ledger_entry: {
    id: GeneratedAlways<number>
    checkout_id: number
    item_id: number | null
    book: 'card' | 'unposted' | 'posted' | 'disputed' | 'clearing' | 'fee'
    amount_cents: Cents
    entered_at: Instant
    /** Null for a charge, its refund and its postings. */
    cause: Generated<LaterCause | null>
  }
  reversal: {
    id: GeneratedAlways<number>
    checkout_id: number
    attempt_id: number
    /** That of the attempt. */
    gateway: Generated<string>
    transaction_tag: string
    authorization_number: string
    amount_cents: Cents
    kind: 'void' | 'refund'
    reference: string
    cause: ReversalCause
    reason: string
    requested_by: string
    state: ReversalState
    requested_at: Instant
    sent_at: Instant | null
    decided_at: Instant | null
    next_try_at: Instant
    tries: Generated<number>
    misses: Generated<number>
    lease_until: Instant | null
    epoch: Generated<number>
    needs_person: Generated<boolean>
    /** When a refund that was made came back. */
    failed_at: Generated<Instant | null>
  }
  payment_event: {
    checkout_id: number
    sequence: number
    at: Instant
    subject: EventSubject
    subject_id: number
    from_state: string | null
    to_state: string | null
    detail: JSONColumnType<EventDetail>
  }
}
