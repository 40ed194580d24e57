import type { Instant } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { Database } from '../../database/tables.ts'
import type { Deps } from '../../deps.ts'
import type { Work } from './loop.ts'

/** Rows that are deleted once their time is over. */
interface Swept<Table extends keyof Database> {
  table: Table
  key: keyof Database[Table] & string
  /** The column that says when the time of a row is over; it must be indexed. */
  over: keyof Database[Table] & string
  /** What `over` is compared with, when that is not the present instant. */
  until?: (now: Instant) => Instant | number
  /** How long to rest when nothing is over, in milliseconds; a minute when left out. */
  restMilliseconds?: number
}

const batch = 1000

/**
 * Background work that deletes the rows of a table whose time is over, the oldest first, a batch at a time. It waits
 * for no lock: rows that another transaction is writing are left to the next batch.
 */
export function sweep<Table extends keyof Database>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  name: string,
  { table, key, over, until = (now) => now, restMilliseconds = 60_000 }: Swept<Table>,
): Work {
  const [rows, id, end] = [sql.table(table), sql.ref(key), sql.ref(over)]
  return {
    name,
    restMilliseconds,
    async run() {
      const deleted = await sql`
        delete from ${rows} where ${id} = any(array(
          select ${id} from ${rows} where ${end} <= ${until(clock.now())} order by ${end} limit ${batch}
          for update skip locked))`.execute(db)
      return Number(deleted.numAffectedRows ?? 0n)
    },
  }
}
