import { type CalendarDate, type Instant, dateIn, daysAfter, later } from '@portal/contract/dates'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../database/connect.ts'
import { endOfDay } from '../../../database/sql.ts'
import { emailWork, keyOfEmail, queueEmail } from '../../../foundation/messages/outbox.ts'
import type { Work } from '../../../foundation/work/loop.ts'
import { type SummaryDeps, countUncharged, readSummary } from './read-summary.ts'
import { summaryEmail } from './summary-email.ts'

const hour = 3_600_000

/** Six in the morning of the next day: the books have been compared, and the office opens soon. */
const tellsAfterMidnight = 6 * hour

/** Days missed for longer than this get no summary of their own: the next one has what belongs to them. */
export const mostDaysBack = 7

/** Entries that one statement leaves to summaries of the version before. */
const batch = 10_000

/**
 * After an outage, of the portal or of its database, the books of the missed days are only now being compared. Their
 * summaries wait for that, but no longer than this: the office needs them also when a comparison never ends.
 */
const longestWait = hour

/**
 * Sends the finance office a summary of every day that is over. The day's row, the entries it counts and its email
 * commit together, so there is one email a day, and every entry is in one of them, however many processes run or crash
 * (docs/payments.md).
 * @param waitsSince when this process found a day due; null when it knows of none yet
 */
export function dailyFinanceSummary(deps: SummaryDeps, waitsSince: Instant | null = null): Work {
  let dueSince = waitsSince
  return {
    name: 'finance-summary',
    restMilliseconds: 60_000,
    async run() {
      const { db, clock, profile } = deps
      const now = clock.now()
      const day = await oldestUntold(db, newestDay(profile.timeZone, now), profile.timeZone)
      dueSince = day && (dueSince ?? now)
      if (!day || !dueSince) return 0
      const left = await leaveToTold(db, profile.timeZone)
      if (left > 0) return left
      if (now < later(dueSince, longestWait) && !(await isCompared(db, day))) return 0
      return (await tellDay(deps, day, now)) ? 1 : 0
    },
  }
}

/** The newest day that ended at least six hours ago in a time zone. */
export function newestDay(timeZone: string, now: Instant): CalendarDate {
  return daysAfter(dateIn(timeZone, later(now, -tellsAfterMidnight)), -1)
}

/**
 * The oldest day of the last week without a summary, but no day before the first summary, or for the first summary
 * ever, before the first payment. It does not continue from the newest summary, because a machine whose clock was far
 * ahead may have written that one.
 */
async function oldestUntold(db: Db, newest: CalendarDate, timeZone: string): Promise<CalendarDate | null> {
  const { rows } = await sql<{ day: CalendarDate | null }>`
    select min(due.day)::date as day
    from (select coalesce(
        (select least(min(day), ${newest}::date) from finance_summary having count(*) > 0),
        (select (min(sent_at) at time zone ${timeZone}::text)::date from charge_attempt)) as day) as first
    cross join generate_series(
      greatest(first.day, ${newest}::date - ${mostDaysBack - 1}::int)::timestamp,
      ${newest}::date::timestamp, '1 day') as due(day)
    where first.day is not null and not exists (select from finance_summary told where told.day = due.day::date)
  `.execute(db)
  return rows[0]?.day ?? null
}

/** Whether a comparison of the day's books has ended, even if it came to nothing because a partner was down. */
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

/**
 * Makes the summary of a day and queues its email. It takes every entry that no summary has and that does not belong
 * to a later day, in one transaction. Whatever commits after that, even if it happened before, is left to the next one.
 * @returns false when another process was faster.
 */
async function tellDay(deps: SummaryDeps, day: CalendarDate, now: Instant): Promise<boolean> {
  const { timeZone } = deps.profile
  const isTold = await deps.db.transaction().execute(async (tx) => {
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
  if (isTold) deps.wake(emailWork)
  return isTold
}

/** Puts the open entries that belong to a day or to an earlier one into the summary of that day. */
async function takeEntries(tx: Tx, day: CalendarDate, timeZone: string): Promise<void> {
  await sql`
    update finance_entry entry set summary = ${day}::date
    where summary is null and belongs_at < ${endOfDay(day, timeZone)}
      and not exists (select from finance_summary told where ${toldOtherwise(timeZone)})
  `.execute(tx)
}

/** A summary of the version before, which counted what it knew of its day (migration 0040), has the entry already. */
function toldOtherwise(timeZone: string): RawBuilder<unknown> {
  return sql`told.unpaid is null and told.day = (entry.belongs_at at time zone ${timeZone}::text)::date
    and entry.known_at <= told.queued_at`
}

/** Puts a batch of such entries into those summaries. After an upgrade there are weeks of them. @returns how many */
async function leaveToTold(db: Db, timeZone: string): Promise<number> {
  const left = await sql`
    update finance_entry set summary = found.day
    from (
      select entry.id, told.day from finance_entry entry join finance_summary told on ${toldOtherwise(timeZone)}
      where entry.summary is null limit ${batch}) as found
    where finance_entry.id = found.id and finance_entry.summary is null
  `.execute(db)
  return Number(left.numAffectedRows ?? 0n)
}

/** The dedupe key of the email about a day. */
export function keyOfSummary(day: CalendarDate): string {
  return keyOfEmail('finance-summary', day)
}

/** Where the office deals with what is waiting. */
export function deskAddress({ config }: Pick<SummaryDeps, 'config'>): string {
  return new URL('/admin-dashboard?view=reports&part=exceptions', config.PUBLIC_URL).href
}
