import { type RawBuilder, sql } from 'kysely'
import { endOfDay, startOfDay } from '../../database/local-day.ts'
import { type Wanted, hourlyConditions } from './wanted.ts'

/**
 * The wanted payments counted, as a `with` list ending in `counted (since, mode, is_paid, payments, amount_cents)`, where
 * no two days (UTC) share a row: from the sums of whole days, from the sums of hours for the rest of the range and for days
 * with an hour that changed, and from the payments themselves for such hours, for those that are not over long enough, and
 * for hours the range begins or ends in the middle of (where a time zone is half an hour off).
 * Sums count only for hours that were over before the newest wanted payment began: a list that has been open for long still
 * counts what it shows. One statement sees one state of all, so no payment counts twice.
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
 * `bounds`, one row: the wanted range; the whole hours in it whose sums count; the whole days in those. A part of the range
 * that holds none is empty: it ends where it begins.
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
