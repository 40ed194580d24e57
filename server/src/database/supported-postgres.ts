import pg from 'pg'

/** The oldest major version of PostgreSQL that the portal is tested on. */
const oldest = 17

/**
 * Thrown when the portal cannot work with the database, or with what stands in front of it. The message is the one line
 * to print.
 */
export class UnsuitableDatabase extends Error {
  override readonly name = 'UnsuitableDatabase'
}

/**
 * Refuses a database before anything relies on it, because much would work there until, one day, something does not: a
 * PostgreSQL that is too old, and a connection pooler, behind which locks, settings and prepared statements of one
 * connection turn up on another.
 * @throws UnsuitableDatabase that says what to do; or the error that keeps the database from answering.
 */
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
