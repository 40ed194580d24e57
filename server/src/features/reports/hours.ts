import { type RawBuilder, sql } from 'kysely'
import { type Wanted, endOf, hourlyConditions, startOf } from './wanted.ts'

/**
 * The wanted payments counted by hour, as a `with` list ending in `counted (hour, mode, is_paid, payments, amount_cents)`:
 * from the sums of whole hours where they stand, and from the payments themselves for hours that are not summed, for those
 * after them, and for hours the wanted days begin or end in the middle of (where a time zone is half an hour off).
 * Sums count only for hours that were over before the newest wanted payment began: a list that has been open for long still
 * counts what it shows. One statement sees one state of both, so no payment counts twice.
 */
export function countedHours(wanted: Wanted): RawBuilder<unknown> {
  const { filter, timeZone, asOf } = wanted
  const since = filter.pay_date_start ? startOf(filter.pay_date_start, timeZone) : sql`'-infinity'::timestamptz`
  const until = filter.pay_date_end ? endOf(filter.pay_date_end, timeZone) : sql`'infinity'::timestamptz`
  const alike = (table: string): RawBuilder<unknown> =>
    sql.join([sql`true`, ...hourlyConditions(filter, table)], sql` and `)
  return sql`
    bounds as (
      select since, until, settled, (select max(hour) + interval '1 hour' from payment_hour_mark where hour <= settled) as live_from
      from (
        select ${since} as since, ${until} as until,
          (select sent_at - interval '70 minutes' from charge_attempt where id = ${asOf}::bigint) as settled) as asked),
    open as (
      select mark.hour from payment_hour_mark mark, bounds
      where not mark.is_summed and mark.hour >= since and mark.hour + interval '1 hour' <= until and mark.hour <= settled),
    live (since, until) as (
      select hour, hour + interval '1 hour' from open
      union all
      select greatest(since, coalesce(live_from, '-infinity')), until from bounds
      union all
      select since, date_trunc('hour', since, 'UTC') + interval '1 hour' from bounds
      where since > date_trunc('hour', since, 'UTC') and since < live_from
      union all
      select date_trunc('hour', until, 'UTC'), until from bounds
      where until > date_trunc('hour', until, 'UTC') and until < live_from),
    counted as (
      select sums.hour, sums.mode, sums.is_paid, sums.payments, sums.amount_cents
      from payment_hour sums
      where ${wholeHours(wanted)} and sums.hour not in (select hour from open) and ${alike('sums')}
      union all
      select date_trunc('hour', payment.sent_at, 'UTC'), payment.mode, payment.state = 'CHARGED', count(*),
        sum(payment.amount_cents)::bigint
      from live join charge_attempt payment on payment.sent_at >= live.since and payment.sent_at < live.until
      where payment.id <= ${asOf}::bigint and ${alike('payment')}
      group by 1, 2, 3)`
}

/** Without a day to begin or to end with there is no condition: PostgreSQL takes each for one that leaves few hours. */
function wholeHours({ filter }: Wanted): RawBuilder<unknown> {
  const all = [sql`sums.hour <= (select settled from bounds)`]
  if (filter.pay_date_start) all.push(sql`sums.hour >= (select since from bounds)`)
  if (filter.pay_date_end) all.push(sql`sums.hour <= (select until - interval '1 hour' from bounds)`)
  return sql.join(all, sql` and `)
}
