import type { Instant } from '@portal/contract/dates'
import type { AccountNumber, CheckoutPublicId } from '@portal/contract/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import {
  type StoredCheckout,
  type StoredDraft,
  checkoutRows,
  rowsOfSession,
  storedCheckout,
  storedDraft,
} from './stored-checkout.ts'

/** Requests under way together for one payment: one of them begins, or a refusal of one refuses all. */
export interface Turn {
  sessionId: number
  idempotencyKey: string
  /** Counted from 0. */
  nth: number
}

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
