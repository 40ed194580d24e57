import { sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'

/** Tells these locks from others that PostgreSQL keeps for the portal under two numbers. There are none yet. */
const tagLocks = 1

/**
 * Locks a transaction tag until the transaction ends, for whoever makes it the tag of a payment by hand or has its charge
 * given back: these stand in two tables, so that no constraint can tell that one tag stands in both for different
 * payments. What the previous holder committed is seen by the statements that follow. Lock the checkout first.
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
