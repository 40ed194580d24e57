import { type Instant, later } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type { EmailTroubleTable } from '../../database/tables/messages.ts'
import type { Deps } from '../../deps.ts'
import { emailsBack } from '../../metrics.ts'
import { portalActor, recordAudit } from '../audit.ts'
import type { EmailName } from './return-path.ts'

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

interface CameBack {
  email: EmailName
  /** In small letters. */
  address: string
  kind: EmailTroubleTable['kind']
  status: string | null
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

async function stopAddress(tx: Tx, { address, kind, status }: CameBack, now: Instant): Promise<void> {
  const why = kind === 'complained' ? 'complained' : 'bounced'
  // In the order in which confirming locks them.
  const { rows } = await sql<{ personId: string }>`
    update proven_address set proven_at = null from web_user
    where web_user.id = web_user_id and channel = 'email' and address = ${address} and web_user_id in (
      select web_user_id from proven_address where channel = 'email' and address = ${address}
      order by web_user_id for update)
    returning person_id as "personId"`.execute(tx)
  const stopped = await tx
    .insertInto('stopped_address')
    .values({ channel: 'email', address, why, since: now })
    .onConflict((known) => known.columns(['channel', 'address']).doNothing())
    .executeTakeFirst()
  if (stopped.numInsertedOrUpdatedRows !== 1n) return
  for (const { personId } of rows) {
    const subject = `Person ${personId}`
    const event = { actor: portalActor, action: 'emails-stopped', subject, after: { why, status } } as const
    await recordAudit(tx, event, { clientAddress: '', requestId: '' }, now)
  }
}

/** Where an email of the outbox went; null when it is none, or was swept away. */
export async function letterCameBack(
  db: Db,
  id: number,
  { kind, status, at }: Pick<CameBack, 'kind' | 'status'> & { at: Instant },
): Promise<Pick<CameBack, 'address' | 'leftAt'> | null> {
  const letter = await db
    .selectFrom('letter')
    .select(['recipient', 'queued_at', 'delivered_at', 'came_back_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!letter) return null
  if (kind === 'failed' && letter.came_back_at === null)
    await db
      .updateTable('letter')
      .set({
        came_back_at: at,
        last_error: status === null ? 'the mail server gave no reason' : `the mail server reported ${status}`,
      })
      .where('id', '=', id)
      .where('came_back_at', 'is', null)
      .execute()
  return { address: letter.recipient.toLowerCase(), leftAt: letter.delivered_at ?? letter.queued_at }
}
