import { type CalendarDate, type Instant, dateIn, daysAfter, later } from '@portal/contract/dates'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../database/connect.ts'
import { endOfDay } from '../../../database/sql.ts'
import type { Work } from '../../../foundation/work/loop.ts'
import { emailWork } from '../../../messages/outbox/message.ts'
import { queueEmail } from '../../../messages/outbox/queue-email.ts'
import { keyOfEmail } from '../../../wording/customer-email.ts'
import { type SummaryDeps, countUncharged, readSummary } from './read-summary.ts'
import { summaryEmail } from './summary-email.ts'

const hour = 3_600_000

/** Six in the morning of the next day: the books have been compared, and the office opens soon. */
const tellsAfterMidnight = 6 * hour

/** Days missed for longer get no summary: the next one has what belongs to them. */
export const mostDaysBack = 7

/** Entries that one statement leaves to summaries of the version before. */
const batch = 10_000

/** Summaries wait for the books of missed days, but no longer: the office needs them anyway. */
const longestWait = hour

/** One email a day, each entry in one (docs/payments.md). @param waitsSince null when no day is known to be due */
export function dailyFinanceSummary(deps: SummaryDeps, waitsSince: Instant | null = null): Work {
  let dueSince = waitsSince
  return {
    name: 'finance-summary',
    restMilliseconds: 60_000,
    async run() {
      const { db, clock, profile } = deps
      const now = clock.now()
      const day = await oldestUnmailed(db, newestDay(profile.timeZone, now), profile.timeZone)
      dueSince = day && (dueSince ?? now)
      if (!day || !dueSince) return 0
      const left = await leaveToMailed(db, profile.timeZone)
      if (left > 0) return left
      if (now < later(dueSince, longestWait) && !(await isCompared(db, day))) return 0
      return (await mailDay(deps, day, now)) ? 1 : 0
    },
  }
}

/** Ended at least six hours ago in that time zone. */
export function newestDay(timeZone: string, now: Instant): CalendarDate {
  return daysAfter(dateIn(timeZone, later(now, -tellsAfterMidnight)), -1)
}

/** Of the last week, from the first summary or payment; a machine far ahead may have written the newest summary. */
async function oldestUnmailed(db: Db, newest: CalendarDate, timeZone: string): Promise<CalendarDate | null> {
  const { rows } = await sql<{ day: CalendarDate | null }>`
    select min(due.day)::date as day
    from (select coalesce(
        (select least(min(day), ${newest}::date) from finance_summary having count(*) > 0),
        (select (min(sent_at) at time zone ${timeZone}::text)::date from charge_attempt)) as day) as first
    cross join generate_series(
      greatest(first.day, ${newest}::date - ${mostDaysBack - 1}::int)::timestamp,
      ${newest}::date::timestamp, '1 day') as due(day)
    where first.day is not null and not exists (select from finance_summary mailed where mailed.day = due.day::date)
  `.execute(db)
  return rows[0]?.day ?? null
}

/** Also when the comparison came to nothing because a partner was down. */
async function isCompared(db: Db, day: CalendarDate): Promise<boolean> {
  const ended = await db
    .selectFrom('reconciliation_run')
    .select('id')
    .where('day', '=', day)
    .where('outcome', 'not in', ['due', 'running'])
    .limit(1)
    .executeTakeFirst()
  return ended !== undefined
}

/** All open entries up to this day; later commits wait for the next. @returns false: another process was faster */
async function mailDay(deps: SummaryDeps, day: CalendarDate, now: Instant): Promise<boolean> {
  const { timeZone } = deps.profile
  const isMailed = await deps.db.transaction().execute(async (tx) => {
    const uncharged = await countUncharged(tx, day, timeZone)
    const taken = await tx
      .insertInto('finance_summary')
      .values({ day, queued_at: now, ...uncharged })
      .onConflict((conflict) => conflict.column('day').doNothing())
      .executeTakeFirst()
    if (taken.numInsertedOrUpdatedRows !== 1n) return false
    await takeEntries(tx, day, timeZone)
    const summary = await readSummary(deps, day, tx)
    const email = summaryEmail(deps.profile, summary, { dedupeKey: keyOfSummary(day), desk: deskAddress(deps) })
    await queueEmail(tx, email, now)
    return true
  })
  if (isMailed) deps.wake(emailWork)
  return isMailed
}

/** Entries of the day and of earlier ones. */
async function takeEntries(tx: Tx, day: CalendarDate, timeZone: string): Promise<void> {
  await sql`
    update finance_entry entry set summary = ${day}::date
    where summary is null and belongs_at < ${endOfDay(day, timeZone)}
      and not exists (select from finance_summary mailed where ${mailedOtherwise(timeZone)})
  `.execute(tx)
}

/** A summary that counted otherwise has the entry already. */
function mailedOtherwise(timeZone: string): RawBuilder<unknown> {
  return sql`mailed.unpaid is null and mailed.day = (entry.belongs_at at time zone ${timeZone}::text)::date
    and entry.known_at <= mailed.queued_at`
}

/** In batches: after an upgrade there are weeks of them. @returns how many */
async function leaveToMailed(db: Db, timeZone: string): Promise<number> {
  const left = await sql`
    update finance_entry set summary = found.day
    from (
      select entry.id, mailed.day from finance_entry entry join finance_summary mailed on ${mailedOtherwise(timeZone)}
      where entry.summary is null limit ${batch}) as found
    where finance_entry.id = found.id and finance_entry.summary is null
  `.execute(db)
  return Number(left.numAffectedRows ?? 0n)
}

export function keyOfSummary(day: CalendarDate): string {
  return keyOfEmail('finance-summary', day)
}

export function deskAddress({ config }: Pick<SummaryDeps, 'config'>): string {
  return new URL('/admin-dashboard?view=reports&part=exceptions', config.PUBLIC_URL).href
}
