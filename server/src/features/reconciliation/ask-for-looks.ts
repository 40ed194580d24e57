import type { Instant } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'

/**
 * Asks the payment engine to look at the gateway once more for charges that the portal holds for not charged. The books are
 * not touched here: the engine's own rule gives a charge back that stands, loudly (docs/payments.md).
 */
export async function askForLooks(db: Db, references: readonly string[], now: Instant): Promise<void> {
  if (references.length === 0) return
  await db
    .updateTable('charge_attempt')
    .set({ next_look_at: now })
    .where('reference', '=', sql<string>`any(${[...references]}::text[])`)
    .where('state', 'in', ['NOT_CHARGED', 'DECLINED'])
    .execute()
}
