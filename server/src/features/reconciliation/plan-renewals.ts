import { type Instant, later } from '@portal/contract/dates'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/connect.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** What was decided longer ago than this is not looked for any more; somebody can start a run by hand. */
const longestAgo = 31 * day

/**
 * How long after a decision its day is compared again: by then it is committed everywhere, its postings are usually
 * made, and what was decided at the same time is compared with it.
 */
const restAfterDecision = 10 * minute

/**
 * Plans one more run for each day that was compared before something about its payments was decided: charged,
 * declined, not charged, given back or cancelled. That concerns the day on which the charge, the void or the refund was
 * sent, and the day of the decision. A day whose daily run is still to come needs none. A run covers every decision
 * until shortly before it began, so the run of a renewal makes no other one due, and a later decision makes one. The
 * indexes of the table let several processes plan each run once.
 */
export async function planRenewals(db: Db, timeZone: string, now: Instant, pace: number): Promise<void> {
  const since = sql`${later(now, -longestAgo)}::timestamptz`
  const rest = sql`(${restAfterDecision * pace} * interval '1 millisecond')`
  const dayOf = (at: RawBuilder<unknown>) => sql`(${at} at time zone ${timeZone}::text)::date`
  await sql`
    with decision (sent_at, decided_at) as (
      select sent_at, decided_at from charge_attempt
      where decided_at - sent_at > interval '2 hours' and decided_at >= ${since}
      union all
      select sent.at, reversal.decided_at
      from reversal join charge_attempt attempt on attempt.id = reversal.attempt_id
      cross join unnest(array[attempt.sent_at, reversal.sent_at]) as sent(at)
      where reversal.decided_at >= ${since} and sent.at is not null
      union all
      select attempt.sent_at, posting.cancelled_at
      from posting join charge_attempt attempt on attempt.checkout_id = posting.checkout_id
      where posting.cancelled_at is not null and posting.cancelled_at >= ${since}),
    late (day, decided_until) as (
      select concerned.day, max(decided_at) from decision
      cross join unnest(array[${dayOf(sql.ref('sent_at'))}, ${dayOf(sql.ref('decided_at'))}]) as concerned(day)
      group by concerned.day)
    insert into reconciliation_run (day, cause, outcome, next_try_at, decided_until)
    select day, 'renewed', 'due', decided_until + ${rest}, decided_until from late
    where exists (
        select from reconciliation_run compared
        where compared.day = late.day and compared.cause = 'daily' and compared.outcome in ('agreed', 'differs'))
      and not exists (
        select from reconciliation_run compared
        where compared.day = late.day and compared.outcome in ('agreed', 'differs')
          and compared.started_at >= late.decided_until + ${rest})
      and not exists (
        select from reconciliation_run planned
        where planned.day = late.day and planned.cause = 'renewed'
          and planned.outcome in ('due', 'running', 'unavailable'))
    on conflict do nothing
  `.execute(db)
}
