import type { Instant } from '@portal/contract/dates'
import type { Cents } from '@portal/contract/money'
import { sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'
import type { LaterCause } from '../../database/tables/payments.ts'

type Book = 'card' | 'unposted' | 'disputed'

interface LaterMove {
  checkoutId: number
  at: Instant
  cause: LaterCause
  from: Book
  to: Book
  /** Of the payment, without one all of it. Nothing is entered in `unposted` in part. */
  amount?: Cents
}

/** Money that moves after a payment is paid or refunded. `unposted` is kept by account, and its service fee beside it. */
export async function enterMoves(tx: Tx, { checkoutId, at, cause, from, to, amount }: LaterMove): Promise<void> {
  await sql`
    insert into ledger_entry (checkout_id, item_id, book, amount_cents, entered_at, cause)
    select checkout_id, part.id, part.book, move.sign * part.amount_cents, ${at}::timestamptz, ${cause}
    from (values (${from}, -1), (${to}, 1)) as move(book, sign)
    join lateral (
      select checkout_id, id, move.book, amount_cents from checkout_item
      where move.book = 'unposted' and checkout_id = ${checkoutId}::bigint
      union all
      select checkout_id, null, 'fee', fee_cents from charge_attempt
      where move.book = 'unposted' and checkout_id = ${checkoutId}::bigint and fee_cents > 0
      union all
      select checkout_id, null, move.book, coalesce(${amount ?? null}::bigint, amount_cents) from charge_attempt
      where move.book <> 'unposted' and checkout_id = ${checkoutId}::bigint) as part on true
  `.execute(tx)
}
