import type { LedgerTable } from '../extract/extract-records.ts'
import { RefusedExtract } from '../extract/read-lines.ts'
import type { LiveRun } from './import-runs.ts'

/**
 * The tables that nothing else in an extract depends on. Without persons or premises, accounts would be faulty anyway.
 */
const tables = [
  { table: 'account', name: 'accounts' },
  { table: 'bill', name: 'bills' },
  { table: 'financial_transaction', name: 'financial transactions' },
] as const satisfies readonly { table: LedgerTable; name: string }[]

/** At least this share of the live rows must be in the next extract. */
const least = 0.5

/**
 * When a job of the billing system has a failed query, it may write a file that is complete and has correct totals, but
 * has nothing in it, or no bills. Every customer would then find their accounts gone.
 * @throws RefusedExtract when an extract has less than half as many accounts, bills or transactions as are live.
 */
export function refuseShrunken(rows: ReadonlyMap<LedgerTable, number>, live: LiveRun | null): void {
  for (const { table, name } of tables) {
    const [before, now] = [live?.rows[table] ?? 0, rows.get(table) ?? 0]
    if (now < before * least) {
      throw new RefusedExtract(
        `The extract has ${now} ${name}. The current one (${live?.runId}) has ${before}. Use --force to import it anyway`,
      )
    }
  }
}
