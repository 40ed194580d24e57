import { type CalendarDate, type Instant, dateIn, daysAfter, instantOf, later, timeIn } from '@portal/contract/dates'
import { readProfile } from '@portal/server/settings/profile.ts'
import { sql } from 'kysely'
import { addDemoAdministrators, enrolDemoCustomers, enrolNeighbors } from '../demo/logins.ts'
import type { Deed } from './customers.ts'
import { days, everyWeek, extracts, lifeDays, neighbors } from './days.ts'
import { type Past, type PastOptions, openPast } from './past.ts'
import { People } from './people.ts'

const extractTime = '02:00:00'
const morning = '09:00:00'
const justBefore = 30 * 60_000

/**
 * The demo's sixty days until today, lived at the portal itself with a moved clock. Its utility comes with them.
 * @param onFailed takes why a deed could not be done; the rest is
 */
export async function liveUntilToday(
  options: Omit<PastOptions, 'from'>,
  onFailed: (reason: string) => void,
): Promise<void> {
  const { timeZone } = readProfile(options.settings['PROFILE_FILE'])
  const now = instantOf(Date.now())
  const today = dateIn(timeZone, now)
  const at = (daysLeft: number, time: string): Instant => {
    const moment = wallTime(daysAfter(today, -daysLeft), time, timeZone)
    return moment < now ? moment : now
  }
  const past = await openPast({ ...options, from: at(lifeDays, extractTime) })
  try {
    const people = new People(past)
    const done = async (deed: Deed, left: number) =>
      await deed(people).catch((error: unknown) => onFailed(`${left} days ago: ${String(error)}`))
    for (let left = lifeDays; left >= 0; left -= 1) {
      past.moveTo(at(left, extractTime))
      const months = extracts[left]
      if (months) await past.exchange(months)
      if (left === lifeDays) await settleIn(past, options.databaseUrl)
      if (months) await people.lookAtBills()
      if (left === 0) break
      past.moveTo(at(left, morning))
      await past.work('daily')
      for (const deed of deedsOf(left, past.today())) {
        people.goOn()
        await done(deed, left)
      }
      await past.work('woken')
    }
    past.moveTo(later(now, -justBefore))
    for (const deed of days[0] ?? []) await done(deed, 0)
    past.moveTo(now)
    await past.work('all')
  } finally {
    await past.close()
  }
}

function deedsOf(daysLeft: number, day: CalendarDate): readonly Deed[] {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return [...(days[daysLeft] ?? []), ...(everyWeek[weekday] ?? [])]
}

function wallTime(date: CalendarDate, time: string, timeZone: string): Instant {
  const asUtc = Date.parse(`${date}T${time}Z`)
  const shown = timeIn(timeZone, instantOf(asUtc))
  return instantOf(2 * asUtc - Date.parse(`${shown.date}T${shown.hour}:${shown.minute}:${shown.second}Z`))
}

/** Whoever has an online account pays there, or not at all; only the agency has too many accounts. */
async function settleIn(past: Past, databaseUrl: string): Promise<void> {
  const { clock, db } = past.deps
  await addDemoAdministrators(databaseUrl, clock)
  await enrolDemoCustomers(databaseUrl, clock)
  await enrolNeighbors(db, neighbors, clock)
  const { rows } = await sql<{ account: string }>`
    select account_id as account from cis.account_person join web_user using (person_id)
    where username <> 'demo.agency'`.execute(db)
  for (const { account } of rows) past.payers.set(account, past.today())
}
