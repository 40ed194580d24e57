import { sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'

/** Distinguishes these locks from other locks of the portal in PostgreSQL that have two numbers. There are none yet. */
const tagLocks = 1

/**
 * Locks a transaction tag until the transaction ends. It is for a transaction that makes the tag that of a payment by
 * hand, or has the charge with that tag given back. The two are recorded in different tables, so no constraint can
 * notice that one tag is in both for different payments. The statements that follow see what the previous holder
 * committed. Lock the checkout first.
 */
export async function lockTag(tx: Tx, tag: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${tagLocks}, hashtext(${tag}))`.execute(tx)
}

/** Whether a tag is that of another payment. */
export async function isTagOfAnother(tx: Tx, tag: string, checkoutId: number): Promise<boolean> {
  const { rows } = await sql`
    select from charge_attempt where transaction_tag = ${tag} and checkout_id <> ${checkoutId}`.execute(tx)
  return rows.length > 0
}

/** Whether a charge with this tag was given back, or was asked to be. */
export async function isTagGivenBack(tx: Tx, tag: string): Promise<boolean> {
  const { rows } = await sql`select from reversal where transaction_tag = ${tag} limit 1`.execute(tx)
  return rows.length > 0
}
