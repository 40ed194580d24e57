import { once } from 'node:events'
import pg from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import { datesOfSession } from '../../../database/connect.ts'
import { billHead } from '../format/bill-records.ts'
import { type LedgerTable, ledgerTables, rowRecords } from '../format/extract-records.ts'
import { copyOptions } from '../format/lines.ts'

/** Built beside the live schema. */
export const incomingSchema = 'cis_incoming'
export const dropIncoming = `drop schema if exists ${incomingSchema} cascade`

/** Arbitrary: one import at a time, whichever process runs it. */
const importLock = 7_001_003

/** From now on, until the connection ends. */
export async function isAlone(client: pg.Client): Promise<boolean> {
  const lock = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [importLock])
  return lock.rows[0]?.taken ?? false
}

/** The new tables, each with its own connection. */
interface Staging<Table extends string> {
  /** For COPY, without its newline. */
  write(table: Table, row: string): void
  /** Waits until PostgreSQL has taken enough rows, which keeps the memory constant. */
  drained(): Promise<void>
  /** @returns how many rows each table has */
  finish(): Promise<Map<Table, number>>
  /** Does nothing after `finish`. */
  abandon(): Promise<void>
}

/** More is no faster and costs nine times its size in memory. */
const batchBytes = 32 * 1024
/** Of UTF-8 for one character of a JavaScript text. */
const mostBytes = 3

/** Of tables of the incoming schema, each with its columns in the order of its rows. */
export async function openStaging<Table extends string>(
  databaseUrl: string,
  tables: ReadonlyMap<Table, readonly string[]>,
): Promise<Staging<Table>> {
  const loads = new Map<Table, TableLoad>()
  const all = () => [...loads.values()]
  async function abandon(): Promise<void> {
    await Promise.all(all().map((load) => load.abandon()))
  }
  try {
    for (const [table, columns] of tables) loads.set(table, await openLoad(databaseUrl, table, columns))
  } catch (error) {
    await abandon()
    throw error
  }
  return {
    abandon,
    write(table, row) {
      loads.get(table)?.write(row)
    },
    async drained() {
      for (const load of all()) await load.drained()
    },
    async finish() {
      const rows = await Promise.all([...loads].map(async ([table, load]) => [table, await load.finish()] as const))
      return new Map(rows)
    },
  }
}

class TableLoad {
  readonly #client: pg.Client
  readonly #stream: CopyStreamQuery
  #batch = Buffer.allocUnsafe(batchBytes)
  #filled = 0
  #rows = 0
  #isOver = false
  #failure: Error | null = null

  constructor(client: pg.Client, stream: CopyStreamQuery) {
    this.#client = client
    this.#stream = stream
    // The next drained() throws the failure.
    stream.on('error', (error: Error) => {
      this.#failure ??= error
    })
  }

  /** Keeps bytes and not the row, which may be a part of a much longer text. */
  write(row: string): void {
    const line = `${row}\n`
    this.#makeRoom(line.length * mostBytes)
    this.#filled += this.#batch.write(line, this.#filled)
    this.#rows++
  }

  #makeRoom(bytes: number): void {
    if (bytes <= this.#batch.length - this.#filled) return
    this.#send()
    if (bytes > this.#batch.length) this.#batch = Buffer.allocUnsafe(bytes)
  }

  async drained(): Promise<void> {
    if (this.#failure) throw this.#failure
    if (!this.#stream.writableNeedDrain) return
    await once(this.#stream, 'drain')
  }

  async finish(): Promise<number> {
    this.#send()
    await this.drained()
    this.#stream.end()
    await once(this.#stream, 'finish')
    await this.#client.query('commit')
    this.#isOver = true
    await this.#client.end()
    return this.#rows
  }

  async abandon(): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    // Makes the server roll the load back.
    this.#stream.destroy()
    await this.#client.end()
  }

  #send(): void {
    // A failed stream would only fail again, because it has lost its connection.
    if (this.#filled > 0 && !this.#failure) this.#stream.write(this.#batch.subarray(0, this.#filled))
    this.#batch = Buffer.allocUnsafe(batchBytes)
    this.#filled = 0
  }
}

/**
 * Committed while they are empty: when PostgreSQL crashes, as on a full disk, it leaves the files of a table that was
 * made in an open transaction, and nothing frees them any more. For the same reason rows are written without FREEZE.
 */
export async function makeTables(client: pg.Client): Promise<void> {
  for (const table of ledgerTables)
    await client.query(
      `create table ${incomingSchema}.${table} (like cis.${table} including defaults including constraints including storage)`,
    )
}

async function openLoad(databaseUrl: string, table: string, columns: readonly string[]): Promise<TableLoad> {
  const client = await importClient(databaseUrl)
  await client.query('begin')
  const stream = client.query(
    copyFrom(`copy ${incomingSchema}.${table} (${columns.join(', ')}) from stdin with (${copyOptions})`),
  )
  return new TableLoad(client, stream)
}

/** Of the ledger, after `makeTables`. */
export const ledgerColumns: ReadonlyMap<LedgerTable, readonly string[]> = new Map(
  ledgerTables.map((table) => [table, columnsOf(table)]),
)

/** In the row's order. */
export function columnsOf(table: LedgerTable): string[] {
  const fields = table === 'bill' ? billHead.fields : rowRecords.find((record) => record.table === table)?.fields
  const columns = (fields ?? []).map((field) => field.name)
  return table === 'bill' ? [...columns, 'detail'] : columns
}

/** Its statements may take as long as they need. */
export async function importClient(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    options: `-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c maintenance_work_mem=256MB ${datesOfSession}`,
  })
  // Without a listener, a lost connection would end the process; the next query fails anyway.
  client.on('error', () => undefined)
  await client.connect()
  return client
}
