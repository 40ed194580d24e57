import type { Instant } from '@portal/contract/dates'
import { decimalCents } from '@portal/contract/money'
import type { PaymentMode } from '@portal/contract/payments'
import type { FoundPayments, ReportFilter, ReportRow, ReportSort } from '@portal/contract/reports'
import { visibleAdminName, visibleText } from '@portal/contract/text'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { columns } from './columns.ts'
import { type Wanted, conditionsOf, isHourly } from './filter.ts'
import { countedPayments, readTotals } from './payment-counts.ts'

interface PageRequest extends Partial<ReportFilter> {
  page: number
  size: number
  sort: ReportSort
  direction: 'asc' | 'desc'
  asOf?: number | undefined
}

/** With the totals of all that fit (A§2 Reports). */
export async function searchPayments(
  { db, profile }: Pick<Deps, 'db' | 'profile'>,
  { page, size, sort, direction, asOf: known, ...filter }: PageRequest,
): Promise<FoundPayments> {
  const asOf = known ?? (await newestPayment(db))
  const wanted = { filter: { ...noFilter, ...filter }, timeZone: profile.timeZone, asOf }
  const [totals, rows] = await Promise.all([
    readTotals(db, wanted),
    selectPage(db, wanted, { sort, direction, offset: (page - 1) * size, size }),
  ])
  const { Online: online, 'Phoned-In': phonedIn } = totals.paid
  return {
    list: rows.map((row) => ({ ...row, username: payerOf({ paid_by: row.username, mode: row.mode }) })),
    pages: Math.ceil(totals.payments / size),
    sumOnline: decimalCents(online.amount),
    sumPhonedin: decimalCents(phonedIn.amount),
    totalOnline: online.payments,
    totalPhonedIn: phonedIn.payments,
    total: totals.payments,
    processing: { payments: totals.processing.payments, amount: decimalCents(totals.processing.amount) },
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
  made_by: undefined,
  method: undefined,
  accountId: undefined,
  auth_no: undefined,
  amount: undefined,
}

/** A username: a customer's or, by phone, an administrator's. */
export function payerOf({ paid_by: name, mode }: { paid_by: string | null; mode: PaymentMode }): string {
  return mode === 'Phoned-In' ? visibleAdminName(name ?? '') : visibleText(name ?? '')
}

interface PageRange {
  sort: ReportSort
  direction: 'asc' | 'desc'
  offset: number
  size: number
}

const selected = Object.entries(columns).map(([name, column]) => sql`${column.sql} as ${sql.id(name)}`)

/** Those sent at the same instant by their beginning, as receipts, tags and sequence numbers are (A§9). */
async function selectPage(db: Db, wanted: Wanted, range: PageRange): Promise<ReportRow[]> {
  const start = await startOfPage(db, wanted, range)
  const order = orderOf(range)
  const { rows } = await sql<ReportRow>`
    with found as ${isRare(wanted) ? sql`materialized` : sql`not materialized`} (
      select payment.id, payment.sent_at, payment.amount_cents from charge_attempt payment
      where ${conditionsOf(wanted)} and ${start.condition}),
    page as materialized (
      select payment.id from found payment
      order by ${order} limit ${range.size}::bigint offset ${start.offset}::bigint)
    select ${sql.join(selected)}
    from page
    join charge_attempt payment on payment.id = page.id
    join checkout on checkout.id = payment.checkout_id
    join checkout_item first_item on first_item.checkout_id = checkout.id and first_item.ordinal = 1
    order by ${order}
  `.execute(db)
  return rows
}

/** Find all first, then sort: PostgreSQL might read all payments for the ten of a rare username. */
function isRare({ filter }: Wanted): boolean {
  return filter.username !== undefined
}

/** Up to so many rows, reading past them is quicker than counting them. */
const fewRows = 2000

/** Far into the list the sums tell the day (UTC), so that only that day's rows are skipped. */
async function startOfPage(
  db: Db,
  wanted: Wanted,
  { sort, direction, offset }: PageRange,
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

function orderOf({ sort, direction }: PageRange): RawBuilder<unknown> {
  const keys = [...(sort === 'amount' ? ['amount_cents'] : []), 'sent_at', 'id']
  return sql.join(keys.map((name) => sql`${sql.ref(`payment.${name}`)} ${directionOf(direction)}`))
}

function directionOf(direction: PageRange['direction']): RawBuilder<unknown> {
  return direction === 'asc' ? sql`asc` : sql`desc`
}

/** A list is read as of this key, so that its pages stay the same while payments arrive. */
export async function newestPayment(db: Db): Promise<number> {
  const row = await db.selectFrom('charge_attempt').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id ?? 0
}
