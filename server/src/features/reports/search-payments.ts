import type { CardBrand } from '@portal/contract/card'
import type { Instant } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import { type Cents, decimalCents } from '@portal/contract/money'
import { type PaymentMode, countTag, wholeReceipt } from '@portal/contract/payments'
import type { FoundPayments, ReportFilter, ReportRow, ReportSort } from '@portal/contract/reports'
import { visibleAdminName, visibleText } from '@portal/contract/text'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { AttemptState } from '../../database/tables/payments.ts'
import type { Deps } from '../../deps.ts'
import { staffStatusOf, wasCharged } from '../../payments/states.ts'
import { type Wanted, conditionsOf, isHourly } from './filter.ts'
import { countedPayments, readTotals } from './payment-counts.ts'

/** Which page of which payments. */
interface AskedPage extends Partial<ReportFilter> {
  page: number
  size: number
  sort: ReportSort
  direction: 'asc' | 'desc'
  asOf?: number | undefined
}

/** A page of the payments that fit, with the totals of all that do (A§2 Reports). */
export async function searchPayments(
  { db, profile }: Pick<Deps, 'db' | 'profile'>,
  { page, size, sort, direction, asOf: known, ...filter }: AskedPage,
): Promise<FoundPayments> {
  const asOf = known ?? (await newestPayment(db))
  const wanted = { filter: { ...noFilter, ...filter }, timeZone: profile.timeZone, asOf }
  const [totals, rows] = await Promise.all([
    readTotals(db, wanted),
    selectPage(db, wanted, { sort, direction, offset: (page - 1) * size, size }),
  ])
  const { Online: online, 'Phoned-In': phonedIn } = totals.paid
  return {
    list: rows.map(reportRow),
    pages: Math.ceil(totals.payments / size),
    sumOnline: decimalCents(online.amount),
    sumPhonedin: decimalCents(phonedIn.amount),
    totalOnline: online.payments,
    totalPhonedIn: phonedIn.payments,
    total: totals.payments,
    asOf,
  }
}

const noFilter: ReportFilter = {
  pay_date_start: undefined,
  pay_date_end: undefined,
  receipt: undefined,
  credit_card: undefined,
  username: undefined,
  mode: undefined,
  accountId: undefined,
  auth_no: undefined,
}

function reportRow(row: PaymentRow): ReportRow {
  return {
    id: row.id,
    username: payerOf(row),
    accountId: row.account_id,
    auth_no: row.authorization_number ?? '',
    payment_date: row.sent_at,
    receipt_number: wasCharged(row.state) && row.transaction_tag !== null ? wholeReceipt(row.transaction_tag) : '',
    count: countTag(row.account_count),
    transaction_tag: row.transaction_tag ?? '',
    amount: decimalCents(row.amount_cents),
    pay_eezy_seq_num: row.sequence_number ?? '',
    process_message: row.message ?? '',
    bank_response: row.bank_message ?? '',
    mode: row.mode,
    ccb_status: row.is_posted ? '1' : '0',
    status: staffStatusOf[row.state],
    brand: row.brand,
    lastFour: row.last_four,
    reference: row.reference,
  }
}

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
interface PaymentRow {
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
async function selectPage(db: Db, wanted: Wanted, stretch: Stretch): Promise<PaymentRow[]> {
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
