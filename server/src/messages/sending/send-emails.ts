import { createHash } from 'node:crypto'
import { type Instant, epochOf, later } from '@portal/contract/dates'
import { EmailNotSent, EmailRefused } from '../../adapters/email/port.ts'
import type { Db } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { activateLink } from '../../foundation/credentials/activate-link.ts'
import { type Work, inLanes, leaseMilliseconds } from '../../foundation/work/loop.ts'
import { countFailure, emails } from '../../metrics.ts'
import { digestOfNonce, withLink } from '../outbox/link.ts'
import { emailWork } from '../outbox/message.ts'
import { returnPath } from '../outbox/names.ts'
import type { StillStands } from '../outbox/queue-email.ts'
import { type CameBackDeps, takeBack } from '../reports/effects.ts'

type DeliveryDeps = CameBackDeps &
  Pick<Deps, 'mail'> & {
    profile: Pick<Deps['profile'], 'mailFrom'>
    config: Pick<Deps['config'], 'LINK_SECRET' | 'PAYMENT_PACE' | 'BOUNCE_DOMAIN'>
  }

const second = 1000
const minute = 60 * second
const hour = 60 * minute

const lanes = 5

/** After the first, second, … failed try; the last wait repeats. */
export const waits: readonly number[] = [10 * second, 30 * second, minute, 5 * minute, 15 * minute, 30 * minute, hour]
/** Why an email is given up whose link nobody could use. */
const deadLink = 'the link expired, or the password or email address has changed'
/** An email that no mail server has accepted for this long is given up. */
export const longestWait = 72 * hour

/** At least once; all tries share a Message-ID, so that receivers drop repeats. Sends outside of transactions. */
export function emailDelivery(deps: DeliveryDeps, stillStands: StillStands = async () => true): Work {
  return {
    name: emailWork,
    restMilliseconds: 5 * second,
    async run(signal) {
      const due = async (most: number) => {
        const now = deps.clock.now()
        return await leaseDueEmails(deps.db, now, later(now, leaseMilliseconds(deps.config.PAYMENT_PACE)), most)
      }
      return await inLanes(lanes, signal, due, async (email) => await deliver(deps, email, stillStands))
    },
  }
}

async function deliver(deps: DeliveryDeps, email: LeasedEmail, stillStands: StillStands): Promise<void> {
  const { result, known } = await send(deps, email, stillStands)
  // Addresses are personal data, so the log names an email only by its number.
  const about = { emailId: email.id, kind: email.kind, tries: email.tries, ...known }
  if (result === 'withdrawn') {
    if (await withdraw(deps.db, email)) emails.inc({ template: email.kind, result })
    deps.log.info(about, 'Email withdrawn. What it says no longer stands')
    return
  }
  const recorded = await recordTry(deps.db, email, result)
  if (recorded) emails.inc({ template: email.kind, result: resultOf(result) })
  if (recorded && result.last_error !== null) countFailure('email', kindOfReason(result.last_error))
  if (!recorded) deps.log.warn(about, 'Email lease lost. Result discarded')
  else if (result.delivered_at) deps.log.info(about, 'Email delivered')
  else if (result.refused_at) deps.log.error({ ...about, reason: result.last_error }, 'Email not delivered')
  else
    deps.log.warn(
      { ...about, reason: result.last_error, again: result.next_try_at },
      'Email delivery failed. Will retry',
    )
}

/** Of a mail server's own words only the code. */
function kindOfReason(reason: string): string {
  return /^the mail server answered \d{3}/.exec(reason)?.[0] ?? reason
}

function resultOf(result: TryResult): 'delivered' | 'refused' | 'failed' {
  if (result.delivered_at) return 'delivered'
  return result.refused_at ? 'refused' : 'failed'
}

interface Sent {
  result: TryResult | 'withdrawn'
  /** Besides the reason, for the log. */
  known?: { cause: unknown } | { err: unknown }
}

async function send(deps: DeliveryDeps, email: LeasedEmail, stillStands: StillStands): Promise<Sent> {
  try {
    if (!(await stillStands({ kind: email.kind, dedupeKey: email.dedupe_key }))) return { result: 'withdrawn' }
    const nonce = email.link_nonce
    if (nonce !== null && !(await activateLink(deps.db, digestOfNonce(deps.config, nonce), deps.clock.now()))) {
      return { result: { refused_at: deps.clock.now(), last_error: deadLink } }
    }
    await deps.mail.send({
      to: email.recipient,
      subject: email.subject,
      text: withLink(deps.config, email.body_text, nonce),
      html: withLink(deps.config, email.body_html, nonce),
      messageId: messageId(email.dedupe_key, deps.profile.mailFrom),
      returnPath: returnPath(deps.config, { of: 'email', id: email.id }),
    })
    return { result: { delivered_at: deps.clock.now(), last_error: null } }
  } catch (error) {
    // Everything but a clear refusal is tried again: a fault of our own must never lose an email.
    const known = isOfEmail(error) ? { cause: error.cause } : { err: error }
    if (error instanceof EmailRefused) await countRefusal(deps, email, error)
    return { result: afterFailure(email, deps.clock.now(), error), known }
  }
}

async function countRefusal(deps: DeliveryDeps, email: LeasedEmail, { status }: EmailRefused): Promise<void> {
  const address = email.recipient.toLowerCase()
  const name = { of: 'email', id: email.id } as const
  await takeBack(deps, { email: name, address, kind: 'failed', status, leftAt: deps.clock.now() })
}

function isOfEmail(error: unknown): error is EmailNotSent | EmailRefused {
  return error instanceof EmailNotSent || error instanceof EmailRefused
}

const ourFault = 'an internal error'

function afterFailure(email: LeasedEmail, now: Instant, error: unknown): TryResult {
  const reason = isOfEmail(error) ? error.message : ourFault
  const isTooOld = epochOf(now) - epochOf(email.queued_at) >= longestWait
  if (error instanceof EmailRefused || isTooOld) return { refused_at: now, last_error: reason }
  const wait = waits[Math.min(email.tries, waits.length) - 1] ?? hour
  return { next_try_at: later(now, wait), last_error: reason }
}

/** The same for every try at an email, different for every other email. */
function messageId(dedupeKey: string, mailFrom: string): string {
  const name = createHash('sha256').update(dedupeKey).digest('hex').slice(0, 32)
  return `<${name}@${mailFrom.split('@').at(-1)}>`
}

/** `epoch` proves the lease when the result is recorded. */
interface LeasedEmail {
  id: number
  kind: string
  dedupe_key: string
  recipient: string
  subject: string
  body_text: string
  body_html: string
  /** The link's secret is derived from it; null when the email has no link. */
  link_nonce: string | null
  queued_at: Instant
  /** Including this one. */
  tries: number
  epoch: number
}

async function leaseDueEmails(db: Db, now: Instant, leaseUntil: Instant, most: number): Promise<LeasedEmail[]> {
  return db
    .with('due', (query) =>
      query
        .selectFrom('email')
        .select('id')
        .where('delivered_at', 'is', null)
        .where('refused_at', 'is', null)
        .where('next_try_at', '<=', now)
        .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<=', now)]))
        .orderBy('next_try_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('email')
    .from('due')
    .whereRef('email.id', '=', 'due.id')
    .set((set) => ({
      lease_until: leaseUntil,
      epoch: set('email.epoch', '+', 1),
      tries: set('email.tries', '+', 1),
    }))
    .returning([
      'email.id',
      'email.kind',
      'email.dedupe_key',
      'email.recipient',
      'email.subject',
      'email.body_text',
      'email.body_html',
      'email.link_nonce',
      'email.queued_at',
      'email.tries',
      'email.epoch',
    ])
    .execute()
}

/** Columns that are left out keep their values. */
interface TryResult {
  delivered_at?: Instant
  refused_at?: Instant
  next_try_at?: Instant
  last_error: string | null
}

/** As `withdrawEmails` does. False when the lease was lost. */
async function withdraw(db: Db, { id, epoch }: LeasedEmail): Promise<boolean> {
  const gone = await db.deleteFrom('email').where('id', '=', id).where('epoch', '=', epoch).executeTakeFirst()
  return gone.numDeletedRows === 1n
}

/** False when the lease was lost: only the new holder's result counts. */
async function recordTry(db: Db, email: LeasedEmail, result: TryResult): Promise<boolean> {
  const updated = await db
    .updateTable('email')
    .set({ ...result, lease_until: null })
    .where('id', '=', email.id)
    .where('epoch', '=', email.epoch)
    .where('delivered_at', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}
