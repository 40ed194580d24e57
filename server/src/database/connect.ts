import {
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  type Transaction,
  Kysely,
  PostgresDialect,
} from 'kysely'
import pg from 'pg'
import { EmptyLists } from './empty-lists.ts'
import type { Database } from './tables.ts'

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

/** `bigint` comes as a safe integer, `date` as `YYYY-MM-DD`, `timestamptz` as an Instant's text. */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of the safe range: ${text}`)
  return value
})
types.setTypeParser(pg.types.builtins.DATE, (text) => text)
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())

export interface Connection {
  db: Db
  /** For COPY and LISTEN, which Kysely does not support. */
  pool: pg.Pool
  /** For counts whose last second a power cut may lose, such as rate limits: commits do not wait for the disk. */
  counters: pg.Pool
  close(): Promise<void>
}

interface ConnectOptions {
  connections?: number
  onError?: (error: Error) => void
  /** For simulations: the wrapper sees every begin, statement and commit. */
  wrap?: (pool: PostgresPool) => PostgresPool
}

/** A lost connection never crashes the process: the next query fails, and the pool connects again. */
export function connect(databaseUrl: string, options: ConnectOptions = {}): Connection {
  const open = (max: number, synchronousCommit: 'on' | 'off'): pg.Pool =>
    openPool(databaseUrl, max, synchronousCommit, options.onError ?? (() => undefined))
  // Outcomes of payments must survive a power cut, whatever the server's default is.
  const pool = open(options.connections ?? 10, 'on')
  const counters = open(counterConnections, 'off')
  const { wrap = (unchanged) => unchanged } = options
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: wrap(preparing(pool)) }),
    plugins: [new EmptyLists()],
  })
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

/** Whatever the server's defaults are: ISO dates, and payment sums by days in UTC. */
export const datesOfSession = '-c timezone=UTC -c datestyle=ISO'

/** What holds others up ends by itself. */
export const limitsOfSession = '-c statement_timeout=25000 -c idle_in_transaction_session_timeout=30000'

const counterConnections = 4

/** Milliseconds. A new connection costs PostgreSQL a process and new plans, so an idle one is worth keeping. */
const keptIdle = 10 * 60_000

/** Milliseconds of silence before probes: a call on a connection to a dead machine waits for a quarter of an hour. */
const asksIdle = 10_000

function openPool(
  databaseUrl: string,
  max: number,
  synchronousCommit: 'on' | 'off',
  onError: (error: Error) => void,
): pg.Pool {
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
    options: `-c synchronous_commit=${synchronousCommit} ${limitsOfSession} ${datesOfSession} ${planning}`,
  })
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

/** Statements whose text varies, as with filters, must not fill the memory. */
const mostPreparedStatements = 500

/** Under a name, PostgreSQL parses and plans a statement once per connection. */
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

/** The oldest major version of PostgreSQL that the portal is tested on. */
const oldest = 17

/** The message is the one line to print. */
export class UnsuitableDatabase extends Error {
  override readonly name = 'UnsuitableDatabase'
}

/** PostgreSQL that is too old, or behind a pooler, works until one day it does not. @throws UnsuitableDatabase */
export async function requireSuitableDatabase(databaseUrl: string): Promise<void> {
  const [first, second] = [sessionOn(databaseUrl), sessionOn(databaseUrl)]
  try {
    await first.connect()
    requireSupportedVersion(await valueOf(first, "select current_setting('server_version') as value"))
    await second.connect()
    const settings = await valueOf(first, "select current_setting('statement_timeout') as value")
    const processes = [
      await valueOf(first, processOfServer),
      await valueOf(second, processOfServer),
      await valueOf(first, processOfServer),
    ]
    if (settings !== ownTimeout || processes[0] === processes[1] || processes[0] !== processes[2]) throw pooler()
  } catch (error) {
    throw isRefusedSetting(error) ? pooler() : error
  } finally {
    await Promise.all([first.end(), second.end()])
  }
}

/** A setting of a session that no pooler passes on by itself, with a value that nobody chooses. */
const ownTimeout = '24999ms'
const processOfServer = 'select pg_backend_pid()::text as value'

function sessionOn(databaseUrl: string): pg.Client {
  const options = `-c statement_timeout=${ownTimeout}`
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000, options })
  // What goes wrong fails the query under way.
  client.on('error', () => undefined)
  return client
}

async function valueOf(client: pg.Client, query: string): Promise<string> {
  const { rows } = await client.query<{ value: string }>(query)
  return rows[0]?.value ?? ''
}

/** How PgBouncer refuses a session with settings, unless it was told to leave them out. */
function isRefusedSetting(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('unsupported startup parameter')
}

function pooler(): UnsuitableDatabase {
  return new UnsuitableDatabase(
    'DATABASE_URL: there is a connection pooler (such as PgBouncer) before the database; give the address of PostgreSQL itself',
  )
}

/** @throws UnsuitableDatabase */
export function requireSupportedVersion(version: string): void {
  if (Number.parseInt(version, 10) >= oldest) return
  throw new UnsuitableDatabase(`DATABASE_URL: PostgreSQL ${version} is too old. The portal needs ${oldest} or later`)
}
