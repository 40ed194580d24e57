import type { ReturnReason } from '@portal/contract/bank-accounts'
import { Instant } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import type { Db } from '@portal/server/database/connect.ts'
import {
  attemptStates,
  type AttemptState,
  type CheckoutState,
  type DisputeState,
  type EventSubject,
  type LaterCause,
  type PostingState,
  type ReversalCause,
  type ReversalState,
} from '@portal/server/database/tables/payments.ts'
import { isOpen } from '@portal/server/payments/states.ts'
import { sql } from 'kysely'

/** A checkout with everything that belongs to it, as the promises at rest need it. */
export interface CheckoutRecord {
  id: number
  state: CheckoutState
  decidedAt: Instant | null
  /** When its outcome was known first, whatever came later. */
  settledAt: Instant | null
  reference: string
  /** What is charged: with the fee. */
  amount: Cents
  fee: Cents
  sentAt: Instant
  attempt: { state: AttemptState; tag: string | null; authorization: string | null }
  isFromBank: boolean
  fingerprint: string | null
  returned: ReturnReason | null
  /** What the holder of a bank account accepted, and when; null for a planned charge, and for a card. */
  agreed: { words: string; at: Instant } | null
  isPlanned: boolean
  hasEmail: boolean
  items: ItemRecord[]
  reversals: ReversalRecord[]
  ledger: {
    book: 'card' | 'unposted' | 'posted' | 'disputed' | 'clearing' | 'fee'
    amount: number
    cause: LaterCause | null
  }[]
  disputes: DisputeRecord[]
  events: EventRecord[]
}

interface DisputeRecord {
  tag: string
  state: DisputeState
  amount: Cents
  tookBack: boolean
}

interface ItemRecord {
  id: number
  accountId: AccountNumber
  amount: Cents
  status: string
  posting: PostingState | null
  receipt: string
}

interface ReversalRecord {
  id: number
  tag: string
  cause: ReversalCause
  state: ReversalState
  amount: Cents
  needsPerson: boolean
  /** Made, and then returned by the bank. */
  hasFailed: boolean
}

export interface EventRecord {
  subject: EventSubject
  subjectId: number
  at: Instant
  from: string | null
  to: string | null
  kind: string | null
  receipt: string | null
}

interface Row extends Omit<CheckoutRecord, 'attempt' | 'decidedAt' | 'settledAt' | 'sentAt'> {
  attempt: AttemptState
  tag: string | null
  authorization: string | null
  decidedAt: string | null
  sentAt: string
}

export async function readRecords(db: Db): Promise<CheckoutRecord[]> {
  const { rows } = await sql<Row>`
    select checkout.id, checkout.state, checkout.decided_at as "decidedAt", reference,
      attempt.amount_cents as amount, fee_cents as fee, sent_at as "sentAt", attempt.state as attempt, transaction_tag as tag,
      authorization_number as authorization, brand is null as "isFromBank",
      bank_fingerprint as fingerprint, return_reason as returned, planned_charge_id is not null as "isPlanned",
      (select json_build_object('words', words, 'at', to_char(accepted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        from debit_authorization join autopay_words on sha256 = words_sha256 where attempt_id = attempt.id) as agreed,
      confirmation_email is not null as "hasEmail",
      (select json_agg(json_build_object('id', item.id, 'accountId', account_id, 'amount', item.amount_cents,
          'status', item.status, 'posting', posting.state, 'receipt', receipt_number) order by item.id)
        from checkout_item item left join posting on posting.item_id = item.id
        where item.checkout_id = checkout.id) as items,
      (select coalesce(json_agg(json_build_object('id', id, 'tag', reversal.transaction_tag, 'cause', cause,
          'state', reversal.state, 'amount', reversal.amount_cents, 'needsPerson', needs_person,
          'hasFailed', failed_at is not null) order by id), '[]')
        from reversal where reversal.checkout_id = checkout.id) as reversals,
      (select coalesce(json_agg(json_build_object('book', book, 'amount', entry.amount_cents,
          'cause', cause) order by entry.id), '[]')
        from ledger_entry entry where entry.checkout_id = checkout.id) as ledger,
      (select coalesce(json_agg(json_build_object('tag', tag, 'state', dispute.state, 'amount', amount_cents,
          'tookBack', took_back) order by id), '[]')
        from dispute where dispute.checkout_id = checkout.id) as disputes,
      ${eventsOf} as events
    from checkout join charge_attempt attempt on attempt.checkout_id = checkout.id
    order by checkout.id`.execute(db)
  return rows.map(({ attempt: state, tag, authorization, decidedAt, sentAt, ...row }) => ({
    ...row,
    decidedAt: decidedAt === null ? null : Instant.parse(decidedAt),
    settledAt: settledIn(row.events),
    sentAt: Instant.parse(sentAt),
    attempt: { state, tag, authorization },
  }))
}

function settledIn(events: readonly EventRecord[]): Instant | null {
  const found = events.find(
    ({ subject, to }) => subject === 'attempt' && attemptStates.some((each) => each === to && !isOpen(each)),
  )
  return found?.at ?? null
}

export const isMoveTo = (state: AttemptState) => (event: EventRecord) =>
  event.subject === 'attempt' && event.to === state && event.from !== state

/** The money was there once: for a bank account, not before its bank has paid. */
export function wasCharged({ events }: Pick<CheckoutRecord, 'events'>): boolean {
  return events.some(isMoveTo('CHARGED'))
}

/** Reads the logs of checkouts that were put together and never charged. */
export async function readDraftEvents(db: Db): Promise<EventRecord[]> {
  const { rows } = await sql<{ events: EventRecord[] }>`
    select ${eventsOf} as events from checkout where state in ('DRAFT', 'EXPIRED')`.execute(db)
  return rows.flatMap(({ events }) => events)
}

const eventsOf = sql`(
  select coalesce(json_agg(json_build_object('subject', subject, 'subjectId', subject_id, 'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'from', from_state,
      'to', to_state, 'kind', detail ->> 'kind', 'receipt', detail ->> 'receipt') order by sequence), '[]')
  from payment_event event where event.checkout_id = checkout.id)`

/** What the gateway told and no record had, by its name for it. */
export async function readNotRecorded(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('open_discrepancy').select('subject').execute()
  return new Set(rows.map(({ subject }) => subject))
}
