import type { ReturnReason } from '@portal/contract/bank-accounts'
import type { SourceCode } from '@portal/contract/card'
import type { Instant } from '@portal/contract/dates'
import type { AccountNumber, ReceiptNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { scrub } from '../../database/long-digits.ts'
import { inOneStatement } from '../../database/sql.ts'
import type { EventDetail, PostingState } from '../../database/tables/payments.ts'
import { committed } from '../../database/transactions.ts'
import { leaseSteps, postingMoves, requireLegal } from '../states.ts'
import { insertEvents } from './events.ts'

interface PostingRow {
  item_id: number
  checkout_id: number
  account_id: AccountNumber
  receipt_number: ReceiptNumber
  amount_cents: Cents
  source_code: SourceCode
  authorization_number: string | null
  sent_at: Instant
  tries: number
  epoch: number
}

export async function leasePostings(db: Db, now: Instant, until: Instant, most: number): Promise<LeasedPosting[]> {
  const leased = await sql<PostingRow>`
    with leased as (${leasing('PENDING', { now, until, most })})
    select leased.item_id, leased.checkout_id, item.account_id, leased.receipt_number, leased.amount_cents,
      checkout.source_code, attempt.authorization_number, attempt.sent_at, leased.tries, leased.epoch
    from leased
    join checkout_item item on item.id = leased.item_id
    join checkout on checkout.id = leased.checkout_id
    join charge_attempt attempt on attempt.checkout_id = leased.checkout_id and attempt.state in ('CHARGED', 'PROCESSING')
    order by leased.item_id
  `.execute(db)
  return leased.rows.map((row) => ({
    itemId: row.item_id,
    checkoutId: row.checkout_id,
    accountId: row.account_id,
    receiptNumber: row.receipt_number,
    amount: row.amount_cents,
    sourceCode: row.source_code,
    authorizationNumber: row.authorization_number ?? '',
    chargedAt: row.sent_at,
    leaseUntil: until,
    tries: row.tries,
    epoch: row.epoch,
  }))
}

/** False when the lease was lost. */
export async function recordPosting(db: Db, result: PostingResult): Promise<boolean> {
  const { to, at, billingReference } = result
  const postedAt = to === 'POSTED' ? at : null
  return await recordAnswer(db, result, {
    from: 'POSTING',
    columns: sql`billing_reference = ${billingReference}, posted_at = ${postedAt}::timestamptz`,
    settled: 'POSTED',
    books: ['unposted', 'posted'],
  })
}

export interface LeasedPosting {
  itemId: number
  checkoutId: number
  accountId: AccountNumber
  receiptNumber: ReceiptNumber
  amount: Cents
  sourceCode: SourceCode
  authorizationNumber: string
  /** When the charge was sent, however late its outcome became known. */
  chargedAt: Instant
  leaseUntil: Instant
  tries: number
  epoch: number
}

export interface PostingResult {
  itemId: number
  checkoutId: number
  epoch: number
  at: Instant
  to: Extract<PostingState, 'POSTED' | 'PENDING' | 'REJECTED'>
  billingReference: string | null
  /** For PENDING: when to try again. */
  nextTryAt: Instant | null
  detail: EventDetail
}

interface CancellationRow {
  item_id: number
  checkout_id: number
  receipt_number: ReceiptNumber
  reason: string
  return_reason: ReturnReason | null
  decided_at: Instant
  tries: number
  epoch: number
}

/** For the billing system, of a payment that no refund took back. */
const lostDispute = 'dispute lost'
const neverCharged = 'nothing was charged'
const returnedByBank = 'returned by the bank'

export async function leaseCancellations(
  db: Db,
  now: Instant,
  until: Instant,
  most: number,
): Promise<LeasedCancellation[]> {
  const leased = await sql<CancellationRow>`
    with leased as (${leasing('CANCEL_DUE', { now, until, most })})
    select leased.item_id, leased.checkout_id, leased.receipt_number, leased.tries, leased.epoch,
      coalesce(given_back.reason, case when attempt.state = 'NOT_CHARGED' then ${neverCharged}
        when attempt.return_reason is not null
          then ${returnedByBank} || coalesce(' (' || attempt.return_code || ')', '')
        else ${lostDispute} end) as reason,
      case when given_back.reason is null then attempt.return_reason end as return_reason, coalesce(given_back.decided_at, attempt.decided_at) as decided_at
    from leased
    join charge_attempt attempt on attempt.checkout_id = leased.checkout_id 
      and attempt.state in ('REVERSED', 'REVERSING', 'NOT_CHARGED', 'RETURNED')
    left join lateral (
      select reason, decided_at from reversal
      where reversal.checkout_id = leased.checkout_id and reversal.transaction_tag = attempt.transaction_tag
        and (reversal.state = 'DONE' or reversal.failed_at is not null)
      order by reversal.id limit 1) given_back on true
    order by leased.item_id
  `.execute(db)
  return leased.rows.map((row) => ({
    itemId: row.item_id,
    checkoutId: row.checkout_id,
    receiptNumber: row.receipt_number,
    reason: row.reason,
    returned: row.return_reason,
    reversedAt: row.decided_at,
    leaseUntil: until,
    tries: row.tries,
    epoch: row.epoch,
  }))
}

/** False when the lease was lost. */
export async function recordCancellation(db: Db, result: CancellationResult): Promise<boolean> {
  const cancelledAt = result.to === 'CANCELLED' ? result.at : null
  return await recordAnswer(db, result, {
    from: 'CANCELLING',
    columns: sql`cancelled_at = ${cancelledAt}::timestamptz`,
    settled: 'CANCELLED',
    books: ['posted', 'unposted'],
  })
}

export interface LeasedCancellation {
  itemId: number
  checkoutId: number
  receiptNumber: ReceiptNumber
  reason: string
  /** By the bank, and not given back by us. */
  returned: ReturnReason | null
  reversedAt: Instant
  leaseUntil: Instant
  tries: number
  epoch: number
}

export interface CancellationResult {
  itemId: number
  checkoutId: number
  epoch: number
  at: Instant
  to: Extract<PostingState, 'CANCELLED' | 'CANCEL_DUE' | 'CANCEL_REJECTED'>
  /** For CANCEL_DUE: when to try again. */
  nextTryAt: Instant | null
  detail: EventDetail
}

/** The longest due first. One whose lease ran out is due again: its holder may have died before or after reporting. */
function leasing(
  due: keyof typeof leaseSteps.posting,
  { now, until, most }: { now: Instant; until: Instant; most: number },
): RawBuilder<unknown> {
  const underWay = leaseSteps.posting[due]
  // Written as a literal: PostgreSQL would not use the partial index for a parameter of a prepared statement.
  const states = sql`${sql.lit(due)}, ${sql.lit(underWay)}`
  return sql`
    update posting set state = ${sql.lit(underWay)}, tries = tries + 1, epoch = epoch + 1, lease_until = ${until}
    where item_id = any(array(
      select item_id from posting
      where state in (${states}) and next_try_at <= ${now} and (lease_until is null or lease_until <= ${now})
      order by next_try_at limit ${most} for update skip locked))
    returning item_id, checkout_id, receipt_number, amount_cents, tries, epoch`
}

interface Change {
  from: PostingState
  columns: RawBuilder<unknown>
  /** Once the posting is in this state, its amount moves in the ledger from the first of these books to the second. */
  settled: PostingState
  books: readonly [from: 'unposted' | 'posted', to: 'unposted' | 'posted']
}

/** False when the lease was lost or the state forbids the move: nothing has changed. @throws CommitUnanswered */
export async function recordAnswer(
  db: Db,
  answer: PostingResult | CancellationResult,
  { from, columns, settled, books: [left, entered] }: Change,
): Promise<boolean> {
  const record = async (tx: Tx): Promise<boolean> => {
    const { checkoutId, itemId, at, to, nextTryAt, detail } = answer
    requireLegal('a posting', postingMoves, from, to)
    if (!(await lockPosting(tx, answer, from))) return false
    const { reason } = detail
    await inOneStatement(tx, {
      moved: sql`
        update posting set state = ${to}, lease_until = null, ${columns},
          last_error = ${typeof reason === 'string' ? scrub(reason) : null},
          next_try_at = coalesce(${nextTryAt}::timestamptz, next_try_at)
        where item_id = ${itemId} and state = ${from}
        returning checkout_id, item_id, state, amount_cents`,
      entered: sql`
        insert into ledger_entry (checkout_id, item_id, book, amount_cents, entered_at)
        select checkout_id, item_id, entry.book, entry.sign * amount_cents, ${at}::timestamptz
        from moved, (values (${left}, 1), (${entered}, -1)) as entry(book, sign)
        where moved.state = ${settled}`,
      events: insertEvents(checkoutId, at, [{ subject: 'posting', subjectId: itemId, from, to, detail }]),
    })
    return true
  }
  return await committed(db, record, (isRecorded) => isRecorded)
}

/** A separate statement, so that later ones see what the previous holder of the locks committed. */
async function lockPosting(
  tx: Tx,
  { checkoutId, itemId, epoch }: PostingResult | CancellationResult,
  from: PostingState,
): Promise<boolean> {
  const { rows } = await sql`
    select from checkout join posting on posting.checkout_id = checkout.id
    where checkout.id = ${checkoutId} and posting.item_id = ${itemId} and posting.epoch = ${epoch}
      and posting.state = ${from}
    for no key update of checkout, posting
  `.execute(tx)
  return rows.length === 1
}
