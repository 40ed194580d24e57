import type { Instant } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { CardKeeper, KeptCard, SavedCardToCharge } from '../../adapters/card-gateway/port-saved-cards.ts'
import type { Db, Tx } from '../../database/connect.ts'
import type { SavedCardTables } from '../../database/tables/saved-cards.ts'
import type { Actor, AuditOrigin } from '../../foundation/audit.ts'
import type { Engine } from '../engine.ts'

/** A card as a charge names it, and whether its row still has it. */
export type ChargedCard = SavedCardToCharge & { id: number }

/** Whose cards the gateway keeps as this customer's. */
export interface KeptFor {
  id: number
  customer: string
}

/** For gateways that keep cards. */
export interface Keeping extends Engine {
  cards: CardKeeper
}

/** What follows once a card can't be charged anymore: by whom, unless its bank or the gateway took it. */
export type CardGone = (savedCardId: number, by?: { actor: Actor; origin: AuditOrigin }) => Promise<void>

/** Null where the gateway keeps no cards. */
export function keepingOf(engine: Engine): Keeping | null {
  const { cards } = engine.gateway
  return cards ? { ...engine, cards } : null
}

export interface OwnCard {
  id: number
  method: string
  customer: string
  brand: SavedCardTables['saved_card']['brand']
  lastFour: string
  expires: string
  funding: SavedCardTables['saved_card']['funding']
  cardHolder: string
  name: string
  isDefault: boolean
  addedAt: Instant
  changedByBankAt: Instant | null
}

/** The live cards of this person at this gateway, in this mode; the default first, then the newest. */
export async function readOwnCards(db: Db | Tx, engine: Keeping, webUserId: number): Promise<OwnCard[]> {
  return await db
    .selectFrom('saved_card')
    .innerJoin('gateway_customer', 'gateway_customer.id', 'saved_card.gateway_customer_id')
    .select(['saved_card.id', 'method', 'customer', 'brand', 'last_four as lastFour', 'expires', 'funding', 'name'])
    .select(['card_holder as cardHolder', 'is_default as isDefault', 'added_at as addedAt'])
    .select('changed_by_bank_at as changedByBankAt')
    .where('web_user_id', '=', webUserId)
    .where('gateway', '=', engine.gateway.name)
    .where('is_live', '=', engine.cards.isLive)
    .where('removed_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('saved_card.id', 'desc')
    .execute()
}

/** Null when it is not theirs, was removed, or belongs to another gateway or mode. */
export async function findOwnCard(engine: Keeping, webUserId: number, id: number): Promise<OwnCard | null> {
  const own = await readOwnCards(engine.db, engine, webUserId)
  return own.find((card) => card.id === id) ?? null
}

/**
 * In the transaction of the intent: a card that was removed or replaced is never charged. Until that ends, nobody can
 * remove it.
 */
export async function lockToCharge(tx: Tx, { id, method }: Pick<ChargedCard, 'id' | 'method'>): Promise<boolean> {
  const found = await tx
    .selectFrom('saved_card')
    .select('id')
    .where('id', '=', id)
    .where('method', '=', method)
    .where('removed_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return found !== undefined
}

export async function noteSavedCard(tx: Tx, attemptId: number, cardId: number): Promise<void> {
  await tx.updateTable('charge_attempt').set({ saved_card_id: cardId }).where('id', '=', attemptId).execute()
}

/** Work saves the card once the payment is approved (`card-work.ts`). */
export async function savePaidCard(
  tx: Tx,
  attemptId: number,
  { id, savedBy }: KeptFor & { savedBy: string },
  at: Instant,
): Promise<void> {
  await tx
    .insertInto('card_saving')
    .values({ gateway_customer_id: id, attempt_id: attemptId, saved_by: savedBy, begun_at: at, next_try_at: at })
    .execute()
}

/** One for each person: of two requests, the later finds the earlier one's. Null when the gateway does not answer. */
export async function customerFor(engine: Keeping, webUserId: number): Promise<KeptFor | null> {
  const { db, gateway, clock } = engine
  const find = async () =>
    await db
      .selectFrom('gateway_customer')
      .select(['id', 'customer'])
      .where('web_user_id', '=', webUserId)
      .where('gateway', '=', gateway.name)
      .where('is_live', '=', engine.cards.isLive)
      .executeTakeFirst()
  const known = await find()
  if (known) return known
  const made = await engine.cards.makeCustomer({ key: engine.newReference(), reference: `customer ${webUserId}` })
  if (made.outcome !== 'made') return null
  await db
    .insertInto('gateway_customer')
    .values({
      web_user_id: webUserId,
      gateway: gateway.name,
      is_live: engine.cards.isLive,
      customer: made.customer,
      made_at: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await find()) ?? null
}

/** All changes of one person's cards come one after the other. */
export async function lockCardsOf(tx: Tx, keptFor: number): Promise<void> {
  await tx.selectFrom('gateway_customer').select('id').where('id', '=', keptFor).forNoKeyUpdate().execute()
}

/** By which to wake the reading of cards. */
export const cardReadWork = 'card reads'

/** The gateway has changed or lost the card, as a webhook hints: it is read again. An unknown card changes nothing. */
export async function makeCardReadDue(db: Db, method: string, now: Instant): Promise<void> {
  await db
    .updateTable('saved_card')
    .set({ next_read_at: now })
    .where('method', '=', method)
    .where('removed_at', 'is', null)
    .execute()
}

/** Nobody can charge it once the gateway has heard of it (`card-work.ts`). */
export async function detachLater(
  tx: Tx,
  { method, keptFor }: { method: string; keptFor: number },
  now: Instant,
): Promise<void> {
  await tx
    .insertInto('card_detachment')
    .values({ method, gateway_customer_id: keptFor, asked_at: now, next_try_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What a row has of the gateway's card. */
export function columnsOf(card: KeptCard) {
  return {
    method: card.method,
    brand: card.brand,
    last_four: card.lastFour,
    expires: card.expires,
    funding: card.funding,
    wallet: card.wallet,
    fingerprint: card.fingerprint,
    card_holder: card.cardHolder,
  }
}

/** The newest left, so that there is a default as long as there is a card. */
export async function chooseDefault(tx: Tx, keptFor: number): Promise<void> {
  await sql`
    update saved_card set is_default = true
    where id = (
        select id from saved_card where gateway_customer_id = ${keptFor} and removed_at is null order by id desc limit 1)
      and not exists (select from saved_card where gateway_customer_id = ${keptFor} and is_default)`.execute(tx)
}
