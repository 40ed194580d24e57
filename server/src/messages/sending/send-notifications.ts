import { epochOf } from '@portal/contract/dates'
import type { NotificationChannel } from '@portal/contract/notifications'
import { MobileNumber } from '@portal/contract/text-messages'
import { EmailNotSent, EmailRefused } from '../../adapters/email/port.ts'
import type { SendResult, TextMessages } from '../../adapters/text-messages/port.ts'
import type { Deps } from '../../deps.ts'
import { type Work, inLanes } from '../../foundation/work/loop.ts'
import { notifications } from '../../metrics.ts'
import type { Checked } from '../notifications/check.ts'
import { notificationEmail, notificationText } from '../outbox/compose.ts'
import { notificationWork } from '../outbox/message.ts'
import type { Result } from '../outbox/moves.ts'
import { returnPath, keyOf, referenceOf } from '../outbox/names.ts'
import { takeBack, takeTextBack } from '../reports/effects.ts'
import { Leaving, type LeavingDeps, Results } from './hand-over.ts'

type Needed = LeavingDeps &
  Pick<Deps, 'mail' | 'texts' | 'log'> & {
    config: Pick<Deps['config'], 'LINK_SECRET' | 'PUBLIC_URL' | 'BOUNCE_DOMAIN'>
  }

/** As many as the mail server's connections. */
const lanes = 5
/** What was handed over this long ago and had no turn yet, in milliseconds, is checked again. */
const longestWait = 5000

/** By email, and by text where somebody sends them. */
export function notificationLoops(deps: Needed): Work[] {
  const { texts, profile } = deps
  const { emailsPerSecond, textsPerSecond } = profile.notifications
  const byEmail = carrier(deps, 'email', emailsPerSecond, async (checked) => await email(deps, checked))
  if (!texts) return [byEmail]
  return [byEmail, carrier(deps, 'text', textsPerSecond, async (checked) => await text(deps, texts, checked))]
}

/** Sends what is due, a few at the same time, until nothing is. */
function carrier(
  deps: Needed,
  channel: NotificationChannel,
  perSecond: number,
  send: (checked: Checked) => Promise<Result>,
): Work {
  const { clock, log } = deps
  return {
    name: notificationWork[channel],
    restMilliseconds: 1000,
    async run(signal) {
      const leaving = new Leaving(deps, channel, perSecond)
      const results = new Results(deps)
      const next = async () => await leaving.next()
      try {
        await inLanes(lanes, signal, next, async ({ message, since, ...checked }) => {
          const isLate = epochOf(clock.now()) - epochOf(since) > longestWait
          const result = isLate ? turnedBack : await send({ message, ...checked })
          notifications.inc({ channel, result: result.to })
          if (result.to !== 'ACCEPTED') log.warn({ notification: message.id, ...result }, 'Notification not accepted')
          await results.add({ message, result, at: clock.now() })
        })
      } finally {
        await leaving.end()
        await results.write()
      }
      return leaving.leased
    },
  }
}

const turnedBack: Result = { to: 'READY', reason: 'those before it took long' }
const accepted: Result = { to: 'ACCEPTED', reason: null }
const retryAfter = 5 * 60_000

async function email(deps: Needed, { message, address, row }: Checked): Promise<Result> {
  const { profile, config, mail, clock } = deps
  const written = notificationEmail(profile, config, { message, row })
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
  const body = notificationText(profile, config, message)
  const sent = await texts.send({ to, body, reference: referenceOf(message.id), goodForSeconds })
  if (sent.outcome === 'refused') {
    const { trouble, code } = sent
    await takeTextBack({ db, log }, { id: message.id, address, trouble, code }, clock.now())
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
