import { randomUUID } from 'node:crypto'
import {
  type BroadcastMove,
  type BroadcastOptions,
  mostDrafts,
  moveBroadcast as moveCall,
  moved,
  saveBroadcast as saveCall,
} from '@portal/contract/broadcasts'
import { broadcastTexts } from '@portal/contract/broadcasts-texts'
import type { ParsedBodyOf } from '@portal/contract/call'
import type { Instant } from '@portal/contract/dates'
import { english } from '@portal/contract/language'
import { textLength } from '@portal/contract/text-messages'
import { sql } from 'kysely'
import type { AdminCaller } from '../../caller.ts'
import type { Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { type AuditEvent, type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit.ts'
import { mayBeOnePerson } from '../../foundation/four-eyes.ts'
import { requireStillAllowed } from '../../foundation/sessions/still-allowed.ts'
import { broadcastWorkName } from '../../messages/broadcasts/make-messages.ts'
import { writeMove } from '../../messages/broadcasts/moves.ts'
import { villageKey } from '../../messages/broadcasts/recipients.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import { queueEmail } from '../../messages/outbox/queue-email.ts'
import { refuse, refuseCommonly, refuseField } from '../../refusal.ts'
import { type BroadcastRow, asSent, selectBroadcast } from './read-broadcast.ts'

type Saved = ParsedBodyOf<typeof saveCall> & { options: BroadcastOptions }

/** A new draft, or the next version of one; a request for approval is taken back. @returns its key @throws Refusal */
export async function saveBroadcast(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: AdminCaller,
  { id, version, ...saved }: Saved,
  origin: AuditOrigin,
): Promise<number> {
  const villages = checked(saved)
  const { subject, body, text } = saved
  const channels = [...new Set(saved.channels)].toSorted()
  const at = clock.now()
  return await db.transaction().execute(async (tx) => {
    await requireStillAllowed(tx, caller)
    if (id === undefined) await requireRoom(tx)
    const held = id === undefined ? null : await hold(tx, { id, version, move: 'save' }, saveCall)
    const columns = {
      subject,
      body,
      text_words: text,
      channels,
      villages,
      written_by: caller.adminUserId,
      written_by_name: caller.username,
      written_at: at,
    }
    if (held) await writeMove(tx, held, 'save', { ...columns, ...unasked })
    const key =
      held?.id ?? (await tx.insertInto('broadcast').values(columns).returning('id').executeTakeFirstOrThrow()).id
    const after = { body, text, channels, towns: villages ?? broadcastTexts.all }
    await recordAudit(tx, { actor: actorOf(caller), action: 'broadcast-written', subject, after }, origin, at)
    return key
  })
}

/** @throws Refusal `too-many-drafts` */
async function requireRoom(tx: Tx): Promise<void> {
  const drafts = await tx
    .selectFrom('broadcast')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('state', 'in', ['DRAFT', 'REVIEW'])
    .executeTakeFirstOrThrow()
  if (drafts.count >= mostDrafts) throw refuse(saveCall, 'too-many-drafts')
}

const unasked = { asked_by: null, asked_by_name: null, asked_at: null }

/** Against what is there now. @returns the villages as the data write them @throws Refusal at the field */
function checked({ villages, channels, text, options }: Saved): string[] | null {
  if (channels.includes('text')) {
    if (!options.sendsTexts) throw refuseField('channels', broadcastTexts.noTexts)
    const { length, odd } = textLength(text)
    const { textOdd, textTooLong } = broadcastTexts
    if (odd !== null) throw refuseField('text', english.t(textOdd, { character: odd }))
    if (length > options.textRoom) throw refuseField('text', english.t(textTooLong, { room: options.textRoom }))
  }
  if (villages === null) return null
  const wanted = new Set(villages.map(villageKey))
  const known = options.villages.filter((name) => wanted.has(villageKey(name)))
  if (known.length < wanted.size) throw refuseField('villages', broadcastTexts.villageUnknown)
  return known
}

interface Asked {
  id: number
  version: number | undefined
  move: BroadcastMove
}

type Changed = Parameters<typeof refuse<'state-changed'>>[0]

/** Locked. @throws Refusal `state-changed`: not what the admin saw */
async function hold(tx: Tx, { id, version, move }: Asked, call: Changed): Promise<BroadcastRow> {
  const row = await selectBroadcast(tx, id, sql`for update`)
  if (!row || row.version !== version || moved(row.state, move) === undefined) throw refuse(call, 'state-changed')
  return row
}

type PressedMove = ParsedBodyOf<typeof moveCall>['move']

/** @returns false when it is deleted @throws Refusal */
export async function moveBroadcast(
  { db, clock, wake }: Pick<Deps, 'db' | 'clock' | 'wake'>,
  caller: AdminCaller,
  asked: Asked & { move: PressedMove },
  origin: AuditOrigin,
): Promise<boolean> {
  const at = clock.now()
  const isThere = await db.transaction().execute(async (tx) => {
    await requireStillAllowed(tx, caller)
    const row = await hold(tx, asked, moveCall)
    if (asked.move === 'approve') await requireOther(tx, row, { by: caller, at })
    await writeMove(tx, row, asked.move, marks(asked.move, caller, at))
    const { subject, body, words: text, channels, villages } = row
    const after = { body, text, channels, towns: villages ?? broadcastTexts.all }
    const event: AuditEvent = { actor: actorOf(caller), action: actions[asked.move], subject }
    await recordAudit(tx, asked.move === 'approve' ? { ...event, after } : event, origin, at)
    return asked.move !== 'delete'
  })
  wake(broadcastWorkName)
  return isThere
}

const actions = {
  ask: 'broadcast-asked',
  return: 'broadcast-returned',
  approve: 'broadcast-approved',
  stop: 'broadcast-stopped',
  delete: 'broadcast-deleted',
} as const satisfies Record<PressedMove, AuditEvent['action']>

function marks(move: PressedMove, { adminUserId, username }: AdminCaller, at: Instant) {
  switch (move) {
    case 'ask':
      return { asked_by: adminUserId, asked_by_name: username, asked_at: at }
    case 'return':
      return unasked
    case 'approve':
      return { approved_by_name: username, approved_at: at }
    case 'stop':
      return { stopped_by_name: username, stopped_at: at }
    case 'delete':
      return {}
  }
}

/** Neither who wrote it nor who asked, nor anyone in their hands. @throws Refusal */
async function requireOther(tx: Tx, row: BroadcastRow, approved: { by: AdminCaller; at: Instant }): Promise<void> {
  const { writtenBy, writtenAt, askedBy, askedAt } = row
  if ([writtenBy, askedBy].includes(approved.by.adminUserId)) throw refuse(moveCall, 'own-message')
  const others = [
    { by: writtenBy, at: writtenAt },
    ...(askedBy !== null && askedAt ? [{ by: askedBy, at: askedAt }] : []),
  ]
  for (const other of others) if (await mayBeOnePerson(tx, other, approved)) throw refuse(moveCall, 'same-person')
}

/** The email; of a message that is sent by text alone, the text. @returns the admin's address */
export async function sendTest(
  deps: Pick<Deps, 'db' | 'clock' | 'profile' | 'config' | 'wake'>,
  caller: AdminCaller,
  row: BroadcastRow,
  origin: AuditOrigin,
): Promise<string> {
  const { db, clock, wake } = deps
  const { text } = asSent(deps, row)
  const body = row.channels.includes('email') ? row.body : (text ?? '')
  const { email } = asSent(deps, { ...row, body, channels: ['email'] })
  const at = clock.now()
  const address = await db.transaction().execute(async (tx) => {
    const admin = tx.selectFrom('admin_user').select('email').where('id', '=', caller.adminUserId)
    const recipient = (await admin.executeTakeFirst())?.email
    if (recipient === undefined || !email) throw refuseCommonly('not-signed-in')
    const dedupeKey = `broadcast-test-${randomUUID()}`
    await queueEmail(tx, { template: 'broadcast-test', dedupeKey, recipient, ...email }, at)
    await recordAudit(tx, { actor: actorOf(caller), action: 'broadcast-tested', subject: row.subject }, origin, at)
    return recipient
  })
  wake(emailWork)
  return address
}
