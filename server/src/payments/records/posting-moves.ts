import type { Instant } from '@portal/contract/dates'
import type { ReceiptNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import { nextReceipt } from '@portal/contract/payments'
import { sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'
import { type Statement, stepped } from '../../database/sql.ts'
import type { LaterCause, PostingState } from '../../database/tables/payments.ts'
import type { Steps, postingMoves } from '../states.ts'
import type { PaymentEvent } from './events.ts'

/** Of one account of a charge. */
export interface NewReceipt {
  itemId: number
  receiptNumber: ReceiptNumber
  amount: Cents
}

/** The database accepts postings only once the attempt is CHARGED or PROCESSING: they follow from `attemptMoved` in its statement. */
export function postingsBegun(
  { checkoutId, at, receipts }: { checkoutId: number; at: Instant; receipts: readonly NewReceipt[] },
  book: 'card' | 'clearing' = 'card',
): Record<string, Statement> {
  return {
    posted: sql`
      insert into posting (item_id, checkout_id, receipt_number, amount_cents, state, next_try_at)
      select item_id, ${checkoutId}, receipt_number, amount_cents, 'PENDING', ${at}::timestamptz
      from moved_attempt, unnest(
        ${receipts.map((receipt) => receipt.itemId)}::bigint[],
        ${receipts.map((receipt) => receipt.receiptNumber)}::text[],
        ${receipts.map((receipt) => receipt.amount)}::bigint[]
      ) as receipt(item_id, receipt_number, amount_cents)
      returning item_id, amount_cents`,
    entered: sql`
      insert into ledger_entry (checkout_id, item_id, book, amount_cents, entered_at)
      select ${checkoutId}::bigint, null::bigint, ${book}::text, amount_cents, ${at}::timestamptz from moved_attempt
      join charge_attempt using (id) where exists (select from posted)
      union all
      select ${checkoutId}::bigint, null::bigint, 'fee', -fee_cents, ${at}::timestamptz from moved_attempt
      join charge_attempt using (id) where fee_cents > 0 and exists (select from posted)
      union all
      select ${checkoutId}::bigint, item_id, 'unposted', -amount_cents, ${at}::timestamptz from posted`,
  }
}

/** The bank has paid what was credited when it was submitted. For the statement of the move. */
export function cleared({ checkoutId, at }: { checkoutId: number; at: Instant }): Statement {
  return sql`
    insert into ledger_entry (checkout_id, item_id, book, amount_cents, entered_at)
    select ${checkoutId}::bigint, null, move.book, move.sign * amount_cents, ${at}::timestamptz
    from moved_attempt join charge_attempt using (id), (values ('clearing', -1), ('card', 1)) as move(book, sign)`
}

const canceledSteps = { POSTED: 'CANCEL_DUE' } as const satisfies Steps<typeof postingMoves>

/** After a refund, a lost dispute, or a resolution that was undone: makes the postings due to be cancelled and enters it. Nothing without postings. */
export async function cancelPostings(
  tx: Tx,
  checkoutId: number,
  at: Instant,
  book: 'card' | 'disputed' | 'clearing' = 'card',
  cause: LaterCause | null = null,
): Promise<PaymentEvent[]> {
  const { rows } = await sql<{ item_id: number; receipt_number: string; state: PostingState }>`
    with given_back as (
      update posting set
        state = ${stepped('state', canceledSteps)},
        next_try_at = ${at}::timestamptz, tries = 0, lease_until = null
      where checkout_id = ${checkoutId} and state in ('POSTED', 'REJECTED')
      returning item_id, receipt_number, state, amount_cents),
    entered as (
      insert into ledger_entry (checkout_id, item_id, book, amount_cents, entered_at, cause)
      select checkout_id, null::bigint, move.book, move.amount_cents, ${at}::timestamptz, ${cause}
      from charge_attempt attempt, lateral (values (${book}::text, -amount_cents), ('fee', fee_cents)) as move(book, amount_cents)
      where checkout_id = ${checkoutId}::bigint and move.amount_cents <> 0 and exists (select from given_back)
      union all
      select ${checkoutId}::bigint, item_id, 'unposted', amount_cents, ${at}::timestamptz, ${cause} from given_back)
    select item_id, receipt_number, state from given_back order by item_id
  `.execute(tx)
  return rows
    .filter(({ state }) => state === 'CANCEL_DUE')
    .map(({ item_id: subjectId, receipt_number: receipt }) => {
      return { subject: 'posting', subjectId, from: 'POSTED', to: 'CANCEL_DUE', detail: { receipt } }
    })
}

const triedAgain = { REJECTED: 'PENDING', CANCEL_REJECTED: 'CANCEL_DUE' } as const satisfies Steps<typeof postingMoves>

/** By a person: to be recorded while the charge stands, to be cancelled once it has been reversed. */
export async function makePostingsDue(
  tx: Tx,
  checkoutId: number,
  at: Instant,
): Promise<{ itemId: number; from: PostingState; to: PostingState }[]> {
  const { rows } = await sql<{ itemId: number; from: PostingState; to: PostingState }>`
    with due as (
      select posting.item_id, posting.state as before
      from posting join charge_attempt attempt on attempt.checkout_id = posting.checkout_id
      where posting.checkout_id = ${checkoutId}::bigint
        and (attempt.state in ('CHARGED', 'PROCESSING') and posting.state in ('PENDING', 'REJECTED')
          or attempt.state in ('REVERSING', 'REVERSED', 'NOT_CHARGED', 'RETURNED') and posting.state in ('CANCEL_DUE', 'CANCEL_REJECTED'))
      for update of posting)
    update posting set next_try_at = ${at}::timestamptz, epoch = epoch + 1, lease_until = null,
      state = ${stepped('due.before', triedAgain)}
    from due where posting.item_id = due.item_id
    returning posting.item_id as "itemId", due.before as "from", posting.state as "to"
  `.execute(tx)
  return rows
}

const wonAgain = { CANCELLED: 'PENDING', CANCEL_REJECTED: 'POSTED' } as const satisfies Steps<typeof postingMoves>

/** Under another receipt, as the billing system has canceled the first. What it refused to cancel is still there. */
export async function postAgain(tx: Tx, checkoutId: number, at: Instant): Promise<PaymentEvent[]> {
  const canceled = await tx
    .selectFrom('posting')
    .select(['item_id', 'receipt_number', 'state'])
    .where('checkout_id', '=', checkoutId)
    .where('state', 'in', ['CANCELLED', 'CANCEL_REJECTED'])
    .orderBy('item_id')
    .forUpdate()
    .execute()
  const due = canceled.flatMap(({ item_id: itemId, receipt_number: receipt, state: from }) => {
    if (from !== 'CANCELLED' && from !== 'CANCEL_REJECTED') return []
    return [{ itemId, from, to: wonAgain[from], receipt: from === 'CANCELLED' ? nextReceipt(receipt) : receipt }]
  })
  await sql`
    update posting set state = due.state, receipt_number = due.receipt, next_try_at = ${at}::timestamptz, tries = 0,
      lease_until = null, epoch = epoch + 1, last_error = null, cancelled_at = null,
      posted_at = case due.state when 'POSTED' then posted_at end
    from unnest(${due.map(({ itemId }) => itemId)}::bigint[], ${due.map(({ to }) => to)}::text[],
      ${due.map(({ receipt }) => receipt)}::text[]) as due (item_id, state, receipt)
    where posting.item_id = due.item_id`.execute(tx)
  return due.map(({ itemId: subjectId, from, to, receipt }) => {
    return { subject: 'posting', subjectId, from, to, detail: { receipt } }
  })
}
