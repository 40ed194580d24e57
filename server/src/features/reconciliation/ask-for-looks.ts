import type { Instant } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'

/**
 * Asks the payment engine to look up, at the gateway, charges that the portal believes were not made. Nothing is
 * repaired here: when such a charge exists, the engine gives it back by its own rule and raises an alarm
 * (docs/payments.md).
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
