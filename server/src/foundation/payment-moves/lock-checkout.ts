import { sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'

/**
 * Locks a checkout's row until the transaction ends. Everything that changes a checkout or what belongs to it does this
 * first, as a statement of its own: later statements then see what the previous holder committed, and no two
 * transactions can deadlock.
 */
export async function lockCheckout(tx: Tx, checkoutId: number): Promise<void> {
  await sql`select from checkout where id = ${checkoutId} for no key update`.execute(tx)
}
