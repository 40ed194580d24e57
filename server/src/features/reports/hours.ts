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
    bounds as (select ${since} as since, ${until} as until),
    marks as (
      select mark.hour, mark.is_summed from payment_hour_mark mark
      where mark.hour + interval '70 minutes' <= (select sent_at from charge_attempt where id = ${asOf}::bigint)),
    whole as (
      select marks.hour, marks.is_summed from marks, bounds
      where marks.hour >= since and marks.hour + interval '1 hour' <= until),
    live (since, until) as (
      select hour, hour + interval '1 hour' from whole where not is_summed
      union all
      select greatest(since, coalesce((select max(hour) + interval '1 hour' from marks), '-infinity')), until
      from bounds
      union all
      select since, date_trunc('hour', since, 'UTC') + interval '1 hour' from bounds
      where since > date_trunc('hour', since, 'UTC')
        and exists (select from marks where hour = date_trunc('hour', since, 'UTC'))
      union all
      select date_trunc('hour', until, 'UTC'), until from bounds
      where until > date_trunc('hour', until, 'UTC')
        and exists (select from marks where hour = date_trunc('hour', until, 'UTC'))),
    counted as (
      select sums.hour, sums.mode, sums.is_paid, sums.payments, sums.amount_cents
      from payment_hour sums join whole on whole.hour = sums.hour and whole.is_summed
      where ${alike('sums')}
      union all
      select date_trunc('hour', payment.sent_at, 'UTC'), payment.mode, payment.state = 'CHARGED', count(*),
        sum(payment.amount_cents)::bigint
      from live join charge_attempt payment on payment.sent_at >= live.since and payment.sent_at < live.until
      where payment.id <= ${asOf}::bigint and ${alike('payment')}
      group by 1, 2, 3)`
}
