/** The oldest major version of PostgreSQL that the portal is tested on. */
const oldest = 17

/**
 * Thrown when the portal does not support the database's version of PostgreSQL. The message is the one line to print.
 */
export class TooOldPostgres extends Error {
  override readonly name = 'TooOldPostgres'
}

/**
 * Refuses a PostgreSQL that is too old before anything relies on it, because much would work there until, one day,
 * something does not.
 * @throws TooOldPostgres that names both versions; or the error that keeps the database from answering.
 */
export async function requireSupportedPostgres(database: {
  query(text: string): Promise<{ rows: { version: string }[] }>
}): Promise<void> {
  const { rows } = await database.query("select current_setting('server_version') as version")
  const version = rows[0]?.version ?? ''
  if (Number.parseInt(version, 10) >= oldest) return
  throw new TooOldPostgres(`DATABASE_URL: PostgreSQL ${version} is too old, the portal needs ${oldest} or newer`)
}
