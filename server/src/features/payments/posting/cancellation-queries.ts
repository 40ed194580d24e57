import { sql } from 'kysely'
import type { Instant } from '@portal/contract/dates'
import type { ReceiptNumber } from '@portal/contract/ids'
import type { Db, Tx } from '../../../database/connect.ts'
import { appendEvents } from '../events.ts'
import { lockCheckout } from '../lock-checkout.ts'
import type { CancellationResult, LeasedCancellation } from './cancellation-store.ts'
import { scrub } from '../scrub.ts'
import { postingStatesBefore } from '../states.ts'

interface CancellationRow {
  item_id: number
  checkout_id: number
  receipt_number: ReceiptNumber
  reason: string
  decided_at: Instant
  tries: number
  epoch: number
}

/**
 * Leases payments that are to be cancelled in the billing system, as `leasePostings` does those to be recorded there.
 */
export async function leaseCancellations(
  db: Db,
  now: Instant,
  until: Instant,
  most: number,
): Promise<LeasedCancellation[]> {
  const leased = await sql<CancellationRow>`
    with leased as (
      update posting set state = 'CANCELLING', tries = tries + 1, epoch = epoch + 1, lease_until = ${until}
      where item_id in (
        select item_id from posting
        where state in ('CANCEL_DUE', 'CANCELLING') and next_try_at <= ${now}
          and (lease_until is null or lease_until <= ${now})
        order by next_try_at limit ${most} for update skip locked)
      returning *)
    select leased.item_id, leased.checkout_id, leased.receipt_number, leased.tries, leased.epoch,
      reversal.reason, reversal.decided_at
    from leased
    join charge_attempt attempt on attempt.checkout_id = leased.checkout_id and attempt.state = 'REVERSED'
    join reversal on reversal.attempt_id = attempt.id and reversal.transaction_tag = attempt.transaction_tag
      and reversal.state = 'DONE'
    order by leased.item_id
  `.execute(db)
  return leased.rows.map((row) => ({
    itemId: row.item_id,
    checkoutId: row.checkout_id,
    receiptNumber: row.receipt_number,
    reason: row.reason,
    givenBackAt: row.decided_at,
    leaseUntil: until,
    tries: row.tries,
    epoch: row.epoch,
  }))
}

/** Records what the billing system said, unless the lease was lost: then whoever holds it now will. */
export async function recordCancellation(db: Db, result: CancellationResult): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockCheckout(tx, result.checkoutId)
    if (!(await moveCancellation(tx, result))) return false
    const { itemId: subjectId, to, detail } = result
    await appendEvents(tx, result.checkoutId, result.at, [
      { subject: 'posting', subjectId, from: 'CANCELLING', to, detail },
    ])
    return true
  })
}

/** Moves the posting; one that is cancelled moves in the ledger with it. */
async function moveCancellation(tx: Tx, result: CancellationResult): Promise<boolean> {
  const { to, itemId, at, nextTryAt } = result
  const reason = result.detail['reason']
  const moved = await sql`
    with moved as (
      update posting set state = ${to}, lease_until = null,
        cancelled_at = ${to === 'CANCELLED' ? at : null}::timestamptz,
        last_error = ${typeof reason === 'string' ? scrub(reason) : null},
        next_try_at = coalesce(${nextTryAt}::timestamptz, next_try_at)
      where item_id = ${itemId} and epoch = ${result.epoch} and state = any(${postingStatesBefore(to)}::text[])
      returning checkout_id, item_id, state, amount_cents),
    entered as (
      insert into ledger_entry (checkout_id, item_id, book, amount_cents, entered_at)
      select checkout_id, item_id, entry.book, entry.sign * amount_cents, ${at}::timestamptz
      from moved, (values ('unposted', -1), ('posted', 1)) as entry(book, sign)
      where moved.state = 'CANCELLED')
    select from moved
  `.execute(tx)
  return moved.rows.length === 1
}
