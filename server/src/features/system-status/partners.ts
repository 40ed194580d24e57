import { type Instant, later } from '@portal/contract/dates'
import { notificationChannels } from '@portal/contract/notifications'
import type { SystemPart, SystemTrouble } from '@portal/contract/system-status'
import { sql } from 'kysely'
import { type StatusDeps, partOf, troubleOf } from '../../foundation/system-part.ts'
import { longQueue, readQueue } from '../../messages/views/watch.ts'

const minute = 60_000
const hour = 60 * minute

/** An email that waits this long has been tried five times. In milliseconds. */
const longWait = 30 * minute
/** So many would not wait for the mail servers of a few recipients. */
const manyEmails = 10
/** Of more, nobody reads the number. */
const mostCounted = 10_000

/** What waits to be mailed. A few may wait for their recipients' own mail servers: the portal's works meanwhile. */
export async function emailStatus({ db, clock }: StatusDeps): Promise<SystemPart[]> {
  const now = clock.now()
  const { rows } = await sql<{
    waiting: number
    since: Instant | null
    late: number
    reason: string | null
    lastDelivered: Instant | null
  }>`
    with waiting as materialized (
      -- One that was put off has not waited before its time.
      select case when tries = 0 then next_try_at else queued_at end as since, last_error from email
      where delivered_at is null and refused_at is null and (tries > 0 or next_try_at <= ${now})
      order by next_try_at limit ${mostCounted}::int)
    select count(*) as waiting, min(since) as since,
      count(*) filter (where since < ${later(now, -longWait)}::timestamptz) as late,
      (select last_error from waiting where last_error is not null order by since limit 1) as reason,
      (select delivered_at from email where delivered_at is not null order by queued_at desc limit 1) as "lastDelivered"
    from waiting`.execute(db)
  const { waiting = 0, since = null, late = 0, reason = null, lastDelivered = null } = rows[0] ?? {}
  const isStuck = late > 0 && (late >= manyEmails || lastDelivered === null || since === null || lastDelivered < since)
  return [
    partOf(
      'emails',
      [
        { name: 'waiting', count: waiting },
        ...(since === null ? [] : [{ name: 'waitingSince', at: since } as const]),
        { name: 'lastDelivered', at: lastDelivered },
      ],
      isStuck ? [troubleOf('emailsWait', since, { count: waiting, reason })] : [],
    ),
  ]
}

const queues = {
  email: { fact: 'emailsReady', trouble: 'notificationEmailsWait' },
  text: { fact: 'textsReady', trouble: 'textsWait' },
} as const

/** What customers asked to be told. While staff have it off, nothing is late. */
export async function notificationStatus({ db, clock, profile, texts }: StatusDeps): Promise<SystemPart[]> {
  const facts: SystemPart['facts'] = []
  const troubles: SystemTrouble[] = []
  const { rows } = await sql`select from maintenance_switch where name = 'notifications' and is_off`.execute(db)
  for (const channel of notificationChannels.filter((each) => each === 'email' || texts)) {
    const { ready: count, since, secondsLate } = await readQueue({ db, profile }, channel, clock.now())
    facts.push({ name: queues[channel].fact, count })
    if (secondsLate > longQueue && rows.length === 0)
      troubles.push(troubleOf(queues[channel].trouble, since, { count }))
  }
  return [partOf('notifications', facts, troubles)]
}

/** So many failed charges are no accident. */
const fewCharges = 3
/** Of the newest charges of the last hour. */
const mostCharges = 200

/** By the outcomes of charges: the gateway is not asked. */
export async function gatewayStatus({ db, clock, paymentGateway }: StatusDeps): Promise<SystemPart[]> {
  const { rows } = await sql<{
    charges: number
    unanswered: number
    since: Instant | null
    lastAnswered: Instant | null
  }>`
    with newest as materialized (
      -- Not what was canceled while a bank had it.
      select sent_at, state in ('NOT_CHARGED', 'UNKNOWN', 'ESCALATED') and answered_by is null and deposit_kind is null as failed
      from charge_attempt
      where sent_at > ${later(clock.now(), -hour)}::timestamptz and state <> 'INTENT'
      order by sent_at desc, id desc limit ${mostCharges}::int)
    select count(*) as charges, count(*) filter (where failed) as unanswered,
      min(sent_at) filter (where failed) as since,
      (select max(sent_at) from (
        select sent_at, state from charge_attempt order by sent_at desc, id desc limit 1000) as last
        where state not in ('INTENT', 'NOT_CHARGED', 'UNKNOWN', 'ESCALATED')) as "lastAnswered"
    from newest`.execute(db)
  const { charges = 0, unanswered = 0, since = null, lastAnswered = null } = rows[0] ?? {}
  const count = unanswered
  const isDown = count >= fewCharges && count === charges
  const isPartly = count > fewCharges && count * 5 > charges
  return [
    partOf(
      'gateway',
      [
        { name: 'gatewayName', text: paymentGateway.name },
        { name: 'lastAnswered', at: lastAnswered },
        { name: 'chargesOfHour', count: charges },
        { name: 'unansweredOfHour', count },
      ],
      isDown || isPartly ? [troubleOf(isDown ? 'gatewayDown' : 'gatewayPartly', since, { count })] : [],
    ),
  ]
}

/** By then, an event has been tried for an hour. */
const manyTries = 12
/** So many that had to be asked for are no accident. */
const fewEvents = 3

/** Each event that the gateway did not deliver is found when it is asked: that many show that it delivers none. */
export async function webhookStatus({ db, clock, paymentGateway }: StatusDeps): Promise<SystemPart[]> {
  if (!paymentGateway.events) return [partOf('webhook', [], [], 'unused')]
  const { rows } = await sql<{
    listed: number
    listedSince: Instant | null
    lastEvent: Instant | null
    stuck: number
    stuckSince: Instant | null
  }>`
    select
      (select max(received_at) from gateway_event where not was_listed) as "lastEvent",
      count(*) filter (where was_listed) as listed,
      min(received_at) filter (where was_listed) as "listedSince",
      (select count(*) from gateway_event where next_try_at is not null and tries >= ${manyTries}) as stuck,
      (select min(received_at) from gateway_event where next_try_at is not null and tries >= ${manyTries}) as "stuckSince"
    from (
      select was_listed, received_at from gateway_event
      where received_at > ${later(clock.now(), -24 * hour)}::timestamptz order by received_at desc limit ${mostCounted}::int
    ) as newest`.execute(db)
  const { listed = 0, listedSince = null, lastEvent = null, stuck = 0, stuckSince = null } = rows[0] ?? {}
  const isSilent = listed >= fewEvents && (lastEvent === null || listedSince === null || lastEvent < listedSince)
  return [
    partOf(
      'webhook',
      [{ name: 'lastEvent', at: lastEvent }],
      [
        ...(isSilent ? [troubleOf('webhookSilent', listedSince, { count: listed })] : []),
        ...(stuck > 0 ? [troubleOf('eventsStuck', stuckSince, { count: stuck })] : []),
      ],
    ),
  ]
}
