import type { SourceCode } from '@portal/contract/card'
import { type Instant, later } from '@portal/contract/dates'
import type { AccountNumber, CheckoutPublicId, ReceiptNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type { CheckoutState } from '../../database/tables/payments.ts'
import type { Deps } from '../../deps.ts'
import type { Work } from '../../foundation/work/loop.ts'
import { sweep } from '../../foundation/work/sweep.ts'
import type { StoredCheckout, StoredItem, Turn } from '../checkout.ts'

/**
 * Locks a checkout's row until the transaction ends. Every transaction that changes a checkout, or anything that
 * belongs to it, does this first, in a separate statement. Later statements then see what the previous holder
 * committed, and no two transactions can deadlock.
 */
export async function lockCheckout(tx: Tx, checkoutId: number): Promise<void> {
  await sql`select from checkout where id = ${checkoutId} for no key update`.execute(tx)
}

/** A checkout by its public id, whoever it belongs to. */
export async function readByPublicId(db: Db, publicId: CheckoutPublicId): Promise<StoredCheckout | null> {
  const row = await checkoutRows(db).where('checkout.public_id', '=', publicId).executeTakeFirst()
  return row ? storedCheckout(row) : null
}

/** The checkout a session started under an idempotency key. Mostly there is none, and then only the index is read. */
export async function findByKey(db: Db | Tx, sessionId: number, key: string): Promise<StoredCheckout | null> {
  const known = await db
    .selectFrom('checkout')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  return known ? ((await readByIds(db, [known.id]))[0] ?? null) : null
}

/** The session's checkout that the gateway gave this transaction tag. */
export async function findByTag(db: Db, sessionId: number, transactionTag: string): Promise<StoredCheckout | null> {
  const row = await checkoutRows(db)
    .where('checkout.session_id', '=', sessionId)
    .where('attempt.transaction_tag', '=', transactionTag)
    .executeTakeFirst()
  return row ? storedCheckout(row) : null
}

/** The session's newest checkout of this content that is no draft. */
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

/** A checkout by its own id. */
export async function readById(db: Db | Tx, id: number): Promise<StoredCheckout | null> {
  return (await readByIds(db, [id]))[0] ?? null
}

/** Checkouts by their own ids, in no particular order. */
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

/** A checkout with its attempt and items in one statement. */
function checkoutRows(db: Db | Tx) {
  return (
    db
      .selectFrom('checkout')
      .innerJoin('charge_attempt as attempt', 'attempt.checkout_id', 'checkout.id')
      .select([
        'checkout.id',
        'checkout.public_id',
        'checkout.session_id',
        'checkout.content_hash',
        'checkout.mode',
        'checkout.source_code',
        'checkout.amount_cents',
        'checkout.confirmation_email',
        'checkout.awaits_address',
        'checkout.state',
        'checkout.created_at',
        'checkout.decided_at',
        'attempt.id as attempt_id',
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
        'attempt.authorization_number',
        'attempt.sequence_number',
        'attempt.exact_message as message',
        'attempt.bank_message',
        'attempt.gateway_record',
      ])
      .select(
        sql<ItemRow[]>`(
        select jsonb_agg(jsonb_build_object(
          'id', item.id, 'account_id', item.account_id, 'ordinal', item.ordinal, 'amount_cents', item.amount_cents,
          'service_location', item.service_location, 'receipt_number', posting.receipt_number,
          'posting_state', posting.state) order by item.ordinal)
        from checkout_item item left join posting on posting.item_id = item.id
        where item.checkout_id = checkout.id)`.as('items'),
      )
      // A checkout with an attempt is no draft.
      .$narrowType<{ state: CheckoutState; source_code: SourceCode }>()
  )
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
    confirmationEmail: row.confirmation_email,
    awaitsAddress: row.awaits_address,
    state: row.state,
    createdAt: row.created_at,
    decidedAt: row.decided_at,
    items: row.items.map(storedItem),
    attempt: {
      id: row.attempt_id,
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
      authorizationNumber: row.authorization_number,
      sequenceNumber: row.sequence_number,
      message: row.message,
      bankMessage: row.bank_message,
      gatewayRecord: row.gateway_record,
    },
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

/** Whether a payment of this account is under way or still being confirmed, so that it must not be paid again (R19). */
export async function isHeld(db: Db, accountId: AccountNumber): Promise<boolean> {
  const hold = await db
    .selectFrom('account_hold')
    .select('attempt_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return hold !== undefined
}

/** The turn of a request that begins now: the one after the last that was taken. */
export async function nextTurn(db: Db, sessionId: number, idempotencyKey: string): Promise<Turn> {
  const last = await db
    .selectFrom('checkout_turn')
    .select('nth')
    .where('session_id', '=', sessionId)
    .where('idempotency_key', '=', idempotencyKey)
    .orderBy('nth', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { sessionId, idempotencyKey, nth: last ? last.nth + 1 : 0 }
}

/** Takes a turn, unless it is taken. Waits for a payment that is just beginning with it. */
export async function takeTurn(db: Db, turn: Turn, at: Instant): Promise<void> {
  await db
    .insertInto('checkout_turn')
    .values({ session_id: turn.sessionId, idempotency_key: turn.idempotencyKey, nth: turn.nth, taken_at: at })
    .onConflict((taken) => taken.doNothing())
    .execute()
}

const day = 24 * 60 * 60_000

/** Forgets the turns of payments once no request of theirs can be under way any more. */
export function turnSweep(deps: Pick<Deps, 'db' | 'clock'>): Work {
  return sweep(deps, 'checkout-turn-sweep', {
    table: 'checkout_turn',
    key: 'idempotency_key',
    over: 'taken_at',
    until: (now) => later(now, -day),
    restMilliseconds: 60 * 60_000,
  })
}
