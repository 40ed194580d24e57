import { cardName } from '@portal/contract/card'
import { type Instant, later } from '@portal/contract/dates'
import { mostSavedCards } from '@portal/contract/saved-cards'
import type { KeptCard, SetupRead } from '../../adapters/card-gateway/port-saved-cards.ts'
import type { Tx } from '../../database/connect.ts'
import { type Actor, type AuditOrigin, recordAudit } from '../../foundation/audit.ts'
import { profileFor } from '../../messages/language.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import { queueEmail } from '../../messages/outbox/queue-email.ts'
import { type KeptFor, type Keeping, chooseDefault, columnsOf, detachLater, lockCardsOf } from './cards.ts'
import { detachmentWork } from './change-card.ts'
import { cardEmail } from './emails.ts'

/** A card on its way to be saved. */
export interface Saving {
  id: number
  keptFor: KeptFor
  webUserId: number
  savedBy: string
  name: string
}

/** `waits`: nobody knows yet, or the payer confirms it; work goes on with it. `ended`: it was ended before. */
export type Saved =
  | { outcome: 'saved'; cardId: number }
  | { outcome: 'awaitsPayer'; secret: string }
  | { outcome: 'refused'; reason: Extract<SetupRead, { outcome: 'refused' }>['reason'] }
  | { outcome: 'tooMany' | 'waits' | 'ended' }

/** While a page may still go on with it itself, in milliseconds. */
const leftToPage = 2 * 60_000

/** Recorded before the gateway hears of it, so that work can go on with it when this process ends. */
export async function openSaving(engine: Keeping, saving: Omit<Saving, 'id'>): Promise<Saving> {
  const now = engine.clock.now()
  const { id } = await engine.db
    .insertInto('card_saving')
    .values({
      gateway_customer_id: saving.keptFor.id,
      name: saving.name,
      saved_by: saving.savedBy,
      begun_at: now,
      next_try_at: later(now, leftToPage),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...saving, id }
}

/** One try to have the card's bank agree. `recipient`: who reads that it was saved; null without an address. */
export async function saveCard(
  engine: Keeping,
  saving: Saving,
  { token, ...told }: { token: string } & Told,
): Promise<Saved> {
  const read = await engine.cards.save({
    key: engine.newReference(),
    customer: saving.keptFor.customer,
    token,
    named: async (setup) => await nameSetup(engine, saving.id, setup),
  })
  return await settleSaving(engine, saving, read, told)
}

/** False when it was given up meanwhile: then the setup must not be confirmed. */
async function nameSetup(engine: Keeping, id: number, setup: string): Promise<boolean> {
  const named = await engine.db
    .updateTable('card_saving')
    .set({ setup })
    .where('id', '=', id)
    .where('setup', 'is', null)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return named !== undefined
}

interface Told {
  recipient: string | null
  origin: AuditOrigin
}

/** Records what became of it, once. */
export async function settleSaving(engine: Keeping, saving: Saving, read: SetupRead, told: Told): Promise<Saved> {
  switch (read.outcome) {
    case 'saved':
      return await record(engine, saving, read.card, told)
    case 'refused':
      await engine.db.transaction().execute(async (tx) => endSaving(tx, saving.id, engine.clock.now()))
      return read
    case 'awaitsPayer':
      return read
    case 'unavailable':
      engine.monitoring.cardUnclear(read.reason)
      return { outcome: 'waits' }
  }
}

async function record(engine: Keeping, saving: Saving, card: KeptCard, told: Told): Promise<Saved> {
  const saved = await engine.db.transaction().execute(async (tx): Promise<Saved> => {
    const now = engine.clock.now()
    await lockCardsOf(tx, saving.keptFor.id)
    const ended = await endSaving(tx, saving.id, now)
    if (!ended) return { outcome: 'ended' }
    const cardId = await putCard(tx, saving, card, ended.setup, now)
    if (cardId === null) {
      await detachLater(tx, { method: card.method, keptFor: saving.keptFor.id }, now)
      return { outcome: 'tooMany' }
    }
    await tx.updateTable('card_saving').set({ saved_card_id: cardId }).where('id', '=', saving.id).execute()
    const { brand, last_four } = columnsOf(card)
    if (told.recipient) {
      const about = { recipient: told.recipient, card: { brand, last_four }, now }
      const profile = await profileFor(tx, engine.profile, { webUserId: saving.webUserId })
      await queueEmail(tx, cardEmail(profile, 'card-added', about), now)
    }
    const actor: Actor = { kind: 'customer', id: saving.webUserId, name: saving.savedBy }
    await recordAudit(
      tx,
      { actor, action: 'card-added', subject: cardName({ brand, lastFour: last_four }) },
      told.origin,
      now,
    )
    return { outcome: 'saved', cardId }
  })
  engine.wake(detachmentWork)
  engine.wake(emailWork)
  return saved
}

/** Null when it had ended before. */
export async function endSaving(tx: Tx, id: number, now: Instant): Promise<{ setup: string } | null> {
  const ended = await tx
    .updateTable('card_saving')
    .set({ ended_at: now, next_try_at: null, lease_until: null })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning(['setup', 'attempt_id'])
    .executeTakeFirst()
  if (!ended) return null
  if (ended.attempt_id === null) return { setup: ended.setup ?? '' }
  const { transaction_tag } = await tx
    .selectFrom('charge_attempt')
    .select('transaction_tag')
    .where('id', '=', ended.attempt_id)
    .executeTakeFirstOrThrow()
  return { setup: transaction_tag ?? '' }
}

/** The same card again takes the place of the older one, whose method is detached. Null when there are too many. */
async function putCard(
  tx: Tx,
  { keptFor, name, savedBy }: Saving,
  card: KeptCard,
  setup: string,
  now: Instant,
): Promise<number | null> {
  const live = await tx
    .selectFrom('saved_card')
    .select(['id', 'method', 'fingerprint'])
    .where('gateway_customer_id', '=', keptFor.id)
    .where('removed_at', 'is', null)
    .execute()
  const same = live.find(({ fingerprint }) => fingerprint === card.fingerprint)
  if (same) {
    await tx
      .updateTable('saved_card')
      .set({ ...columnsOf(card), setup, ...(name !== '' && { name }) })
      .where('id', '=', same.id)
      .execute()
    if (same.method !== card.method) await detachLater(tx, { method: same.method, keptFor: keptFor.id }, now)
    return same.id
  }
  if (live.length >= mostSavedCards) return null
  const { id } = await tx
    .insertInto('saved_card')
    .values({ ...columnsOf(card), gateway_customer_id: keptFor.id, setup, name, added_at: now, added_by: savedBy })
    .returning('id')
    .executeTakeFirstOrThrow()
  await chooseDefault(tx, keptFor.id)
  return id
}
