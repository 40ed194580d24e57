import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { AccountNumber, ReceiptNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { endOfDay, startOfDay } from '../../database/sql.ts'
import type { AttemptState, PostingState, ReversalState } from '../../database/tables/payments.ts'
import type { RecordedPosting, RecordedRequest } from './books.ts'

/** In the utility's time zone. A request to the gateway belongs to the day on which it was sent. */
export interface LocalDay {
  day: CalendarDate
  timeZone: string
}

const pageRows = 2000

/** Sent that day, or recorded then as an external refund; by reference, a page at a time. */
export async function* requestsOf(db: Db, day: LocalDay): AsyncGenerator<RecordedRequest> {
  let after = ''
  for (;;) {
    const page = await readRequests(db, sql`${isSentOn(day)} and reference collate "C" > ${after}`)
    yield* page
    const last = page.at(-1)
    if (!last || page.length < pageRows) return
    after = last.reference
  }
}

export async function findRequest(db: Db, reference: string): Promise<RecordedRequest | null> {
  const found = (await readRequests(db, sql`reference = ${reference}`))[0]
  return found ?? (await readRequests(db, sql`reference = ${currentOf(reference)}`))[0] ?? null
}

/** The reference under which the void or refund was sent last. */
function currentOf(reference: string): RawBuilder<string> {
  return sql`(select reversal.reference from replaced_key join reversal on reversal.id = reversal_id where key = ${reference})`
}

/** Of the charges sent that day, by receipt, a page at a time. */
export async function* postingsOf(db: Db, day: LocalDay): AsyncGenerator<RecordedPosting> {
  let after = ''
  for (;;) {
    const page = await readPostings(
      db,
      sql`posting.checkout_id in (select checkout_id from charge_attempt where ${isSentOn(day)})
        and receipt_number collate "C" > ${after}`,
    )
    yield* page
    const last = page.at(-1)
    if (!last || page.length < pageRows) return
    after = last.receipt
  }
}

export async function findPosting(db: Db, receipt: ReceiptNumber): Promise<RecordedPosting | null> {
  return (await readPostings(db, sql`receipt_number = ${receipt}`))[0] ?? null
}

function isSentOn({ day, timeZone }: LocalDay): RawBuilder<boolean> {
  return sql`sent_at >= ${startOfDay(day, timeZone)} and sent_at < ${endOfDay(day, timeZone)}`
}

interface RequestRow {
  reference: string
  amount_cents: Cents
  fee_cents: Cents
  sent_at: Instant
  since: Instant
  attempt_state: AttemptState | null
  reversal_state: ReversalState | null
  is_by_hand: boolean
  tag: string | null
  authorization: string | null
  posted_cents: Cents
  returned_tags: string[]
  earlier: { reference: string; sentAt: Instant }[]
}

/** References are random, unique over all requests. A checkout has one charge, which has the voids and refunds. */
async function readRequests(db: Db, which: RawBuilder<unknown>): Promise<RecordedRequest[]> {
  const { rows } = await sql<RequestRow>`
    select request.reference, request.amount_cents, request.fee_cents, request.sent_at, attempt_state, reversal_state, is_by_hand,
      request.tag, request.authorization,
      greatest(request.since, (select max(requested_at) from reversal where reversal.checkout_id = request.checkout_id))
        as since,
      coalesce((select sum(amount_cents) from posting where posting.checkout_id = request.checkout_id), 0)::bigint
        as posted_cents,
      array(select transaction_tag from reversal where reversal.checkout_id = request.checkout_id and state = 'DONE')
        as returned_tags,
      (select coalesce(json_agg(json_build_object('reference', key, 'sentAt', to_char(sent_at at time zone 'UTC',
          'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by sent_at), '[]')
        from replaced_key where reversal_id = request.reversal_id) as earlier
    from (
      select reference, amount_cents, fee_cents, sent_at, coalesce(decided_at, answered_by, sent_at) as since, state as attempt_state,
        null as reversal_state, checkout_id, false as is_by_hand, transaction_tag as tag, authorization_number as authorization,
        null as reversal_id
      from charge_attempt where ${which}
      union all
      select reference, amount_cents, 0, sent_at, sent_at, null, state, null, false, null, null, id
      from reversal where sent_at is not null and ${which}
      union all
      select reference, amount_cents, 0, sent_at, sent_at, null, state, null, true, null, null, null
      from (select reference, amount_cents, state, decided_at as sent_at from reversal where sent_at is null and state = 'DONE')
        as by_hand where ${which}
    ) request
    order by request.reference collate "C" limit ${pageRows}
  `.execute(db)
  return rows.map(requestOf)
}

function requestOf(row: RequestRow): RecordedRequest {
  const { reference, amount_cents: amount, sent_at: sentAt } = row
  if (row.reversal_state !== null) {
    const { reversal_state: state, is_by_hand: isByHand, earlier } = row
    return { kind: 'reversal', reference, amount, sentAt, state, isByHand, earlier }
  }
  if (row.attempt_state === null) throw new Error(`Neither a charge nor a reversal: ${reference}`)
  const {
    since,
    attempt_state: state,
    tag,
    authorization,
    posted_cents: postedAmount,
    returned_tags: returnedTags,
    fee_cents: fee,
  } = row
  return {
    kind: 'charge',
    reference,
    amount,
    fee,
    sentAt,
    since,
    state,
    tag,
    authorization,
    postedAmount,
    returnedTags,
  }
}

interface PostingRow {
  receipt_number: ReceiptNumber
  reference: string
  account_id: AccountNumber
  amount_cents: Cents
  state: PostingState
  charge_state: AttemptState
  charged_at: Instant
}

async function readPostings(db: Db, which: RawBuilder<unknown>): Promise<RecordedPosting[]> {
  const { rows } = await sql<PostingRow>`
    select receipt_number, attempt.reference, item.account_id, posting.amount_cents, posting.state,
      attempt.state as charge_state, coalesce(attempt.decided_at, attempt.sent_at) as charged_at
    from posting
    join checkout_item item on item.id = posting.item_id
    join charge_attempt attempt on attempt.checkout_id = posting.checkout_id
    where ${which}
    order by receipt_number collate "C" limit ${pageRows}
  `.execute(db)
  return rows.map((row) => ({
    receipt: row.receipt_number,
    reference: row.reference,
    accountId: row.account_id,
    amount: row.amount_cents,
    state: row.state,
    chargeState: row.charge_state,
    chargedAt: row.charged_at,
  }))
}
