import { type CalendarDate, type Instant, later } from '@portal/contract/dates'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { queueEmail } from '../../messages/outbox/queue-email.ts'
import type { NewEmail } from '../../wording/customer-email.ts'
import type { Totals } from './findings.ts'

/** `epoch` proves the lease when the run is finished. */
export interface LeasedRun {
  id: number
  day: CalendarDate
  /** Including this one. */
  tries: number
  epoch: number
  startedAt: Instant
  /** The newest decision a renewal covers (`planRenewals`); null for a first comparison, and for an operator's run. */
  decidedUntil: Instant | null
}

/** Runs missed for longer are left to an operator. */
const mostDaysBack = 31

/** Checks each day since the first run: a machine whose clock was far ahead may have planned the newest one. */
export async function planDailyRuns(db: Db, newest: CalendarDate, now: Instant): Promise<void> {
  await sql`
    insert into reconciliation_run (day, cause, outcome, next_try_at)
    select due.day::date, 'daily', 'due', ${now}::timestamptz
    from generate_series(
      greatest(
        least((select min(day) from reconciliation_run where cause = 'daily'), ${newest}::date),
        ${newest}::date - ${mostDaysBack - 1}::int)::timestamp,
      ${newest}::date::timestamp, '1 day') as due(day)
    where not exists (select from reconciliation_run made where made.day = due.day::date and made.cause = 'daily')
    on conflict (day) where cause = 'daily' do nothing
  `.execute(db)
}

/** Planned, to be retried, or its process died. First comparisons before renewals, the oldest day first. */
export async function leaseDueRun(db: Db, now: Instant, until: Instant): Promise<LeasedRun | null> {
  const leased = await sql<Omit<LeasedRun, 'startedAt'>>`
    update reconciliation_run
    set outcome = 'running', started_at = ${now}, tries = tries + 1, epoch = epoch + 1, lease_until = ${until}
    where id = (
      select id from reconciliation_run
      where cause in ('daily', 'renewed') and outcome in ('due', 'running', 'unavailable') and next_try_at <= ${now}
        and (lease_until is null or lease_until <= ${now})
      order by cause, day limit 1 for update skip locked)
    returning id, day, tries, epoch, decided_until as "decidedUntil"
  `.execute(db)
  const row = leased.rows[0]
  return row ? { ...row, startedAt: now } : null
}

/** Unless another process has it. */
export async function renewLease(db: Db, run: LeasedRun, until: Instant): Promise<void> {
  await db
    .updateTable('reconciliation_run')
    .set({ lease_until: until })
    .where('id', '=', run.id)
    .where('epoch', '=', run.epoch)
    .execute()
}

/** Started by an operator. */
export async function beginRunByHand(db: Db, day: CalendarDate, now: Instant, until: Instant): Promise<LeasedRun> {
  const { id } = await db
    .insertInto('reconciliation_run')
    .values({
      day,
      cause: 'by hand',
      outcome: 'running',
      started_at: now,
      tries: 1,
      next_try_at: now,
      lease_until: until,
      epoch: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, day, tries: 1, epoch: 1, startedAt: now, decidedUntil: null }
}

/** With the email that follows from it. @returns false when another process has the lease: nothing has changed */
export async function finishRun(
  db: Db,
  run: LeasedRun,
  { totals, count, email }: { totals: Totals; count: number; email: NewEmail | null },
  now: Instant,
): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const finished = await tx
      .updateTable('reconciliation_run')
      .set({
        outcome: count === 0 ? 'agreed' : 'differs',
        reason: null,
        finished_at: now,
        lease_until: null,
        gateway_count: totals.gateway.count,
        gateway_cents: totals.gateway.amount,
        gateway_returned_cents: totals.gateway.returned,
        portal_count: totals.portal.count,
        portal_cents: totals.portal.amount,
        portal_returned_cents: totals.portal.returned,
        billing_count: totals.billing.count,
        billing_cents: totals.billing.amount,
        discrepancy_count: count,
        pending_count: totals.pending,
      })
      .where('id', '=', run.id)
      .where('epoch', '=', run.epoch)
      .executeTakeFirst()
    if (finished.numUpdatedRows === 0n) return false
    if (email) await queueEmail(tx, email, now)
    return true
  })
}

/** A planned run is tried again at `nextTryAt`. */
export async function recordUnavailable(db: Db, run: LeasedRun, reason: string, nextTryAt: Instant): Promise<void> {
  await db
    .updateTable('reconciliation_run')
    .set({ outcome: 'unavailable', reason, lease_until: null, next_try_at: nextTryAt })
    .where('id', '=', run.id)
    .where('epoch', '=', run.epoch)
    .execute()
}

/** Null when none ever was. */
export async function lastDailyRun(db: Db): Promise<Instant | null> {
  const row = await db
    .selectFrom('reconciliation_run')
    .select(({ fn }) => fn.max('finished_at').as('at'))
    .where('cause', '=', 'daily')
    .executeTakeFirst()
  return row?.at ?? null
}

/** Far longer than a run takes between two searches. After that, a process that died is replaced. */
export const leaseMilliseconds = 10 * 60_000

const minute = 60_000
const day = 24 * 60 * minute

/** Older decisions are left to a run by hand. */
const longestAgo = 31 * day

/** By then a decision is committed everywhere, usually posted, and joined by others of the same time. */
const restAfterDecision = 10 * minute

/** Until its banks have answered, a day is compared again after so long. */
const restOfPending = day

/**
 * Days of decisions, of their requests and of changed payouts, once each: a run covers all until shortly before it began.
 * Days on which the gateway waits for banks: each day again.
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
      select day, max(decided_at) from (
        select concerned.day, decided_at from decision
        cross join unnest(array[${dayOf(sql.ref('sent_at'))}, ${dayOf(sql.ref('decided_at'))}]) as concerned(day)
        union all
        select arrives_on, changed_at from payout where changed_at >= ${since}
        union all
        select day, started_at + ${restOfPending * pace}::float8 * interval '1 millisecond' from (
          select distinct on (day) day, started_at, pending_count from reconciliation_run
          where day >= ${dayOf(since)} and outcome in ('agreed', 'differs') order by day, started_at desc) as newest
        where pending_count > 0 and started_at <= ${later(now, -restOfPending * pace)}::timestamptz) as changed
      group by day)
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
    order by day
    on conflict do nothing
  `.execute(db)
}
