import { sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'

/**
 * Locks a checkout's row until the transaction ends. Every transaction that changes a checkout, or anything that
 * belongs to it, does this first, in a separate statement. Later statements then see what the previous holder
 * committed, and no two transactions can deadlock.
 */
export async function lockCheckout(tx: Tx, checkoutId: number): Promise<void> {
  await sql`select from checkout where id = ${checkoutId} for no key update`.execute(tx)
}
