import pg from 'pg'

/** The same PostgreSQL server, another of its databases. */
export function otherDatabase(url: string, database: string): string {
  return url.replace(/@\/[^?]*/, `@/${database}`)
}

/** Runs one statement on a connection of its own. */
export async function runStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
