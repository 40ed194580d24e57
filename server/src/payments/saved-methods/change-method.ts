import { methodName, type PaidWith } from '@portal/contract/bank-accounts'
import { sql } from 'kysely'
import type { CustomerCaller } from '../../caller.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { type AuditEvent, type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit.ts'
import { requireStillAllowed } from '../../foundation/sessions/still-allowed.ts'
import { profileFor } from '../../messages/language.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import { queueEmail } from '../../messages/outbox/queue-email.ts'
import { paidWith, wakeScheduled } from '../planned/methods.ts'
import { cardEmail } from './emails.ts'
import { type MethodGone, type Keeping, chooseDefault, detachLater, lockMethodsOf } from './methods.ts'

/** How detachments are woken. */
export const detachmentWork = 'card detachments'

interface Change {
  customer: CustomerCaller
  cardId: number
  origin: AuditOrigin
}

/** False when the card is not among theirs anymore, as for all changes. */
export async function renameMethod(engine: Keeping, change: Change, name: string): Promise<boolean> {
  return await changeOwn(engine, change, async (tx, card) => {
    await tx.updateTable('saved_card').set({ name }).where('id', '=', card.id).execute()
    return { action: 'card-renamed', before: { name: card.name }, after: { name } }
  })
}

export async function makeDefaultMethod(engine: Keeping, change: Change): Promise<boolean> {
  return await changeOwn(engine, change, async (tx, card, keptFor) => {
    await tx
      .updateTable('saved_card')
      .set({ is_default: false })
      .where('gateway_customer_id', '=', keptFor)
      .where('is_default', '=', true)
      .execute()
    await tx.updateTable('saved_card').set({ is_default: true }).where('id', '=', card.id).execute()
    return { action: 'card-made-default' }
  })
}

/** From here on, it is never charged, and the gateway hears of it. `recipient`: null without an address. */
export async function removeMethod(
  engine: Keeping,
  change: Change,
  recipient: string | null,
  whenGone: MethodGone,
): Promise<boolean> {
  const { customer } = change
  const isRemoved = await changeOwn(engine, change, async (tx, card, keptFor) => {
    const now = engine.clock.now()
    await tx
      .updateTable('saved_card')
      .set({ removed_at: now, removed_by: customer.username, is_default: false, next_read_at: null })
      .where('id', '=', card.id)
      .execute()
    await chooseDefault(tx, keptFor)
    await wakeScheduled(tx, card.id, now)
    await detachLater(tx, { method: card.method, keptFor }, now)
    if (recipient) {
      const profile = await profileFor(tx, engine.profile, { webUserId: customer.webUserId })
      await queueEmail(tx, cardEmail(profile, 'card-removed', { recipient, method: card, now }), now)
    }
    return { action: 'card-removed' }
  })
  if (!isRemoved) return false
  await whenGone(change.cardId, { actor: actorOf(customer), origin: change.origin })
  engine.wake(detachmentWork)
  engine.wake(emailWork)
  return true
}

/** In one transaction with its entry in the audit log. @throws Refusal when the session has ended */
async function changeOwn(
  engine: Keeping,
  { customer, cardId, origin }: Change,
  work: (tx: Tx, card: OwnRow, keptFor: number) => Promise<Omit<AuditEvent, 'actor' | 'subject'>>,
): Promise<boolean> {
  const { db, clock } = engine
  return await db.transaction().execute(async (tx) => {
    const keptFor = await findKeptFor(tx, engine, customer.webUserId)
    if (keptFor === undefined) return false
    await lockMethodsOf(tx, keptFor)
    await requireStillAllowed(tx, customer)
    const card = await lockOwn(tx, keptFor, cardId)
    if (!card) return false
    const event = await work(tx, card, keptFor)
    const subject = methodName(card)
    await recordAudit(tx, { ...event, actor: actorOf(customer), subject }, origin, clock.now())
    return true
  })
}

async function findKeptFor(db: Db | Tx, engine: Keeping, webUserId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('gateway_customer')
    .select('id')
    .where('web_user_id', '=', webUserId)
    .where('gateway', '=', engine.gateway.name)
    .where('is_live', '=', engine.savedMethods.isLive)
    .executeTakeFirst()
  return row?.id
}

interface OwnRow extends PaidWith {
  id: number
  method: string
  name: string
}

async function lockOwn(tx: Tx, keptFor: number, cardId: number): Promise<OwnRow | undefined> {
  const { rows } = await sql<OwnRow>`
    select id, method, name, ${paidWith} from saved_card card
    where id = ${cardId} and gateway_customer_id = ${keptFor} and removed_at is null for update`.execute(tx)
  return rows[0]
}
