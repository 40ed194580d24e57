import { type Instant, later } from '@portal/contract/dates'
import type { TextTrouble } from '../../adapters/text-messages/port.ts'
import type { Tx } from '../../database/connect.ts'
import type { EmailTroubleTable } from '../../database/tables/messages.ts'
import type { Deps } from '../../deps.ts'
import { emailsBack } from '../../metrics.ts'
import { stopNumber, hasFailedInARow, stopAddress } from '../addresses/stops.ts'
import type { EmailReport } from '../outbox/message.ts'

type Effect = EmailTroubleTable['effect']

/**
 * What a status (RFC 3463) does to the address: its own line counts first, then the one of its class and subject. Codes
 * that blame the sender or what was sent stop nobody.
 */
const effects: Readonly<Record<string, Effect>> = {
  '5.1.1': 'stop',
  '5.1.2': 'stop',
  '5.1.3': 'stop',
  '5.1.6': 'stop',
  '5.1.10': 'stop',
  '5.2.1': 'stop',
  '5.1.7': 'alarm',
  '5.1.8': 'alarm',
  '5.5': 'alarm',
  '5.6': 'alarm',
  '5.7': 'alarm',
  '4.7': 'alarm',
}

/** A mailbox that is full, or a failure that nobody explained, has to come again. */
export function effectOf(status: string | null): Effect {
  if (status === null) return 'count'
  return effects[status] ?? effects[status.replace(/\.\d+$/, '')] ?? 'count'
}

interface CameBack extends EmailReport {
  /** In small letters. */
  address: string
  /** When it was sent: an address that was confirmed since then works. */
  leftAt: Instant
}

export type CameBackDeps = Pick<Deps, 'db' | 'clock' | 'log'> & {
  profile: { notifications: Pick<Deps['profile']['notifications'], 'softBounces' | 'softBounceDays'> }
}

/**
 * What was reported of an email of ours, once for each. An address that gets none, or whose owner complains, is stopped
 * for notifications until its owner confirms it again; security emails and receipts still go there.
 */
export async function takeBack(deps: CameBackDeps, cameBack: CameBack): Promise<void> {
  const { db, clock, log, profile } = deps
  const { email, kind, status } = cameBack
  const effect = kind === 'complained' ? 'stop' : effectOf(status)
  const now = clock.now()
  const isNew = await db.transaction().execute(async (tx) => {
    if (!(await insertTrouble(tx, cameBack, effect, now))) return false
    if (await stops(tx, cameBack, { effect, rules: profile.notifications, now })) await stopAddress(tx, cameBack, now)
    return true
  })
  if (!isNew) return
  emailsBack.inc({ kind, effect })
  if (effect === 'alarm') log.error({ alarm: true, [email.of]: email.id, status }, 'A mail server refuses us as sender')
}

async function insertTrouble(tx: Tx, { email, ...trouble }: CameBack, effect: Effect, at: Instant): Promise<boolean> {
  const { kind, address, status } = trouble
  const inserted = await tx
    .insertInto('email_trouble')
    .values({ email: `${email.of} ${email.id}`, kind, address, status, effect, at })
    .onConflict((known) => known.columns(['email', 'kind']).doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

const day = 24 * 60 * 60_000

interface Judged {
  effect: Effect
  rules: CameBackDeps['profile']['notifications']
  now: Instant
}

/** What came back before the owner last confirmed the address says nothing of it anymore. */
async function stops(tx: Tx, { address, kind, leftAt }: CameBack, { effect, rules, now }: Judged): Promise<boolean> {
  if (effect === 'alarm') return false
  if (kind === 'complained') return true
  const proven = await tx
    .selectFrom('proven_address')
    .select((of) => of.fn.max('proven_at').as('at'))
    .where('channel', '=', 'email')
    .where('address', '=', address)
    .executeTakeFirstOrThrow()
  if (proven.at !== null && proven.at > leftAt) return false
  if (effect === 'stop') return true
  const counted = await tx
    .selectFrom('email_trouble')
    .select((of) => of.fn.countAll<number>().as('times'))
    .where('address', '=', address)
    .where('effect', '=', 'count')
    .where('at', '>', later(now, -rules.softBounceDays * day))
    .$if(proven.at !== null, (query) => query.where('at', '>', proven.at ?? now))
    .executeTakeFirstOrThrow()
  return counted.times >= rules.softBounces
}

/**
 * What a trouble of a text does to the number: `suppress` it until it is confirmed again, `stop` it until START, `count` it, for
 * many in a row suppress it, too. `alarm`: the number is good, and a person has to act.
 */
export const textEffects = {
  stopped: 'stop',
  notMobile: 'suppress',
  blocked: 'suppress',
  unreachable: 'count',
  other: 'count',
  filtered: 'alarm',
  sender: 'alarm',
  late: 'none',
  busy: 'none',
} as const satisfies Record<TextTrouble, Effect | 'suppress' | 'none'>

/** The same for a text. @param address null where the report stops nothing, as of a code: the number may be a stranger’s */
export async function takeTextBack(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { id, address, trouble, code }: { id?: number; address: string | null; trouble: TextTrouble; code: string | null },
  at: Instant,
): Promise<void> {
  const effect = textEffects[trouble]
  if (effect === 'alarm')
    log.error({ alarm: true, notification: id, trouble, code }, 'The provider of texts refuses ours')
  if (address === null || effect === 'alarm' || effect === 'none') return
  if (effect === 'count' && !(await hasFailedInARow(db, address))) return
  await stopNumber(db, address, effect === 'stop' ? 'stop' : 'undelivered', at)
}
