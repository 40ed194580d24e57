import type { Instant } from '@portal/contract/dates'
import type { ReceiptNumber } from '@portal/contract/ids'
import { sql } from 'kysely'
import type { Db } from '../../../database/connect.ts'
import type { CancellationResult, LeasedCancellation } from './cancellation-store.ts'
import { leasing, recordAnswer } from './posting-rows.ts'

interface CancellationRow {
  item_id: number
  checkout_id: number
  receipt_number: ReceiptNumber
  reason: string
  decided_at: Instant
  tries: number
  epoch: number
}

/** Leases payments that must be cancelled in the billing system because their charge was given back. */
export async function leaseCancellations(
  db: Db,
  now: Instant,
  until: Instant,
  most: number,
): Promise<LeasedCancellation[]> {
  const leased = await sql<CancellationRow>`
    with leased as (${leasing({ due: 'CANCEL_DUE', underWay: 'CANCELLING' }, { now, until, most })})
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

/**
 * Records the answer of the billing system.
 * @returns false when the lease was lost.
 */
export async function recordCancellation(db: Db, result: CancellationResult): Promise<boolean> {
  const cancelledAt = result.to === 'CANCELLED' ? result.at : null
  return await recordAnswer(db, result, {
    from: 'CANCELLING',
    columns: sql`cancelled_at = ${cancelledAt}::timestamptz`,
    settled: 'CANCELLED',
    books: ['posted', 'unposted'],
  })
}
