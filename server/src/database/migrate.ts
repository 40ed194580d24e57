import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { requireSuitableDatabase } from './connect.ts'
import { exclusiveTransaction } from './transactions.ts'

const migrations = new URL('../../migrations/', import.meta.url)
/** Arbitrary. Two processes that start together migrate one after the other. */
const migrationLock = 7_001_001

/** Forward only, one transaction each. @throws UnsuitableDatabase; Error when an applied migration was changed */
export async function migrate(databaseUrl: string): Promise<string[]> {
  await requireSuitableDatabase(databaseUrl)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(`
      create table if not exists migration (
        name text primary key, sha256 text not null, applied_at timestamptz not null default now())`)
    return await applyMissing(client)
  } finally {
    await client.end()
  }
}

async function applyMissing(client: pg.Client): Promise<string[]> {
  const rows = await client.query<{ name: string; sha256: string }>('select name, sha256 from migration')
  const applied = new Map(rows.rows.map((row) => [row.name, row.sha256]))
  const appliedNow: string[] = []
  for (const name of (await readdir(migrations)).filter((file) => file.endsWith('.sql')).toSorted()) {
    const sql = await readFile(new URL(name, migrations), 'utf8')
    const sha256 = createHash('sha256').update(sql).digest('hex')
    const before = applied.get(name)
    if (before && before !== sha256) throw new Error(`Migration ${name} was changed after it had been applied`)
    if (before) continue
    await applyOne(client, name, sql, sha256)
    appliedNow.push(name)
  }
  return appliedNow
}

/** A long read of a table must not hold up everybody else behind the migration. */
async function applyOne(client: pg.Client, name: string, sql: string, sha256: string): Promise<void> {
  try {
    await exclusiveTransaction(client, async () => {
      await client.query(sql)
      await client.query('insert into migration (name, sha256) values ($1, $2)', [name, sha256])
    })
  } catch (error) {
    throw new Error(`Migration ${name} failed`, { cause: error })
  }
}
