import { type Instant, later } from '@portal/contract/dates'
import { type Cents, noCents } from '@portal/contract/money'
import type { PaymentMode } from '@portal/contract/payments'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { endOfDay, startOfDay } from '../../database/sql.ts'
import type { Deps } from '../../deps.ts'
import type { Work } from '../../foundation/work/loop.ts'
import { type Wanted, conditionsOf, hourlyConditions, isHourly } from './filter.ts'

/** What a report adds up to. */
export interface Totals {
  /** Every payment, successful and unsuccessful. */
  payments: number
  /** Those charged and not given back, and their money. */
  paid: Record<PaymentMode, { payments: number; amount: Cents }>
}

interface TotalRow {
  mode: PaymentMode
  is_paid: boolean
  payments: number
  amount_cents: Cents
}

/** Totals over every wanted payment, whichever page is looked at. */
export async function readTotals(db: Db, wanted: Wanted): Promise<Totals> {
  const { rows } = isHourly(wanted) ? await totalsByHour(db, wanted) : await totalsOfPayments(db, wanted)
  const totals: Totals = {
    payments: 0,
    paid: { Online: { payments: 0, amount: noCents }, 'Phoned-In': { payments: 0, amount: noCents } },
  }
  for (const row of rows) {
    totals.payments += row.payments
    if (row.is_paid) totals.paid[row.mode] = { payments: row.payments, amount: row.amount_cents }
  }
  return totals
}

async function totalsByHour(db: Db, wanted: Wanted): Promise<{ rows: TotalRow[] }> {
  return await sql<TotalRow>`
    with ${countedPayments(wanted)}
    select mode, is_paid, sum(payments)::bigint as payments, sum(amount_cents)::bigint as amount_cents
    from counted group by mode, is_paid
  `.execute(db)
}

async function totalsOfPayments(db: Db, wanted: Wanted): Promise<{ rows: TotalRow[] }> {
  return await sql<TotalRow>`
    select payment.mode, payment.state = 'CHARGED' as is_paid, count(*) as payments,
      sum(payment.amount_cents)::bigint as amount_cents
    from charge_attempt payment where ${conditionsOf(wanted)}
    group by mode, is_paid
  `.execute(db)
}

/**
 * Counts the wanted payments, as a `with` list that ends in `counted (since, mode, is_paid, payments, amount_cents)`.
 * No row covers two days (UTC). The counts come from three sources:
 * - sums of whole days, where nothing in the day has changed;
 * - sums of hours, for the rest of the range and for days in which an hour has changed;
 * - the payments themselves, for hours that have changed or ended too recently to be summed, and for hours that the
 * range cuts in two (time zones that are half an hour off).
 * Only sums of hours that ended before the newest wanted payment began are used, so that a list left open for long
 * still counts what it shows. It is one statement, so it sees one state and counts no payment twice.
 */
export function countedPayments(wanted: Wanted): RawBuilder<unknown> {
  const { filter, asOf } = wanted
  const alike = (table: string): RawBuilder<unknown> =>
    sql.join([sql`true`, ...hourlyConditions(filter, table)], sql` and `)
  return sql`
    ${boundsOf(wanted)},
    open_hours as (
      select mark.hour from payment_hour_mark mark, bounds
      where not mark.is_summed and mark.hour >= hours_from and mark.hour < hours_until),
    open_days as (select distinct date_trunc('day', hour, 'UTC') as day from open_hours),
    hours (since, until) as (
      select hours_from, least(days_from, hours_until) from bounds
      union all
      select days_until, hours_until from bounds
      union all
      select day, day + interval '1 day' from open_days, bounds where day >= days_from and day < days_until),
    live (since, until) as (
      select hour, hour + interval '1 hour' from open_hours
      union all
      select since, least(hours_from, until) from bounds
      union all
      select hours_until, until from bounds),
    counted as (
      select sums.day as since, sums.mode, sums.is_paid, sums.payments, sums.amount_cents
      from bounds join payment_day sums on sums.day >= days_from and sums.day < days_until
      where sums.day not in (select day from open_days) and ${alike('sums')}
      union all
      select sums.hour, sums.mode, sums.is_paid, sums.payments, sums.amount_cents
      from hours join payment_hour sums on sums.hour >= hours.since and sums.hour < hours.until
      where sums.hour not in (select hour from open_hours) and ${alike('sums')}
      union all
      select date_trunc('hour', payment.sent_at, 'UTC') as hour, payment.mode, payment.state = 'CHARGED' as is_paid, count(*),
        sum(payment.amount_cents)::bigint
      from live join charge_attempt payment on payment.sent_at >= live.since and payment.sent_at < live.until
      where payment.id <= ${asOf}::bigint and ${alike('payment')}
      group by hour, payment.mode, is_paid)`
}

/**
 * `bounds` is one row with three nested ranges: the wanted one, the whole hours in it whose sums are used, and the
 * whole days among those. A range that would be empty ends where it begins.
 */
function boundsOf({ filter, timeZone, asOf }: Wanted): RawBuilder<unknown> {
  const since = filter.pay_date_start ? startOfDay(filter.pay_date_start, timeZone) : sql`'-infinity'::timestamptz`
  const until = filter.pay_date_end ? endOfDay(filter.pay_date_end, timeZone) : sql`'infinity'::timestamptz`
  return sql`
    asked as materialized (
      select ${since} as since, ${until} as until,
        (select max(hour) + interval '1 hour' from payment_hour_mark
          where hour <= (select sent_at - interval '70 minutes' from charge_attempt where id = ${asOf}::bigint)) as summed_until),
    in_hours as (
      select *, date_trunc('hour', since + interval '1 hour' - interval '1 microsecond', 'UTC') as hours_from,
        date_trunc('hour', least(until, coalesce(summed_until, '-infinity')), 'UTC') as last_hour
      from asked),
    in_days as (
      select *, greatest(hours_from, last_hour) as hours_until,
        date_trunc('day', hours_from + interval '1 day' - interval '1 microsecond', 'UTC') as days_from
      from in_hours),
    bounds as (
      select *, greatest(days_from, date_trunc('day', hours_until, 'UTC')) as days_until from in_days)`
}

/** An hour is marked this long after its end: by then every transaction that began a payment in it has ended. */
const settled = 10 * 60_000

/**
 * An hour is summed this much later: by then every transaction has ended that changed one of its payments before there
 * was a mark. Such a change would neither be in the sum nor mark the hour as changed.
 */
const markSettled = 5 * 60_000

const batch = 100

/** A lock number: one process sums at a time. Arbitrary, but used by no other lock of the portal. */
const summingLock = 4_155_002

/** Sums the payments of hours that are over, and of those that changed since, a batch at a time (migration 0018). */
export function hourSums({ db, clock }: Pick<Deps, 'db' | 'clock'>): Work {
  return {
    name: 'payment-hours',
    restMilliseconds: 60_000,
    run: async () => {
      const markUntil = later(clock.now(), -settled)
      const marked = await db.transaction().execute(async (tx) => await markHours(tx, markUntil))
      const sumUntil = later(markUntil, -markSettled)
      const summed = await db.transaction().execute(async (tx) => await sumOpenHours(tx, sumUntil))
      return marked + summed
    },
  }
}

/** Marks the hours that ended by then and have no mark yet, the oldest first. @returns how many */
async function markHours(tx: Tx, until: Instant): Promise<number> {
  const result = await sql`
    insert into payment_hour_mark (hour)
    select hour from generate_series(
      coalesce(
        (select max(hour) + interval '1 hour' from payment_hour_mark),
        (select date_trunc('hour', min(sent_at), 'UTC') from charge_attempt)),
      date_trunc('hour', ${until}::timestamptz, 'UTC') - interval '1 hour',
      interval '1 hour') as hour
    order by hour limit ${batch}
    on conflict (hour) do nothing
  `.execute(tx)
  return Number(result.numAffectedRows ?? 0n)
}

/**
 * Sums open hours that ended by then. An hour that changes meanwhile stays open until next time.
 * @returns how many hours it took
 */
async function sumOpenHours(tx: Tx, until: Instant): Promise<number> {
  const lock = await sql<{ is_ours: boolean }>`select pg_try_advisory_xact_lock(${summingLock}) as is_ours`.execute(tx)
  if (!lock.rows[0]?.is_ours) return 0
  const open = await tx
    .selectFrom('payment_hour_mark')
    .select(['hour', 'version'])
    .where('is_summed', '=', sql<boolean>`false`)
    .where(sql<boolean>`hour + interval '1 hour' <= ${until}::timestamptz`)
    .orderBy('hour')
    .limit(batch)
    .execute()
  if (open.length === 0) return 0
  const hours = open.map(({ hour }) => hour)
  const versions = open.map(({ version }) => version)
  await sql`delete from payment_hour where hour = any(${hours}::timestamptz[])`.execute(tx)
  await sql`
    insert into payment_hour (hour, mode, brand, is_paid, payments, amount_cents)
    select hour, mode, brand, state = 'CHARGED' as is_paid, count(*), sum(amount_cents)
    from unnest(${hours}::timestamptz[]) as hour
    join charge_attempt payment on payment.sent_at >= hour and payment.sent_at < hour + interval '1 hour'
    group by hour, mode, brand, is_paid
    -- Read by the hour: those of one hour stand together.
    order by hour
  `.execute(tx)
  // The sums are older than this statement. Whoever changed a payment since then has raised the version, or waits here.
  await sql`
    update payment_hour_mark mark set is_summed = true
    from unnest(${hours}::timestamptz[], ${versions}::integer[]) as seen (hour, version)
    where mark.hour = seen.hour and mark.version = seen.version
  `.execute(tx)
  return open.length
}
