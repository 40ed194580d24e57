import { type Instant, epochOf, later, timeIn } from '@portal/contract/dates'
import type { NotificationChannel } from '@portal/contract/notifications'
import { MobileNumber } from '@portal/contract/text-messages'
import { EmailNotSent, EmailRefused } from '../adapters/email/port.ts'
import { type SendResult, type TextMessages, effectOf } from '../adapters/text-messages/port.ts'
import type { Deps } from '../deps.ts'
import { takeBack } from '../foundation/messages/came-back.ts'
import { returnPath } from '../foundation/messages/return-path.ts'
import { type Work, leaseMilliseconds } from '../foundation/work/loop.ts'
import { notifications } from '../metrics.ts'
import { keyOf } from './addresses.ts'
import { type Checked, checkBeforeSending } from './check.ts'
import { newsEmail } from './emails.ts'
import { type Result, dropNotifications, handOver, leaseNotifications, settle, takePace } from './records.ts'
import { stopForTrouble, referenceOf } from './text-events.ts'
import { newsText } from './texts.ts'

type Needed = Pick<Deps, 'db' | 'billing' | 'clock' | 'profile' | 'mail' | 'texts' | 'log'> & {
  config: Pick<Deps['config'], 'LINK_SECRET' | 'PUBLIC_URL' | 'BOUNCE_DOMAIN'>
  /** Whether System Maintenance has stopped them. */
  isStopped: () => Promise<boolean>
}

/** By which to wake them. */
export const newsWork: Readonly<Record<NotificationChannel, string>> = {
  email: 'notification emails',
  text: 'notification texts',
}

const batch = 100
/** As many as the mail server's connections. Each hands over one after the other. */
const lanes = 5

/** By email, and by text where somebody sends them. */
export function newsLoops(deps: Needed): Work[] {
  const { texts, profile } = deps
  const { emailsPerSecond, textsPerSecond } = profile.notifications
  const byEmail = carrier(deps, 'email', emailsPerSecond, async (checked) => await email(deps, checked))
  if (!texts) return [byEmail]
  return [byEmail, carrier(deps, 'text', textsPerSecond, async (checked) => await text(deps, texts, checked))]
}

/**
 * Hands each message over at most once: `HANDING_OVER` is committed before, and a message whose outcome is lost becomes
 * `UNKNOWN` and never leaves again (docs/notifications.md). All is looked up again just before.
 */
function carrier(
  deps: Needed,
  channel: NotificationChannel,
  perSecond: number,
  send: (checked: Checked) => Promise<Result>,
): Work {
  const { db, clock, log } = deps
  return {
    name: newsWork[channel],
    restMilliseconds: 1000,
    async run() {
      const now = clock.now()
      if (await deps.isStopped()) return 0
      const onlyTests = !isWithinHours(deps, now)
      const most = await takePace(db, channel, { now, perSecond, batch })
      const leased = await leaseNotifications(db, channel, {
        now,
        until: later(now, leaseMilliseconds(1)),
        most,
        onlyTests,
      })
      const { wanted, drops } = await checkBeforeSending(deps, channel, leased)
      await dropNotifications(db, drops, now)
      await inLanes(wanted, async (checked) => {
        const { message, address } = checked
        if (!(await handOver(db, message, address))) return
        const result = await send(checked)
        notifications.inc({ channel, result: result.to })
        if (result.to !== 'ACCEPTED') log.warn({ notification: message.id, ...result }, 'Notification not accepted')
        await settle(db, message, result, clock.now())
      })
      return leased.length
    },
  }
}

/** Nothing that people chose leaves at night, but a test that they wait for. */
function isWithinHours({ profile }: Needed, now: Instant): boolean {
  const [from, to] = profile.notifications.hours
  const hour = Number(timeIn(profile.timeZone, now).hour)
  return from <= hour && hour < to
}

async function inLanes<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items]
  const lane = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

const accepted: Result = { to: 'ACCEPTED', reason: null }
const retryAfter = 5 * 60_000

async function email(deps: Needed, { message, address, row }: Checked): Promise<Result> {
  const { profile, config, mail, clock } = deps
  const written = newsEmail(profile, config, { message, row })
  const name = { of: 'notification', id: message.id } as const
  return await mail.send({ ...written, to: address, returnPath: returnPath(config, name) }).then(
    () => accepted,
    async (error: unknown): Promise<Result> => {
      if (error instanceof EmailRefused) {
        const { status } = error
        const leftAt = clock.now()
        await takeBack(deps, { email: name, address: keyOf(address), kind: 'failed', status, leftAt })
        return { to: 'REFUSED', reason: error.message }
      }
      if (!(error instanceof EmailNotSent)) return { to: 'UNKNOWN', reason: 'an internal error' }
      return error.mayHaveArrived
        ? { to: 'UNKNOWN', reason: error.message }
        : { to: 'READY', reason: error.message, retryAfter }
    },
  )
}

async function text(deps: Needed, texts: TextMessages, { message, address }: Checked): Promise<Result> {
  const { db, clock, profile, config, log } = deps
  const goodForSeconds = Math.max(60, Math.round((epochOf(message.expiresAt) - epochOf(clock.now())) / 1000))
  const to = MobileNumber.parse(address)
  const body = newsText(profile, config, message)
  const sent = await texts.send({ to, body, reference: referenceOf(message.id), goodForSeconds })
  if (sent.outcome === 'refused') {
    await stopForTrouble(db, address, sent.trouble, clock.now())
    const { trouble, code } = sent
    if (effectOf[trouble] === 'alarm')
      log.error({ alarm: true, notification: message.id, trouble, code }, 'The provider of texts refuses ours')
  }
  return resultOf(sent)
}

function resultOf(sent: SendResult): Result {
  switch (sent.outcome) {
    case 'accepted':
      return accepted
    case 'refused':
      return { to: 'REFUSED', reason: `${sent.trouble} ${sent.code}` }
    case 'notSent':
      return { to: 'READY', reason: sent.reason, retryAfter }
    case 'unknown':
      return { to: 'UNKNOWN', reason: sent.reason }
  }
}
