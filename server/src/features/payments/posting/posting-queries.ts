import { sql } from 'kysely'
import type { Instant } from '@portal/contract/dates'
import type { AccountNumber, ReceiptNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import type { SourceCode } from '@portal/contract/card'
import type { Db, Tx } from '../../../database/connect.ts'
import { type Statement, together } from '../../../database/together.ts'
import { insertEvents } from '../events.ts'
import { scrub } from '../scrub.ts'
import { postingStatesBefore } from '../states.ts'
import type { LeasedPosting, PostingResult } from '../store.ts'

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

/**
 * Leases postings that are due, oldest first (docs/payments.md). A posting whose lease ran out is due again:
 * whoever held it may have died before or after telling the billing system.
 */
export async function leasePostings(db: Db, now: Instant, until: Instant, most: number): Promise<LeasedPosting[]> {
  const leased = await sql<PostingRow>`
    with leased as (
      update posting set state = 'POSTING', tries = tries + 1, epoch = epoch + 1, lease_until = ${until}
      where item_id in (
        select item_id from posting
        where state in ('PENDING', 'POSTING') and next_try_at <= ${now}
          and (lease_until is null or lease_until <= ${now})
        order by next_try_at limit ${most} for update skip locked)
      returning *)
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

/** Records what the billing system said (T6), unless the lease was lost: then whoever holds it now will. */
export async function recordPosting(db: Db, result: PostingResult): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await lockPosting(tx, result))) return false
    const { checkoutId, itemId: subjectId, at, to, detail } = result
    await together(tx, {
      ...postingMoves(result),
      events: insertEvents(checkoutId, at, [{ subject: 'posting', subjectId, from: 'POSTING', to, detail }]),
    })
    return true
  })
}

/**
 * Locks the checkout, then the posting, as a statement of its own, so that later ones see what whoever held them before
 * has committed.
 * @returns false when the lease was lost, or the posting stands where this move is not legal.
 */
async function lockPosting(tx: Tx, { checkoutId, itemId, epoch, to }: PostingResult): Promise<boolean> {
  const { rows } = await sql`
    select from checkout join posting on posting.checkout_id = checkout.id
    where checkout.id = ${checkoutId} and posting.item_id = ${itemId} and posting.epoch = ${epoch}
      and posting.state = any(${postingStatesBefore(to)}::text[])
    for no key update of checkout, posting
  `.execute(tx)
  return rows.length === 1
}

/** Moves the posting; one that is posted moves in the ledger with it. */
function postingMoves({
  to,
  itemId,
  at,
  nextTryAt,
  billingReference,
  detail,
}: PostingResult): Record<string, Statement> {
  const { reason } = detail
  return {
    moved: sql`
      update posting set state = ${to}, lease_until = null, billing_reference = ${billingReference},
        posted_at = ${to === 'POSTED' ? at : null}::timestamptz, last_error = ${typeof reason === 'string' ? scrub(reason) : null},
        next_try_at = coalesce(${nextTryAt}::timestamptz, next_try_at)
      where item_id = ${itemId}
      returning checkout_id, item_id, state, amount_cents`,
    entered: sql`
      insert into ledger_entry (checkout_id, item_id, book, amount_cents, entered_at)
      select checkout_id, item_id, entry.book, entry.sign * amount_cents, ${at}::timestamptz
      from moved, (values ('unposted', 1), ('posted', -1)) as entry(book, sign)
      where moved.state = 'POSTED'`,
  }
}
