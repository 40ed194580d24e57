import { type Instant, dateIn, later, timeIn } from '@portal/contract/dates'
import { EmailNotSent, EmailRefused } from '../adapters/email/port.ts'
import type { NotificationState } from '../database/tables/notifications.ts'
import type { Deps } from '../deps.ts'
import { leaseMilliseconds, type Work } from '../foundation/work/loop.ts'
import { type Checked, checkBeforeSending } from './check.ts'
import { newsEmail } from './emails.ts'
import { dropNotifications, handOver, leaseNotifications, settle, takePace } from './records.ts'

type Needed = Pick<Deps, 'db' | 'billing' | 'clock' | 'profile' | 'mail' | 'log'> & {
  config: Pick<Deps['config'], 'LINK_SECRET' | 'PUBLIC_URL'>
  /** Whether System Maintenance has stopped them. */
  isStopped: () => Promise<boolean>
}

/** By which to wake it. */
export const emailNewsWork = 'notification emails'

const batch = 100
/** As many as the mail server's connections. Each hands over a few, one after the other. */
const lanes = 5

/**
 * Hands each email over at most once: `HANDING_OVER` is committed before, and an email whose outcome is lost becomes
 * `UNKNOWN` and never leaves again (docs/notifications.md). All is looked up again just before.
 */
export function emailNews(deps: Needed): Work {
  return {
    name: emailNewsWork,
    restMilliseconds: 5000,
    async run() {
      const now = deps.clock.now()
      if ((await deps.isStopped()) || !isWithinHours(deps, now)) return 0
      const most = await takePace(deps.db, 'email', {
        now,
        perSecond: deps.profile.notifications.emailsPerSecond,
        batch,
      })
      const leased = await leaseNotifications(deps.db, { now, until: later(now, leaseMilliseconds(1)), most })
      const checked = await checkBeforeSending(deps, leased)
      await dropNotifications(deps.db, checked.drops, now)
      await inLanes(checked.wanted, async (message) => await send(deps, message))
      return leased.length
    },
  }
}

/** Nothing that people chose leaves at night. */
function isWithinHours({ profile }: Needed, now: Instant): boolean {
  const [from, to] = profile.notifications.hours
  const { hour } = timeIn(profile.timeZone, now)
  return from <= Number(hour) && Number(hour) < to
}

async function inLanes<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items]
  const lane = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

async function send(deps: Needed, { message, address, row }: Checked): Promise<void> {
  const { db, clock, profile, config, mail, log } = deps
  const email = newsEmail(profile, config, { message, row, today: dateIn(profile.timeZone, clock.now()) })
  if (!(await handOver(db, message, address))) return
  const result = await mail.send({ ...email, to: address }).then(
    () => ({ to: 'ACCEPTED', reason: null }) as const,
    (error: unknown) => outcomeOf(error),
  )
  if (result.to !== 'ACCEPTED') log.warn({ notification: message.id, ...result }, 'Notification not accepted')
  await settle(db, message, { ...result, at: clock.now() })
}

const retryAfter = 5 * 60_000

function outcomeOf(error: unknown): { to: NotificationState; reason: string; retryAfter?: number } {
  if (error instanceof EmailRefused) return { to: 'REFUSED', reason: error.message }
  if (error instanceof EmailNotSent && !error.mayHaveArrived) return { to: 'READY', reason: error.message, retryAfter }
  return { to: 'UNKNOWN', reason: error instanceof EmailNotSent ? error.message : 'an internal error' }
}
