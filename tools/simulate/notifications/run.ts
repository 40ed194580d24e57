import { Instant, epochOf } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { NotificationDatabase } from './database.ts'
import { Imports } from './imports.ts'
import { messageIdOf } from './partners.ts'
import { People } from './people.ts'
import { type Lie, NotificationWorld } from './world.ts'

export interface NotificationTally {
  seeds: number
  /** Notifications, and emails of the outbox. */
  events: number
  emails: number
  crashes: number
  faults: Record<string, number>
  /** In which state notifications ended, and why. */
  ends: Record<string, number>
  broken: { seed: number; promise: string }[]
}

export function emptyNotificationTally(): NotificationTally {
  return { seeds: 0, events: 0, emails: 0, crashes: 0, faults: {}, ends: {}, broken: [] }
}

const usualDays = { stormy: 13, calm: 6 }
const start = epochOf(Instant.parse('2026-06-01T00:00:00.000Z'))
const day = 24 * 3_600_000

interface Range {
  first: number
  many: number
  lie?: Lie
  days?: typeof usualDays
  onProgress?: (tally: NotificationTally) => void
  stopAtFirst?: boolean
}

/** Lives through many worlds, one after the other. */
export async function runNotificationSeeds(range: Range, database: NotificationDatabase): Promise<NotificationTally> {
  const tally = emptyNotificationTally()
  for (let seed = range.first; seed < range.first + range.many; seed += 1) {
    await database.begin()
    const promise = await liveThrough(
      new NotificationWorld(seed, database, range.lie ?? {}),
      range.days ?? usualDays,
      tally,
    )
    tally.seeds += 1
    if (promise) tally.broken.push({ seed, promise })
    range.onProgress?.(tally)
    if (promise && range.stopAtFirst) break
  }
  return tally
}

/** @returns the first promise that was broken */
async function liveThrough(
  simulated: NotificationWorld,
  days: typeof usualDays,
  tally: NotificationTally,
): Promise<string | null> {
  const { scheduler, dice, partners } = simulated
  const people = new People(simulated)
  await people.begin()
  for (let server = 1; server <= 2; server += 1) simulated.start()
  void new Imports(simulated, people).importNightly(days.stormy + days.calm - 1)
  const calm = start + days.stormy * day
  void people.live(calm)
  await scheduler.runUntil(calm)
  dice.isCalm = true
  partners.isCalm = true
  await scheduler.runUntil(calm + days.calm * day)
  tally.crashes += simulated.crashes
  for (const [fault, times] of [...partners.faults, ...dice.happened])
    tally.faults[fault] = (tally.faults[fault] ?? 0) + times
  return await brokenPromise(simulated, people, tally)
}

interface Row {
  id: number
  channel: 'email' | 'text'
  state: string
  reason: string | null
  key: string
}

async function brokenPromise(
  simulated: NotificationWorld,
  people: People,
  tally: NotificationTally,
): Promise<string | null> {
  const { db } = simulated.database
  const { rows } = await sql<Row>`
    select id, channel, state, reason, concat_ws(' ', kind, web_user_id, account_id, left(cause, 12), channel) as key
    from notification order by id`.execute(db)
  const { rows: seen } = await sql<{ what: string }>`select what from sim_broken order by id limit 1`.execute(db)
  tally.events += rows.length
  for (const { state, reason } of rows) {
    const end = state === 'DROPPED' ? `${state} ${reason}` : state
    tally.ends[end] = (tally.ends[end] ?? 0) + 1
  }
  return people.broken[0] ?? seen[0]?.what ?? wrongEnd(simulated, people, rows) ?? (await lostEmail(simulated, tally))
}

/** Each cause at most once; and every message is in one state, which is what happened to it. */
function wrongEnd({ partners, profile }: NotificationWorld, people: People, rows: readonly Row[]): string | null {
  const domain = profile.mailFrom.split('@').at(-1)
  const sent = new Set<string>()
  for (const { id, channel, state, reason, key } of rows) {
    const name = channel === 'email' ? `<notification-${id}@${domain}>` : `notification_${id}`
    const times = partners.arrived.get(name) ?? 0
    const about = `${key}, ${id}, ${state} ${reason ?? ''}, arrived ${times} times`
    if (times > 1 || (times === 1 && sent.has(key))) return `sent twice: ${about}`
    if (times === 1) sent.add(key)
    if (state === 'HELD' || state === 'READY' || state === 'HANDING_OVER') return `never settled: ${about}`
    if (state === 'DROPPED' && (reason === null || times > 0)) return `dropped: ${about}`
    if (state === 'REFUSED' && !(times === 0 && partners.refused.has(name))) return `refused: ${about}`
    if ((state === 'ACCEPTED' || state === 'DELIVERED' || state === 'UNDELIVERED') && times !== 1)
      return `lost: ${about}`
    if (people.reports.delivered.has(id) && state !== 'DELIVERED') return `reported as delivered: ${about}`
    if (people.reports.cameBack.has(id) && state !== 'UNDELIVERED' && state !== 'DELIVERED')
      return `came back: ${about}`
  }
  return null
}

/** Security emails arrive at least once, or the mail server refused them. */
async function lostEmail(
  { database, partners, profile }: NotificationWorld,
  tally: NotificationTally,
): Promise<string | null> {
  const emails = await database.db
    .selectFrom('email')
    .select(['id', 'dedupe_key', 'delivered_at', 'refused_at'])
    .execute()
  tally.emails += emails.length
  for (const { id, dedupe_key: key, delivered_at: deliveredAt, refused_at: refusedAt } of emails) {
    const name = messageIdOf(key, profile.mailFrom)
    const isRight = deliveredAt ? partners.arrived.has(name) : refusedAt !== null && partners.refused.has(name)
    if (!isRight) return `email ${id} of the outbox was lost`
  }
  return null
}
