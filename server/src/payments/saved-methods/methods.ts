import type { PaidWith } from '@portal/contract/bank-accounts'
import type { Instant } from '@portal/contract/dates'
import { sql } from 'kysely'
import type {
  MethodKeeper,
  KeptBankAccount,
  KeptCard,
  KeptMethod,
  SavedMethodToCharge,
} from '../../adapters/payment-gateway/port-saved-methods.ts'
import { bankPaymentsOf } from '../../adapters/payment-gateway/port.ts'
import type { Db, Tx } from '../../database/connect.ts'
import type { SavedCardTables } from '../../database/tables/saved-cards.ts'
import type { Actor, AuditOrigin } from '../../foundation/audit.ts'
import type { Engine } from '../engine.ts'
import { paidWith } from '../planned/methods.ts'

/** A card as a charge names it, and whether its row still has it. */
export type ChargedMethod = SavedMethodToCharge & { id: number }

/** Whose cards the gateway keeps as this customer's. */
export interface KeptFor {
  id: number
  customer: string
}

/** For gateways that keep cards. */
export interface Keeping extends Engine {
  savedMethods: MethodKeeper
}

/** What follows once a card can't be charged anymore: by whom, unless its bank or the gateway took it. */
export type MethodGone = (savedCardId: number, by?: { actor: Actor; origin: AuditOrigin }) => Promise<void>

/** Null where the gateway keeps no cards. */
export function keepingOf(engine: Engine): Keeping | null {
  const { savedMethods } = engine.gateway
  return savedMethods ? { ...engine, savedMethods } : null
}

/** A card or a bank account. */
export interface OwnMethod extends PaidWith {
  id: number
  method: string
  customer: string
  expires: string | null
  funding: SavedCardTables['saved_card']['funding']
  fingerprint: string
  mandate: string | null
  isBlocked: boolean
  cardHolder: string
  name: string
  isDefault: boolean
  addedAt: Instant
  changedByBankAt: Instant | null
}

/** What this person has at this gateway, in this mode, and can be charged; the default first, then the newest. */
export async function readOwnMethods(db: Db | Tx, engine: Keeping, webUserId: number): Promise<OwnMethod[]> {
  const { rows } = await sql<OwnMethod>`
    select card.id, method, customer, ${paidWith}, expires, funding, fingerprint, mandate,
      blocked_for is not null as "isBlocked", name, card_holder as "cardHolder", is_default as "isDefault",
      added_at as "addedAt", changed_by_bank_at as "changedByBankAt"
    from saved_card card join gateway_customer owner on owner.id = gateway_customer_id
    where web_user_id = ${webUserId} and gateway = ${engine.gateway.name} and is_live = ${engine.savedMethods.isLive}
      and removed_at is null and (bank_name is null or ${bankPaymentsOf(engine.profile, engine.gateway) !== null})
    order by is_default desc, card.id desc`.execute(db)
  return rows
}

/** Null when it is not theirs, was removed, or belongs to another gateway or mode. */
export async function findOwnMethod(engine: Keeping, webUserId: number, id: number): Promise<OwnMethod | null> {
  const own = await readOwnMethods(engine.db, engine, webUserId)
  return own.find((card) => card.id === id) ?? null
}

/**
 * In the transaction of the intent: what was removed, replaced or blocked is never charged. Until that ends, nobody can
 * remove it.
 */
export async function lockToCharge(tx: Tx, { id, method }: Pick<ChargedMethod, 'id' | 'method'>): Promise<boolean> {
  const found = await tx
    .selectFrom('saved_card')
    .select('id')
    .where('id', '=', id)
    .where('method', '=', method)
    .where('removed_at', 'is', null)
    .where('blocked_for', 'is', null)
    .forShare()
    .executeTakeFirst()
  return found !== undefined
}

export async function noteSavedMethod(tx: Tx, attemptId: number, cardId: number): Promise<void> {
  await tx.updateTable('charge_attempt').set({ saved_card_id: cardId }).where('id', '=', attemptId).execute()
}

/** Work saves the card once the payment is approved (`method-work.ts`). */
export async function savePaidMethod(
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
      .where('is_live', '=', engine.savedMethods.isLive)
      .executeTakeFirst()
  const known = await find()
  if (known) return known
  const made = await engine.savedMethods.makeCustomer({
    key: engine.newReference(),
    reference: `customer ${webUserId}`,
  })
  if (made.outcome !== 'made') return null
  await db
    .insertInto('gateway_customer')
    .values({
      web_user_id: webUserId,
      gateway: gateway.name,
      is_live: engine.savedMethods.isLive,
      customer: made.customer,
      made_at: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await find()) ?? null
}

/** All changes of one person's cards come one after the other. */
export async function lockMethodsOf(tx: Tx, keptFor: number): Promise<void> {
  await tx.selectFrom('gateway_customer').select('id').where('id', '=', keptFor).forNoKeyUpdate().execute()
}

/** By which to wake the reading of cards. */
export const methodReadWork = 'card reads'

/** The gateway has changed or lost it, as a webhook hints: it is read again. What is unknown changes nothing. */
export async function makeMethodReadDue(db: Db, by: 'method' | 'mandate', tag: string, now: Instant): Promise<void> {
  await db
    .updateTable('saved_card')
    .set({ next_read_at: now })
    .where(by, '=', tag)
    .where('removed_at', 'is', null)
    .execute()
}

/** By which to wake the work with what is about to be saved. */
export const savingWork = 'card savings'

/** The gateway knows more of a setup, as a webhook hints. One whose page is still there is left to that. */
export async function makeSavingDue(db: Db, setup: string, now: Instant): Promise<void> {
  await db
    .updateTable('card_saving')
    .set({ next_try_at: now })
    .where('setup', '=', setup)
    .where('deposit_kind', 'is not', null)
    .where('ended_at', 'is', null)
    .execute()
}

/** Nobody can charge it once the gateway has heard of it (`method-work.ts`). */
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

/** What a row has of the gateway's card or bank account. */
export function columnsOf(card: KeptMethod) {
  return {
    ...('bankAccount' in card ? columnsOfAccount(card) : columnsOfCard(card)),
    method: card.method,
    last_four: card.lastFour,
    fingerprint: card.fingerprint,
    card_holder: card.cardHolder,
  }
}

function columnsOfCard({ brand, expires, funding, wallet }: KeptCard) {
  return { brand, expires, funding, wallet, bank_name: null, bank_account_type: null }
}

function columnsOfAccount({ bankAccount: { bankName, accountType }, mandate }: KeptBankAccount) {
  const noCard = { brand: null, expires: null, funding: null, wallet: null }
  return { ...noCard, bank_name: bankName, bank_account_type: accountType, mandate }
}

/** How people know it. */
export function paidWithOf(card: KeptMethod): PaidWith {
  return { brand: null, bankAccount: null, ...card }
}

/** The newest left, so that there is a default as long as there is a card. */
export async function chooseDefault(tx: Tx, keptFor: number): Promise<void> {
  await sql`
    update saved_card set is_default = true
    where id = (
        select id from saved_card where gateway_customer_id = ${keptFor} and removed_at is null order by id desc limit 1)
      and not exists (select from saved_card where gateway_customer_id = ${keptFor} and is_default)`.execute(tx)
}
