import { createHash } from 'node:crypto'
import { type Instant, epochOf, later } from '@portal/contract/dates'
import { MailDown, MailRefused } from '../../adapters/mail/port.ts'
import type { Deps } from '../../deps.ts'
import { emails } from '../../metrics.ts'
import { leaseMilliseconds } from '../work/lease.ts'
import type { Work } from '../work/loop.ts'
import { beginLinkLife, withLink } from './link.ts'
import { emailWork } from './outbox.ts'
import { type LeasedEmail, leaseDueEmails, recordTry, type TryResult } from './queries.ts'

type DeliveryDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'mail'> & {
  profile: Pick<Deps['profile'], 'mailFrom'>
  config: Pick<Deps['config'], 'LINK_SECRET' | 'PAYMENT_PACE'>
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** At most this many letters are sent at the same time. */
const batchSize = 5

/** How long to wait after the first, second, … failed try; the last wait repeats. */
export const waits: readonly number[] = [10 * second, 30 * second, minute, 5 * minute, 15 * minute, 30 * minute, hour]
/** Why a letter is given up whose link nobody could use. */
const deadLink = 'the link expired, or the password or email address has changed'
/** A letter that no mail server has accepted for this long is given up. */
export const longestWait = 72 * hour

/**
 * Delivers the letters of the outbox at least once. A letter is delivered more than once only when a worker stops in
 * the middle of it or loses its lease. All tries at a letter have the same Message-ID, so that receivers can drop
 * repeats. No transaction is open while a letter is being sent.
 */
export function emailDelivery(deps: DeliveryDeps): Work {
  return {
    name: emailWork,
    fullBatch: batchSize,
    restMilliseconds: 5 * second,
    async run() {
      const now = deps.clock.now()
      const due = await leaseDueEmails(deps.db, now, later(now, leaseMilliseconds(deps.config.PAYMENT_PACE)), batchSize)
      const results = await Promise.allSettled(due.map((email) => deliver(deps, email)))
      const failure = results.find((result) => result.status === 'rejected')
      if (failure) throw failure.reason
      return due.length
    },
  }
}

async function deliver(deps: DeliveryDeps, email: LeasedEmail): Promise<void> {
  const { result, known } = await send(deps, email)
  const recorded = await recordTry(deps.db, email, result)
  // Addresses are personal data, so the log names a letter only by its number.
  const about = { letter: email.id, kind: email.kind, tries: email.tries, ...known }
  if (recorded) emails.inc({ kind: email.kind, result: resultOf(result) })
  if (!recorded) deps.log.warn(about, 'Email lease lost. Result discarded')
  else if (result.delivered_at) deps.log.info(about, 'Email delivered')
  else if (result.refused_at) deps.log.error({ ...about, reason: result.last_error }, 'Email not delivered')
  else
    deps.log.warn(
      { ...about, reason: result.last_error, again: result.next_try_at },
      'Email delivery failed. Will retry',
    )
}

function resultOf(result: TryResult): 'delivered' | 'refused' | 'failed' {
  if (result.delivered_at) return 'delivered'
  return result.refused_at ? 'refused' : 'failed'
}

/** One try at a letter. */
interface Sent {
  result: TryResult
  /** What else is known of a failure besides its reason, for the log. */
  known?: { cause: unknown } | { err: unknown }
}

async function send(deps: DeliveryDeps, email: LeasedEmail): Promise<Sent> {
  try {
    const nonce = email.link_nonce
    if (nonce !== null && !(await beginLinkLife(deps.db, deps.config, nonce, deps.clock.now()))) {
      return { result: { refused_at: deps.clock.now(), last_error: deadLink } }
    }
    await deps.mail.send({
      to: email.recipient,
      subject: email.subject,
      text: withLink(deps.config, email.body_text, nonce),
      html: withLink(deps.config, email.body_html, nonce),
      messageId: messageId(email.dedupe_key, deps.profile.mailFrom),
    })
    return { result: { delivered_at: deps.clock.now(), last_error: null } }
  } catch (error) {
    // Everything but a clear refusal is tried again: a fault of our own must never lose a letter.
    const known = isOfMail(error) ? { cause: error.cause } : { err: error }
    return { result: afterFailure(email, deps.clock.now(), error), known }
  }
}

function isOfMail(error: unknown): error is MailDown | MailRefused {
  return error instanceof MailDown || error instanceof MailRefused
}

/** The reason given for a failure that is not the mail server's. */
const ourFault = 'an internal error'

function afterFailure(email: LeasedEmail, now: Instant, error: unknown): TryResult {
  const reason = isOfMail(error) ? error.message : ourFault
  const isTooOld = epochOf(now) - epochOf(email.queued_at) >= longestWait
  if (error instanceof MailRefused || isTooOld) return { refused_at: now, last_error: reason }
  const wait = waits[Math.min(email.tries, waits.length) - 1] ?? hour
  return { next_try_at: later(now, wait), last_error: reason }
}

/** The Message-ID of a letter: the same for every try at it, different for every other letter. */
function messageId(dedupeKey: string, mailFrom: string): string {
  const name = createHash('sha256').update(dedupeKey).digest('hex').slice(0, 32)
  return `<${name}@${mailFrom.split('@').at(-1)}>`
}
