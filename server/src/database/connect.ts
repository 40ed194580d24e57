import {
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import type { Database } from './tables.ts'

/** The database handle, the first parameter of every query. */
export type Db = Kysely<Database>
/** An open transaction. */
export type Tx = Transaction<Database>

/** How values come back: `bigint` as a safe integer, `date` as `YYYY-MM-DD`, `timestamptz` as an Instant's text. */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of the safe range: ${text}`)
  return value
})
types.setTypeParser(pg.types.builtins.DATE, (text) => text)
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())

/** A process's connections to its database. */
export interface Connection {
  db: Db
  /** For COPY and LISTEN, which Kysely does not support. */
  pool: pg.Pool
  /**
   * For counts whose last second may be lost in a power cut, such as rate limits: its commits do not wait for the disk.
   */
  counters: pg.Pool
  close(): Promise<void>
}

/** What may differ from a server's connections. */
interface ConnectOptions {
  connections?: number
  onError?: (error: Error) => void
  /** Wraps the pool under `db`, for simulations: the wrapper sees every begin, statement and commit. */
  wrap?: (pool: PostgresPool) => PostgresPool
}

/**
 * Opens a pool of connections. Losing a connection never crashes the process: the next query fails, that failure is
 * reported where the query was made, and the pool connects again.
 */
export function connect(databaseUrl: string, options: ConnectOptions = {}): Connection {
  const open = (max: number, synchronousCommit: 'on' | 'off'): pg.Pool =>
    openPool(databaseUrl, max, synchronousCommit, options.onError ?? (() => undefined))
  // Outcomes of payments must survive a power cut, whatever the server's default is.
  const pool = open(options.connections ?? 10, 'on')
  const counters = open(counterConnections, 'off')
  const { wrap = (unchanged) => unchanged } = options
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: wrap(preparing(pool)) }) })
  return {
    db,
    pool,
    counters,
    async close() {
      await db.destroy()
      await counters.end()
      if (!pool.ended) await pool.end()
    },
  }
}

/**
 * The options of every session, whatever the server's defaults are. Dates have the ISO format, and the days of the
 * payment sums are days in UTC, even where the server's time zone has daylight saving.
 */
export const datesOfSession = '-c timezone=UTC -c datestyle=ISO'

const counterConnections = 4

/**
 * How long an idle connection is kept, in milliseconds. A new one costs PostgreSQL a process, which reads the catalog
 * and plans every statement again, so an idle connection is worth keeping until the next rush.
 */
const keptIdle = 10 * 60_000

/**
 * How long a connection may be silent before the system probes whether the other end is still there, in milliseconds. A
 * machine that loses power closes no connection. After ten seconds of probes its connections are given up; otherwise a
 * call might be sent on one of them and wait for a quarter of an hour.
 */
const asksIdle = 10_000

function openPool(
  databaseUrl: string,
  max: number,
  synchronousCommit: 'on' | 'off',
  onError: (error: Error) => void,
): pg.Pool {
  const limits = '-c statement_timeout=25000 -c idle_in_transaction_session_timeout=30000'
  // No statement here runs long enough to be worth compiling, but PostgreSQL's estimates for sums say otherwise.
  const planning = '-c jit=off'
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: keptIdle,
    keepAlive: true,
    keepAliveInitialDelayMillis: asksIdle,

    types,
    options: `-c synchronous_commit=${synchronousCommit} ${limits} ${datesOfSession} ${planning}`,
  })
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

/**
 * At most this many different statements are prepared, so that statements whose text varies, as with filters, cannot
 * fill the memory.
 */
const mostPreparedStatements = 500

/** Sends every Kysely statement under a name, so that PostgreSQL parses and plans it once per connection. */
function preparing(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known || names.size >= mostPreparedStatements) return known
    names.set(text, `s${names.size}`)
    return names.get(text)
  }
  return {
    options: {},
    connect: async () => new PreparingClient(await pool.connect(), nameOf),
    end: () => pool.end(),
  }
}

class PreparingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #nameOf: (text: string) => string | undefined

  constructor(client: pg.PoolClient, nameOf: (text: string) => string | undefined) {
    this.#client = client
    this.#nameOf = nameOf
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query(text: string | object, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('Cursors are not used here')
    return this.#client.query({ name: this.#nameOf(text), text, values: [...values] })
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy)
  }
}
