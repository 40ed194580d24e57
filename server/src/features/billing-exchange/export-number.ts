import { type Instant, epochOf } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'

/** Any fixed number. Whoever numbers an export holds it until the export is in the database. */
const numberingLock = 7_001_004

/**
 * The number of a new export, of which its transmit id is made. It is the second in which the export is made, and not
 * simply the next number: a database that was restored from a copy would count on from the copy and use a transmit id
 * that the billing system has taken already, for other payments (docs/decisions/030).
 */
export async function newExportNumber(
  tx: Tx,
  exports: 'cis.payment_export' | 'cis.contact_export',
  now: Instant,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(${numberingLock})`.execute(tx)
  const { rows } = await sql<{ number: number }>`
    select greatest(${Math.floor(epochOf(now) / 1000)}::bigint, max(id) + 1) as number from ${sql.table(exports)}
  `.execute(tx)
  const [made] = rows
  if (!made) throw new Error('An aggregate answers with one row')
  return made.number
}
