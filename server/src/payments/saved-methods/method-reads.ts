import type { BlockReason } from '@portal/contract/autopay'
import { methodName, type PaidWith } from '@portal/contract/bank-accounts'
import { dateIn, later } from '@portal/contract/dates'
import type { PersonId } from '@portal/contract/ids'
import { sql } from 'kysely'
import type { KeptMethod } from '../../adapters/payment-gateway/port-saved-methods.ts'
import { portalActor, recordAudit } from '../../foundation/audit.ts'
import type { Work } from '../../foundation/work/loop.ts'
import { profileFor } from '../../messages/language.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import { queueEmail } from '../../messages/outbox/queue-email.ts'
import type { NewEmail } from '../../wording/customer-email.ts'
import { wakeAutopay } from '../engine.ts'
import { bankAccountOf, blockAccount, ownerOfPlanned, wakeScheduled } from '../planned/methods.ts'
import { cardEmail } from './emails.ts'
import {
  type MethodGone,
  type Keeping,
  methodReadWork,
  chooseDefault,
  columnsOf,
  lockMethodsOf,
  paidWithOf,
} from './methods.ts'

const batchSize = 10
const second = 1000

/** Reads again what a bank may have changed or blocked, or the gateway lost. */
export function methodReads(engine: Keeping, whenGone: MethodGone): Work {
  return { name: methodReadWork, restMilliseconds: 30 * second, run: async () => await readDue(engine, whenGone) }
}

interface DueRead extends PaidWith {
  id: number
  method: string
  fingerprint: string
  mandate: string | null
  expires: string | null
  keptFor: number
  /** Null once the registration is gone. */
  personId: PersonId | null
}

async function readDue(engine: Keeping, whenGone: MethodGone): Promise<number> {
  const now = engine.clock.now()
  const { rows } = await sql<DueRead>`
    with due as materialized (
      select card.id, owner.web_user_id
      from saved_card card join gateway_customer owner on owner.id = card.gateway_customer_id
      where next_read_at <= ${now}::timestamptz and owner.gateway = ${engine.gateway.name}
        and owner.is_live = ${engine.savedMethods.isLive}
      order by next_read_at limit ${batchSize} for update of card skip locked),
    leased as (
      update saved_card set next_read_at = ${later(now, 600 * second * engine.pace)}::timestamptz
      from due where saved_card.id = due.id
      returning saved_card.id, method, brand, bank_name, bank_account_type, last_four, expires, fingerprint, mandate,
        gateway_customer_id, due.web_user_id)
    select card.id, method, brand, last_four as "lastFour", ${bankAccountOf} as "bankAccount", expires, fingerprint, mandate,
      gateway_customer_id as "keptFor", person_id as "personId"
    from leased card left join web_user on web_user.id = card.web_user_id`.execute(engine.db)
  await Promise.all(rows.map(async (due) => await readOne(engine, due, whenGone)))
  return rows.length
}

async function readOne(engine: Keeping, due: DueRead, whenGone: MethodGone): Promise<void> {
  const read = await engine.savedMethods.readMethod(due.method, due.mandate)
  if (read.outcome === 'unavailable') return engine.monitoring.cardUnclear(read.reason)
  if (read.outcome === 'gone') return await loseCard(engine, due, whenGone)
  if (read.outcome === 'blocked') return await block(engine, due, read.reason)
  const expires = 'expires' in read.card ? read.card.expires : null
  const isChanged = read.card.lastFour !== due.lastFour || expires !== due.expires
  const now = engine.clock.now()
  const email = read.card.lastFour === due.lastFour ? null : await updatedEmail(engine, due.id, read.card)
  await engine.db.transaction().execute(async (tx) => {
    const updated = await tx
      .updateTable('saved_card')
      .set({ ...columnsOf(read.card), ...(isChanged && { changed_by_bank_at: now }), next_read_at: null })
      .where('id', '=', due.id)
      .where('method', '=', due.method)
      .where('last_four', '=', due.lastFour)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (email && updated.numUpdatedRows > 0n) await queueEmail(tx, email, now)
  })
  if (email) engine.wake(emailWork)
}

/** Only for a card that is charged without its owner, who would not know the number on the receipt. */
async function updatedEmail(engine: Keeping, id: number, card: KeptMethod): Promise<NewEmail | null> {
  const now = engine.clock.now()
  const owner = await ownerOfPlanned(engine.db, id, dateIn(engine.profile.timeZone, now))
  const recipient = owner === null ? null : (await engine.billing.findPerson(owner))?.emailAddress
  if (owner === null || !recipient) return null
  const profile = await profileFor(engine.db, engine.profile, { personId: owner })
  return cardEmail(profile, 'card-updated', { recipient, method: paidWithOf(card), now }, id)
}

/** Who has AutoPay by it is told when that pauses. */
async function block(engine: Keeping, { id, fingerprint }: DueRead, reason: BlockReason): Promise<void> {
  const now = engine.clock.now()
  await engine.db.transaction().execute(async (tx) => {
    await blockAccount(tx, fingerprint, reason, now)
    await tx.updateTable('saved_card').set({ next_read_at: null }).where('id', '=', id).execute()
  })
  wakeAutopay(engine)
}

/** It can't be charged anymore. Its owner is told, once. */
async function loseCard(engine: Keeping, due: DueRead, whenGone: MethodGone): Promise<void> {
  const { profile } = engine
  const { personId } = due
  const person = personId === null ? null : await engine.billing.findPerson(personId)
  const inLanguage = personId === null ? profile : await profileFor(engine.db, profile, { personId })
  const isLost = await engine.db.transaction().execute(async (tx) => {
    const now = engine.clock.now()
    await lockMethodsOf(tx, due.keptFor)
    const lost = await tx
      .updateTable('saved_card')
      .set({ removed_at: now, removed_by: '', is_default: false, next_read_at: null })
      .where('id', '=', due.id)
      .where('method', '=', due.method)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (lost.numUpdatedRows === 0n) return false
    await chooseDefault(tx, due.keptFor)
    await wakeScheduled(tx, due.id, now)
    const recipient = person?.emailAddress
    if (recipient) await queueEmail(tx, cardEmail(inLanguage, 'card-lost', { recipient, method: due, now }), now)
    const subject = methodName(due)
    await recordAudit(
      tx,
      { actor: portalActor, action: 'card-lost', subject },
      { clientAddress: '', requestId: '' },
      now,
    )
    return true
  })
  if (!isLost) return
  await whenGone(due.id)
  engine.wake(emailWork)
}
