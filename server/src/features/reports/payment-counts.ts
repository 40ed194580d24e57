import { type Instant, later } from '@portal/contract/dates'
import { type Cents, noCents } from '@portal/contract/money'
import type { PaymentMode } from '@portal/contract/payments'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { endOfDay, startOfDay } from '../../database/sql.ts'
import type { Deps } from '../../deps.ts'
import type { Work } from '../../foundation/work/loop.ts'
import { type Wanted, conditionsOf, hourlyConditions, isHourly, noBrand } from './filter.ts'

export interface Totals {
  /** Successful or not. */
  payments: number
  /** Charged and not given back. */
  paid: Record<PaymentMode, Sum>
  /** A bank has them, and has not paid. */
  processing: Sum
}

interface Sum {
  payments: number
  amount: Cents
}

interface TotalRow {
  mode: PaymentMode
  is_paid: boolean
  payments: number
  amount_cents: Cents
}

/** Over every wanted payment, whichever page is looked at. */
export async function readTotals(db: Db, wanted: Wanted): Promise<Totals> {
  const [{ rows }, processing] = await Promise.all([
    isHourly(wanted) ? totalsByHour(db, wanted) : totalsOfPayments(db, wanted),
    sumProcessing(db, wanted),
  ])
  const totals: Totals = {
    payments: 0,
    processing,
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

/** Some days' bank payments at most: the index of what is running has them. */
async function sumProcessing(db: Db, wanted: Wanted): Promise<Sum> {
  const { rows } = await sql<Sum>`
    select count(*) as payments, coalesce(sum(payment.amount_cents), 0)::bigint as amount
    from charge_attempt payment where payment.state = 'PROCESSING' and ${conditionsOf(wanted)}
  `.execute(db)
  return rows[0] ?? { payments: 0, amount: noCents }
}

/** A `with` list: sums of unchanged days (UTC) and hours, the payments for the rest; one statement, one state. */
export function countedPayments(wanted: Wanted): RawBuilder<unknown> {
  const { filter, asOf } = wanted
  const alike = (table: 'payment' | 'sums'): RawBuilder<unknown> =>
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

/** One row of nested ranges: wanted, hours summed, days summed. An empty one ends where it begins. */
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

/** Marked so long after its end, when every transaction that began a payment in it has ended. */
const settled = 10 * 60_000

/** Summed so much later: an earlier change of a payment would be neither in the sum nor in the mark. */
const markSettled = 5 * 60_000

const batch = 100

/** Arbitrary, used by no other lock of the portal: one process sums at a time. */
const summingLock = 4_155_002

/** Hours over, or changed since, a batch at a time. */
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

/** The oldest first. @returns how many */
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

/** An hour that changes meanwhile stays open until next time. @returns how many hours it took */
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
    insert into payment_hour (hour, mode, brand, is_paid, made_by, payments, amount_cents)
    select hour, mode, coalesce(brand, ${sql.lit(noBrand)}) as brand, state = 'CHARGED' as is_paid, made_by, count(*), sum(amount_cents)
    from unnest(${hours}::timestamptz[]) as hour
    join charge_attempt payment on payment.sent_at >= hour and payment.sent_at < hour + interval '1 hour'
    group by hour, mode, coalesce(brand, ${sql.lit(noBrand)}), is_paid, made_by
    -- Read by the hour: those of one hour stand together.
    order by hour
  `.execute(tx)
  // Whoever changed a payment since the sums has raised the version, or waits here.
  await sql`
    update payment_hour_mark mark set is_summed = true
    from unnest(${hours}::timestamptz[], ${versions}::integer[]) as seen (hour, version)
    where mark.hour = seen.hour and mark.version = seen.version
  `.execute(tx)
  return open.length
}
