import type { LedgerTable } from '../extract/extract-records.ts'
import { RefusedExtract } from '../extract/read-lines.ts'
import type { LiveRun } from './import-runs.ts'

/** What nothing else in an extract misses. Without persons or premises, accounts would be faulty. */
const tables = [
  { table: 'account', name: 'accounts' },
  { table: 'bill', name: 'bills' },
  { table: 'financial_transaction', name: 'financial transactions' },
] as const satisfies readonly { table: LedgerTable; name: string }[]

/** Of what is live, at least this share has to be in the next extract. */
const least = 0.5

/**
 * A job of the billing system whose query has failed writes a file that is whole and right in all its totals, but has
 * nothing in it, or no bills: every customer would find their accounts gone.
 * @throws RefusedExtract when less than half as many accounts, bills or transactions come as are live.
 */
export function refuseShrunken(rows: ReadonlyMap<LedgerTable, number>, live: LiveRun | null): void {
  for (const { table, name } of tables) {
    const [before, now] = [live?.rows[table] ?? 0, rows.get(table) ?? 0]
    if (now < before * least) {
      throw new RefusedExtract(
        `The extract has ${now} ${name}, ${live?.runId}, which is live, has ${before}; --force imports it nevertheless`,
      )
    }
  }
}
