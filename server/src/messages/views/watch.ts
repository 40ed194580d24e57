import { type Instant, epochOf, timeIn } from '@portal/contract/dates'
import { type NotificationChannel, notificationChannels } from '@portal/contract/notifications'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Work } from '../../foundation/work/loop.ts'
import * as metrics from '../../metrics.ts'

/** For Prometheus: what waits, for how long, and whether it waits for a person. */
export function watchNotifications({ db, clock, profile }: Pick<Deps, 'db' | 'clock' | 'profile'>): Work {
  return {
    name: 'notification watch',
    restMilliseconds: 60_000,
    async run() {
      const now = clock.now()
      for (const channel of notificationChannels) {
        const { ready, secondsLate } = await readQueue({ db, profile }, channel, now)
        metrics.notificationsReady.set({ channel }, ready)
        metrics.oldestNotification.set({ channel }, secondsLate)
      }
      const { rows } = await sql<{ waiting: number; off: Instant | null }>`
        select (select count(*) from notification_run
            where state in ('FINDING', 'WAITING', 'OPEN', 'DROPPED') and state = 'WAITING') as waiting,
          (select changed_at from maintenance_switch where name = 'notifications' and is_off) as off`.execute(db)
      const { waiting = 0, off = null } = rows[0] ?? {}
      metrics.notificationRunsWaiting.set(waiting)
      metrics.notificationsOff.set(off === null ? 0 : secondsBetween(off, now))
      return 0
    },
  }
}

export interface NotificationQueue {
  /** Those that may leave now. */
  ready: number
  /** When the oldest of them might leave first; null when there is none. */
  since: Instant | null
  secondsLate: number
}

export async function readQueue(
  { db, profile }: Pick<Deps, 'db' | 'profile'>,
  channel: NotificationChannel,
  now: Instant,
): Promise<NotificationQueue> {
  const { rows } = await sql<{ ready: number; since: Instant | null }>`
    select count(*) as ready, min(due_at) as since from notification
    where channel = ${channel} and due_at <= ${now}`.execute(db)
  const { ready = 0, since = null } = rows[0] ?? {}
  return { ready, since, secondsLate: since === null ? 0 : secondsLateBy(profile, since, now) }
}

/** Longer than any queue of a usual day, in seconds (docs/operations.md, PortalNotificationsLate). */
export const longQueue = 7200

/** Outside the hours nothing may leave, so nothing is late; a morning begins from nothing. */
function secondsLateBy({ timeZone, notifications }: Deps['profile'], since: Instant, now: Instant): number {
  const [from, to] = notifications.hours
  const { hour, minute } = timeIn(timeZone, now)
  const sinceOpening = ((Number(hour) - from) * 60 + Number(minute)) * 60
  if (sinceOpening < 0 || Number(hour) >= to) return 0
  return Math.min(secondsBetween(since, now), sinceOpening)
}

function secondsBetween(from: Instant, to: Instant): number {
  return (epochOf(to) - epochOf(from)) / 1000
}
