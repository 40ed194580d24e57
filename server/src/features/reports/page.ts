import type { CardBrand } from '@portal/contract/card'
import type { Instant } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import type { PaymentMode } from '@portal/contract/payments'
import type { ReportSort } from '@portal/contract/reports-texts'
import { visibleAdminName, visibleText } from '@portal/contract/text'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { AttemptState } from '../../database/tables/payments.ts'
import { countedPayments } from './counted.ts'
import { type Wanted, conditionsOf, isHourly } from './wanted.ts'

/** Who paid, for staff to read: a customer's or, for a payment by phone, an administrator's username. */
export function payerOf({ paid_by: name, mode }: Pick<PaymentRow, 'paid_by' | 'mode'>): string {
  return mode === 'Phoned-In' ? visibleAdminName(name ?? '') : visibleText(name ?? '')
}

/** Which part of a report. */
interface Stretch {
  sort: ReportSort
  direction: 'asc' | 'desc'
  offset: number
  size: number
}

/** A payment with what its row shows. */
export interface PaymentRow {
  id: number
  paid_by: string | null
  account_id: AccountNumber
  account_count: number
  sent_at: Instant
  state: AttemptState
  mode: PaymentMode
  brand: CardBrand
  last_four: string
  reference: string
  amount_cents: Cents
  transaction_tag: string | null
  authorization_number: string | null
  sequence_number: string | null
  message: string | null
  bank_message: string | null
  is_posted: boolean
}

/**
 * A page of the wanted payments. Payments sent at the same instant are ordered by when they began, which is the order
 * of their receipts, tags and sequence numbers (A§9).
 */
export async function selectPage(db: Db, wanted: Wanted, stretch: Stretch): Promise<PaymentRow[]> {
  const start = await startOfStretch(db, wanted, stretch)
  const order = orderOf(stretch)
  const { rows } = await sql<PaymentRow>`
    with found as ${isRare(wanted) ? sql`materialized` : sql`not materialized`} (
      select payment.id, payment.sent_at, payment.amount_cents from charge_attempt payment
      where ${conditionsOf(wanted)} and ${start.condition}),
    page as materialized (
      select payment.id from found payment
      order by ${order} limit ${stretch.size}::bigint offset ${start.offset}::bigint)
    select checkout.id, payment.paid_by, first_item.account_id, checkout.account_count, payment.sent_at, payment.state,
      payment.mode, payment.brand, payment.last_four, payment.reference, payment.amount_cents, payment.transaction_tag,
      payment.authorization_number, payment.sequence_number, payment.exact_message as message, payment.bank_message,
      payment.state = 'CHARGED' and not exists (
        select from posting where posting.checkout_id = checkout.id and posting.state <> 'POSTED') as is_posted
    from page
    join charge_attempt payment on payment.id = page.id
    join checkout on checkout.id = payment.checkout_id
    join checkout_item first_item on first_item.checkout_id = checkout.id and first_item.ordinal = 1
    order by ${order}
  `.execute(db)
  return rows
}

/**
 * Whether to find all matching payments first and sort them afterwards. PostgreSQL cannot know how many payments a
 * username has: it would read all payments in order and might find the ten of a rare customer only at the end. The
 * totals read all matching payments anyway.
 */
function isRare({ filter }: Wanted): boolean {
  return filter.username !== undefined
}

/** Up to so many rows, reading past them is quicker than counting them. */
const fewRows = 2000

/**
 * Where a page begins. Far into the list the sums tell on which day (UTC), so that only that day's rows are skipped.
 */
async function startOfStretch(
  db: Db,
  wanted: Wanted,
  { sort, direction, offset }: Stretch,
): Promise<{ condition: RawBuilder<unknown>; offset: number }> {
  const fromTheStart = { condition: sql`true`, offset }
  if (sort !== 'payment_date' || offset < fewRows || !isHourly(wanted)) return fromTheStart
  const { rows } = await sql<{ day: Instant; before: number }>`
    with ${countedPayments(wanted)},
    days as (select date_bin('1 day', since, timestamptz 'epoch') as day, sum(payments) as payments from counted group by day),
    passed as (
      select day, payments, sum(payments) over (order by day ${directionOf(direction)}) - payments as before from days)
    select day, before::bigint as before from passed
    where before <= ${offset}::bigint and ${offset}::bigint < before + payments
  `.execute(db)
  const found = rows[0]
  if (!found) return fromTheStart
  const condition =
    direction === 'desc'
      ? sql`payment.sent_at < ${found.day}::timestamptz + interval '1 day'`
      : sql`payment.sent_at >= ${found.day}::timestamptz`
  return { condition, offset: offset - found.before }
}

function orderOf({ sort, direction }: Stretch): RawBuilder<unknown> {
  const first = sort === 'amount' ? sql`payment.amount_cents` : sql`payment.sent_at`
  return sql`${first} ${directionOf(direction)}, payment.id ${directionOf(direction)}`
}

function directionOf(direction: Stretch['direction']): RawBuilder<unknown> {
  return direction === 'asc' ? sql`asc` : sql`desc`
}

/**
 * The key of the newest payment. A list is read as of this key, so that its pages stay the same while payments arrive.
 */
export async function newestPayment(db: Db): Promise<number> {
  const row = await db.selectFrom('charge_attempt').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id ?? 0
}
