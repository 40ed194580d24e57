import type { SourceCode } from '@portal/contract/card'
import type { Instant } from '@portal/contract/dates'
import type { AccountNumber, CheckoutPublicId, ReceiptNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type { CheckoutState, DraftState } from '../../database/tables/payments.ts'
import type { StoredCheckout, StoredDraft, StoredItem, Turn } from '../checkout.ts'

/** Every change of a checkout does this first, in a separate statement: that prevents stale reads and deadlocks. */
export async function lockCheckout(tx: Tx, checkoutId: number): Promise<void> {
  await sql`select from checkout where id = ${checkoutId} for no key update`.execute(tx)
}

export async function readByPublicId(db: Db, publicId: CheckoutPublicId): Promise<StoredCheckout | null> {
  const row = await checkoutRows(db).where('checkout.public_id', '=', publicId).executeTakeFirst()
  return row ? storedCheckout(row) : null
}

/** Mostly there is none, and then only the index is read. */
export async function findByKey(db: Db | Tx, sessionId: number, key: string): Promise<StoredCheckout | null> {
  const known = await db
    .selectFrom('checkout')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  return known ? ((await readByIds(db, [known.id]))[0] ?? null) : null
}

/** Somebody else's looks like none at all. */
export async function findOwn(
  db: Db,
  sessionId: number,
  publicId: CheckoutPublicId,
): Promise<StoredCheckout | StoredDraft | null> {
  const row = await rowsOfSession(db, sessionId).where('checkout.public_id', '=', publicId).executeTakeFirst()
  if (!row) return null
  return row.attempt_id === null ? storedDraft(row) : storedCheckout(row)
}

/** At most two: enough to know whether there is only one. */
export async function openDrafts(db: Db, sessionId: number): Promise<StoredDraft[]> {
  const rows = await rowsOfSession(db, sessionId).where('checkout.state', '=', 'DRAFT').limit(2).execute()
  return rows.flatMap((row) => (row.attempt_id === null ? [storedDraft(row)] : []))
}

export async function findByTag(db: Db, sessionId: number, transactionTag: string): Promise<StoredCheckout | null> {
  const row = await checkoutRows(db)
    .where('checkout.session_id', '=', sessionId)
    .where('attempt.transaction_tag', '=', transactionTag)
    .executeTakeFirst()
  return row ? storedCheckout(row) : null
}

/** The newest one that is no draft. */
export async function findByContent(db: Db, sessionId: number, contentHash: string): Promise<StoredCheckout | null> {
  const row = await checkoutRows(db)
    .where('checkout.session_id', '=', sessionId)
    .where('checkout.content_hash', '=', contentHash)
    .orderBy('checkout.created_at', 'desc')
    .orderBy('checkout.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? storedCheckout(row) : null
}

export async function readById(db: Db | Tx, id: number): Promise<StoredCheckout | null> {
  return (await readByIds(db, [id]))[0] ?? null
}

/** In no particular order. */
export async function readByIds(db: Db | Tx, ids: number[]): Promise<StoredCheckout[]> {
  if (ids.length === 0) return []
  const rows = await checkoutRows(db)
    .where('checkout.id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  return rows.map(storedCheckout)
}

interface ItemRow {
  id: number
  account_id: AccountNumber
  ordinal: number
  amount_cents: Cents
  service_location: string
  receipt_number: ReceiptNumber | null
  posting_state: StoredItem['postingState']
}

const columns = [
  'checkout.id',
  'checkout.public_id',
  'checkout.session_id',
  'checkout.idempotency_key',
  'checkout.content_hash',
  'checkout.mode',
  'checkout.source_code',
  'checkout.amount_cents',
  'checkout.confirmation_email',
  'checkout.paid_by',
  'checkout.awaits_address',
  'checkout.state',
  'checkout.created_at',
  'checkout.decided_at',
  'attempt.id as attempt_id',
  'attempt.gateway',
  'attempt.reference',
  'attempt.brand',
  'attempt.last_four',
  'attempt.card_holder',
  'attempt.state as attempt_state',
  'attempt.sent_at',
  'attempt.looks',
  'attempt.misses',
  'attempt.listed_at',
  'attempt.epoch',
  'attempt.transaction_tag',
  'attempt.short_number',
  'attempt.authorization_number',
  'attempt.sequence_number',
  'attempt.exact_message as message',
  'attempt.bank_code',
  'attempt.bank_message',
  'attempt.gateway_record',
] as const

const itemRows = sql<ItemRow[]>`coalesce((
  select jsonb_agg(jsonb_build_object(
    'id', item.id, 'account_id', item.account_id, 'ordinal', item.ordinal, 'amount_cents', item.amount_cents,
    'service_location', item.service_location, 'receipt_number', posting.receipt_number,
    'posting_state', posting.state) order by item.ordinal)
  from checkout_item item left join posting on posting.item_id = item.id
  where item.checkout_id = checkout.id), '[]')`.as('items')

/** Of the customer's emails; null for guests, callers and the utility's own. */
const language = sql<string | null>`(
  select language from web_user where lower(username) = lower(checkout.paid_by) and checkout.mode <> 'Phoned-In')`.as(
  'language',
)

function checkoutRows(db: Db | Tx) {
  return db
    .selectFrom('checkout')
    .innerJoin('charge_attempt as attempt', 'attempt.checkout_id', 'checkout.id')
    .select([...columns, itemRows, language])
    .$narrowType<{ state: CheckoutState; source_code: SourceCode }>()
}

function rowsOfSession(db: Db, sessionId: number) {
  return db
    .selectFrom('checkout')
    .leftJoin('charge_attempt as attempt', 'attempt.checkout_id', 'checkout.id')
    .select([...columns, itemRows, language])
    .where('checkout.session_id', '=', sessionId)
    .$narrowType<CheckoutRow | { attempt_id: null; state: DraftState }>()
}

type CheckoutRow = Awaited<ReturnType<ReturnType<typeof checkoutRows>['execute']>>[number]

function storedCheckout(row: CheckoutRow): StoredCheckout {
  return {
    id: row.id,
    publicId: row.public_id,
    sessionId: row.session_id,
    contentHash: row.content_hash,
    mode: row.mode,
    sourceCode: row.source_code,
    amount: row.amount_cents,
    paidBy: row.paid_by,
    confirmationEmail: row.confirmation_email,
    awaitsAddress: row.awaits_address,
    language: row.language,
    state: row.state,
    createdAt: row.created_at,
    decidedAt: row.decided_at,
    items: row.items.map(storedItem),
    attempt: {
      id: row.attempt_id,
      gateway: row.gateway,
      reference: row.reference,
      brand: row.brand,
      lastFour: row.last_four,
      cardHolder: row.card_holder,
      state: row.attempt_state,
      sentAt: row.sent_at,
      inquiries: row.looks,
      misses: row.misses,
      listedAt: row.listed_at,
      epoch: row.epoch,
      transactionTag: row.transaction_tag,
      shortNumber: row.short_number,
      authorizationNumber: row.authorization_number,
      sequenceNumber: row.sequence_number,
      message: row.message,
      bankCode: row.bank_code,
      bankMessage: row.bank_message,
      gatewayRecord: row.gateway_record,
    },
  }
}

type DraftRow = Pick<CheckoutRow, 'id' | 'public_id' | 'idempotency_key' | 'amount_cents' | 'created_at' | 'items'>

function storedDraft(row: DraftRow & { state: DraftState }): StoredDraft {
  return {
    id: row.id,
    publicId: row.public_id,
    idempotencyKey: row.idempotency_key,
    amount: row.amount_cents,
    state: row.state,
    begunAt: row.created_at,
    items: row.items.map(storedItem),
    attempt: null,
  }
}

function storedItem(item: ItemRow): StoredItem {
  return {
    id: item.id,
    accountId: item.account_id,
    ordinal: item.ordinal,
    amount: item.amount_cents,
    serviceLocation: item.service_location,
    receiptNumber: item.receipt_number,
    postingState: item.posting_state,
  }
}

/** While a payment of this account is under way or being confirmed, it must not be paid again (R19). */
export async function isHeld(db: Db, accountId: AccountNumber): Promise<boolean> {
  const hold = await db
    .selectFrom('account_hold')
    .select('attempt_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return hold !== undefined
}

/** The checkout under an idempotency key, and the turn of a request that begins now. */
export async function readKey(
  db: Db,
  sessionId: number,
  idempotencyKey: string,
): Promise<{ earlier: StoredCheckout | null; turn: Turn }> {
  // One statement for both, as mostly there is neither.
  const { rows } = await sql<{ id: number | null; nth: number }>`
    select
      (select id from checkout where session_id = ${sessionId}::bigint and idempotency_key = ${idempotencyKey}::uuid) as id,
      coalesce((
        select max(nth) + 1 from checkout_turn
        where session_id = ${sessionId}::bigint and idempotency_key = ${idempotencyKey}::uuid), 0) as nth
  `.execute(db)
  const { id = null, nth = 0 } = rows[0] ?? {}
  return { earlier: id === null ? null : await readById(db, id), turn: { sessionId, idempotencyKey, nth } }
}

/** Waits for a payment that is just beginning with this turn. */
export async function takeTurn(db: Db, turn: Turn, at: Instant): Promise<void> {
  await db
    .insertInto('checkout_turn')
    .values({ session_id: turn.sessionId, idempotency_key: turn.idempotencyKey, nth: turn.nth, taken_at: at })
    .onConflict((taken) => taken.doNothing())
    .execute()
}
