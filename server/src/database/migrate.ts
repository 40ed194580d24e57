import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { requireSuitableDatabase, UnsuitableDatabase } from './connect.ts'
import { exclusiveTransaction } from './transactions.ts'

const migrations = new URL('../../migrations/', import.meta.url)
/** Arbitrary. Two processes that start together migrate one after the other. */
const migrationLock = 7_001_001

/** The schema as version 1.0.0 has it, in the place of the migrations that led there. */
const baseline = { name: '0066-baseline.sql', last: '0066-language-of-messages.sql', count: 59 }

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
  const missing = await missingOn(client)
  for (const migration of missing) await applyOne(client, migration)
  return missing.map(({ name }) => name)
}

/** By name, changing nothing. @throws Error when an applied migration was changed */
export async function missingMigrations(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ exists: boolean }>("select to_regclass('migration') is not null as exists")
    return (await missingOn(client, rows[0]?.exists)).map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** Of this version, in their order. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(migrations)).filter((file) => file.endsWith('.sql')).toSorted()
}

interface Migration {
  name: string
  text: string
  sha256: string
}

async function missingOn(client: pg.Client, hasAny = true): Promise<Migration[]> {
  const { rows } = hasAny
    ? await client.query<{ name: string; sha256: string }>('select name, sha256 from migration')
    : { rows: [] }
  const applied = new Map(rows.map((row) => [row.name, row.sha256]))
  const isThere = isAtBaseline([...applied.keys()])
  const missing: Migration[] = []
  for (const name of await migrationNames()) {
    const text = await readFile(new URL(name, migrations), 'utf8')
    const sha256 = createHash('sha256').update(text).digest('hex')
    const before = applied.get(name)
    if (before && before !== sha256) throw new Error(`Migration ${name} was changed after it had been applied`)
    const isToRun = !(isThere && name === baseline.name)
    if (!before) missing.push({ name, text: isToRun ? text : '', sha256 })
  }
  return missing
}

/** Whether the migrations before the baseline made what it makes. @throws UnsuitableDatabase when only some of them did */
function isAtBaseline(applied: readonly string[]): boolean {
  const earlier = applied.filter((name) => name <= baseline.last && name !== baseline.name)
  if (earlier.length === 0) return false
  if (earlier.length === baseline.count && earlier.includes(baseline.last)) return true
  throw new UnsuitableDatabase(
    `DATABASE_URL: the database is older than version 1.0.0 (its last migration is ${earlier.toSorted().at(-1)}). Run portal migrate of v1.0.0, then this one`,
  )
}

/** A long read of a table must not hold up everybody else behind the migration. */
async function applyOne(client: pg.Client, { name, text, sha256 }: Migration): Promise<void> {
  try {
    await exclusiveTransaction(client, async () => {
      await client.query(text)
      await client.query('insert into migration (name, sha256) values ($1, $2)', [name, sha256])
    })
  } catch (error) {
    throw new Error(`Migration ${name} failed`, { cause: error })
  }
}
