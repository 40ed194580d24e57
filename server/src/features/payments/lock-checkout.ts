import { sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'

/**
 * Locks the row of a checkout until the transaction ends. Whoever changes a checkout, or anything that hangs on it,
 * does this first and in a statement of its own: what is read after it is as the last one left it, and no two wait for
 * each other.
 */
export async function lockCheckout(tx: Tx, checkoutId: number): Promise<void> {
  await sql`select from checkout where id = ${checkoutId} for no key update`.execute(tx)
}
