import { cardBrands } from '@portal/contract/card-brands'
import type { PaymentMaker, PaymentMethod, ReportFilter } from '@portal/contract/reports'
import { readShortNumber, tagOfReceipt } from '@portal/contract/short-number'
import { bareNumber } from '@portal/contract/text'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { endOfDay, startOfDay } from '../../database/sql.ts'

/** The filter people entered, in days of the utility, up to a key. */
export interface Wanted {
  filter: ReportFilter
  timeZone: string
  /** Payments with a later key are not there yet. */
  asOf: number
}

/** A parameter, or a literal where PostgreSQL takes none (COPY). */
export type Encode = (value: string | number) => RawBuilder<unknown>
const asParameter: Encode = (value) => sql`${value}`

export function conditionsOf({ filter, timeZone, asOf }: Wanted, encode: Encode = asParameter): RawBuilder<SqlBool> {
  const { username, accountId, auth_no: authorization, receipt, amount } = filter
  const all = [sql<SqlBool>`payment.id <= ${encode(asOf)}::bigint`, ...hourlyConditions(filter, 'payment', encode)]
  if (filter.pay_date_start)
    all.push(sql`payment.sent_at >= ${startOfDay(encode(filter.pay_date_start), encode(timeZone))}`)
  if (filter.pay_date_end) all.push(sql`payment.sent_at < ${endOfDay(encode(filter.pay_date_end), encode(timeZone))}`)
  const lastFour = /^\d{4}$/.test(filter.credit_card ?? '') ? filter.credit_card : undefined
  if (lastFour) all.push(sql`payment.last_four = ${encode(lastFour)}::text`)
  if (username) all.push(beginsWith(username, encode))
  if (amount) {
    all.push(sql`payment.amount_cents between ${encode(amount.least)}::bigint and ${encode(amount.most)}::bigint`)
  }
  if (authorization) all.push(sql`upper(payment.authorization_number) = ${encode(authorization.toUpperCase())}::text`)
  if (receipt) all.push(hasReceipt(receipt, encode))
  if (accountId) {
    all.push(sql`payment.checkout_id in (
      select item.checkout_id from checkout_item item where item.account_id = ${encode(accountId)}::text)`)
  }
  return sql<SqlBool>`${sql.join(all, sql` and `)}`
}

/** The sums by hour know all that the filter asks for. */
export function isHourly({ filter }: Wanted): boolean {
  const { receipt, username, accountId, auth_no: authorization, amount, credit_card: card } = filter
  return !receipt && !username && !accountId && !authorization && !amount && (!card || brandOf(card) !== undefined)
}

/** How sums call what no brand has. */
export const noBrand: PaymentMethod = 'Bank account'

/** Shared by payments and their sums by hour. */
export function hourlyConditions(
  { mode, made_by: maker, method, credit_card: card }: ReportFilter,
  table: 'payment' | 'sums',
  encode: Encode = asParameter,
): RawBuilder<SqlBool>[] {
  const all: RawBuilder<SqlBool>[] = []
  if (mode) all.push(sql`${sql.ref(`${table}.mode`)} = ${encode(mode)}::text`)
  if (maker) all.push(isMadeBy(maker, table))
  if (method) all.push(isPaidBy(method, table))
  if (card && !/^\d{4}$/.test(card)) {
    const brand = brandOf(card)
    // Neither a brand nor four digits: no card matches.
    all.push(brand ? sql`${sql.ref(`${table}.brand`)} = ${encode(brand)}::text` : sql`false`)
  }
  return all
}

/** Written out: PostgreSQL finds no partial index by a parameter. */
function isMadeBy(maker: PaymentMaker, table: string): RawBuilder<SqlBool> {
  const madeBy = sql.ref(`${table}.made_by`)
  if (maker === 'Customer') return sql`${madeBy} = 'person' and ${sql.ref(`${table}.mode`)} = 'Online'`
  return maker === 'AutoPay' ? sql`${madeBy} = 'autoPay'` : sql`${madeBy} = 'schedule'`
}

/** Written out, as above. */
function isPaidBy(method: PaymentMethod, table: 'payment' | 'sums'): RawBuilder<SqlBool> {
  const isBank = table === 'payment' ? sql`payment.brand is null` : sql`sums.brand = ${sql.lit(noBrand)}`
  return method === noBrand ? sql<SqlBool>`${isBank}` : sql<SqlBool>`not (${isBank})`
}

function brandOf(card: string): string | undefined {
  return cardBrands.find((brand) => brand.toLowerCase() === card.toLowerCase())
}

/** Byte by byte from the text up to the text and the highest character, so that the index is used. */
function beginsWith(text: string, encode: Encode): RawBuilder<SqlBool> {
  return sql`lower(payment.paid_by) ~>=~ lower(${encode(text)}::text)
    and lower(payment.paid_by) ~<~ (lower(${encode(text)}::text) || chr(1114111))`
}

/** A receipt, its tag, or the number that payers without a receipt quote, as people type them. */
function hasReceipt(typed: string, encode: Encode): RawBuilder<SqlBool> {
  const short = readShortNumber(typed)
  if (short) return sql`payment.short_number = ${encode(short.number)}::text`
  const tag = tagOfReceipt(typed)
  // References are of Crockford's base 32, which reads O as 0, and I and L as 1.
  const reference = bareNumber(typed).toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  if (tag === null) return sql`payment.reference = ${encode(reference)}::text`
  return sql`(payment.transaction_tag = ${encode(tag)}::text or payment.reference = ${encode(reference)}::text)`
}
