import type { SourceCode } from '@portal/contract/card'
import type { Instant } from '@portal/contract/dates'
import type { AccountNumber, ReceiptNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import { sql } from 'kysely'
import type { Db } from '../../../database/connect.ts'
import { leasing, recordAnswer } from './posting-rows.ts'
import type { LeasedPosting, PostingResult } from './posting-store.ts'

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

/** Leases postings that must be recorded in the billing system (docs/payments.md). */
export async function leasePostings(db: Db, now: Instant, until: Instant, most: number): Promise<LeasedPosting[]> {
  const leased = await sql<PostingRow>`
    with leased as (${leasing({ due: 'PENDING', underWay: 'POSTING' }, { now, until, most })})
    select leased.item_id, leased.checkout_id, item.account_id, leased.receipt_number, leased.amount_cents,
      checkout.source_code, attempt.authorization_number, attempt.sent_at, leased.tries, leased.epoch
    from leased
    join checkout_item item on item.id = leased.item_id
    join checkout on checkout.id = leased.checkout_id
    join charge_attempt attempt on attempt.checkout_id = leased.checkout_id and attempt.state = 'CHARGED'
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

/**
 * Records the answer of the billing system.
 * @returns false when the lease was lost.
 */
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
