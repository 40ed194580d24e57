import type { CardBrand, SourceCode } from '@portal/contract/card'
import type { PaymentMode } from '@portal/contract/payments'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

export type CheckoutState = 'CHARGING' | 'PAID' | 'DECLINED' | 'NOT_CHARGED' | 'UNDECIDED' | 'REVERSED'

export const attemptStates = [
  'INTENT',
  'CHARGED',
  'DECLINED',
  'NOT_CHARGED',
  'UNKNOWN',
  'ESCALATED',
  'REVERSED',
] as const
export type AttemptState = (typeof attemptStates)[number]

export const postingStates = ['PENDING', 'POSTING', 'POSTED', 'REJECTED'] as const
export type PostingState = (typeof postingStates)[number]

/** Tables of the payment engine (migration 0004, where each is explained). */
export interface PaymentTables {
  checkout: {
    id: GeneratedAlways<number>
    public_id: string
    session_id: number
    idempotency_key: string
    content_hash: string
    mode: PaymentMode
    source_code: SourceCode
    amount_cents: number
    account_count: number
    confirmation_email: string | null
    state: CheckoutState
    created_at: string
    decided_at: string | null
  }
  checkout_item: {
    id: GeneratedAlways<number>
    checkout_id: number
    account_id: string
    ordinal: number
    amount_cents: number
    service_location: string
    status: Generated<'saved' | 'PAID' | 'DECLINED'>
  }
  charge_attempt: {
    id: GeneratedAlways<number>
    checkout_id: number
    reference: string
    amount_cents: number
    brand: CardBrand
    last_four: string
    card_holder: string
    state: AttemptState
    sent_at: string
    decided_at: string | null
    looks: Generated<number>
    misses: Generated<number>
    next_look_at: string | null
    lease_until: string | null
    epoch: Generated<number>
    transaction_tag: string | null
    authorization_number: string | null
    sequence_number: string | null
    exact_code: string | null
    exact_message: string | null
    bank_code: string | null
    bank_message: string | null
    avs: string | null
    cvv2: string | null
    gateway_record: string | null
  }
  account_hold: { account_id: string; attempt_id: number; held_at: string }
  posting: {
    item_id: number
    checkout_id: number
    receipt_number: string
    amount_cents: number
    state: PostingState
    next_try_at: string
    tries: Generated<number>
    lease_until: string | null
    epoch: Generated<number>
    billing_reference: string | null
    posted_at: string | null
    last_error: string | null
  }
  ledger_entry: {
    id: GeneratedAlways<number>
    checkout_id: number
    item_id: number | null
    book: 'card' | 'unposted' | 'posted'
    amount_cents: number
    entered_at: string
  }
  payment_event: {
    checkout_id: number
    sequence: number
    at: string
    subject: 'checkout' | 'attempt' | 'posting' | 'letter'
    subject_id: number
    from_state: string | null
    to_state: string | null
    detail: JSONColumnType<Record<string, string | number | boolean | null>>
  }
}
