import { type RawBuilder, sql } from 'kysely'
import { endOfDay, startOfDay } from '../../database/local-day.ts'
import { type Wanted, hourlyConditions } from './wanted.ts'

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
