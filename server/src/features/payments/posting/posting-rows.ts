import type { Instant } from '@portal/contract/dates'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../database/connect.ts'
import type { PostingState } from '../../../database/tables/payments.ts'
import { together } from '../../../database/together.ts'
import { committed } from '../committed.ts'
import { insertEvents } from '../events.ts'
import { scrub } from '../scrub.ts'
import { postingStatesBefore } from '../states.ts'
import type { CancellationResult } from './cancellation-store.ts'
import type { PostingResult } from './posting-store.ts'

/**
 * A statement that leases postings, the longest due first, and returns their rows. A posting whose lease ran out is due
 * again: its holder may have died before or after reporting to the billing system.
 * @param due the state of postings that wait for their turn; `underWay` is the state of leased ones
 */
export function leasing(
  { due, underWay }: { due: PostingState; underWay: PostingState },
  { now, until, most }: { now: Instant; until: Instant; most: number },
): RawBuilder<unknown> {
  // Written as a literal: PostgreSQL would not use the partial index for a parameter of a prepared statement.
  const states = sql`${sql.lit(due)}, ${sql.lit(underWay)}`
  return sql`
    update posting set state = ${sql.lit(underWay)}, tries = tries + 1, epoch = epoch + 1, lease_until = ${until}
    where item_id in (
      select item_id from posting
      where state in (${states}) and next_try_at <= ${now} and (lease_until is null or lease_until <= ${now})
      order by next_try_at limit ${most} for update skip locked)
    returning item_id, checkout_id, receipt_number, amount_cents, tries, epoch`
}

/** How an answer of the billing system changes a posting that was leased in the state `from`. */
interface Change {
  from: PostingState
  /** The columns to set besides those that every answer changes. */
  columns: RawBuilder<unknown>
  /** Once the posting is in this state, its amount moves in the ledger from the first of these books to the second. */
  settled: PostingState
  books: readonly [from: 'unposted' | 'posted', to: 'unposted' | 'posted']
}

/**
 * Records the answer of the billing system, with the ledger and the log.
 * @returns false when the lease was lost, so that its new holder will record the answer, or when the posting's state
 *   does not allow this move; nothing has changed then.
 * @throws CommitUnanswered
 */
export async function recordAnswer(
  db: Db,
  answer: PostingResult | CancellationResult,
  { from, columns, settled, books: [left, entered] }: Change,
): Promise<boolean> {
  const record = async (tx: Tx): Promise<boolean> => {
    if (!(await lockPosting(tx, answer))) return false
    const { checkoutId, itemId, at, to, nextTryAt, detail } = answer
    const { reason } = detail
    await together(tx, {
      moved: sql`
        update posting set state = ${to}, lease_until = null, ${columns},
          last_error = ${typeof reason === 'string' ? scrub(reason) : null},
          next_try_at = coalesce(${nextTryAt}::timestamptz, next_try_at)
        where item_id = ${itemId}
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

/**
 * Locks the checkout, then the posting, in a separate statement, so that later ones see what the previous holder of the
 * locks committed.
 */
async function lockPosting(
  tx: Tx,
  { checkoutId, itemId, epoch, to }: PostingResult | CancellationResult,
): Promise<boolean> {
  const { rows } = await sql`
    select from checkout join posting on posting.checkout_id = checkout.id
    where checkout.id = ${checkoutId} and posting.item_id = ${itemId} and posting.epoch = ${epoch}
      and posting.state = any(${postingStatesBefore(to)}::text[])
    for no key update of checkout, posting
  `.execute(tx)
  return rows.length === 1
}
