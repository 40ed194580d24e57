import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { type TestDatabase, createTestDatabase } from './testing/database.ts'

/** A migration that adds a column to a table that is always in use. */
const migration = '0032-link-life.sql'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query('alter table recovery drop column link_good_until')
  await database.pool.query('delete from migration where name = $1', [migration])
})
afterAll(() => database.drop())

test('a migration that waits for a long read holds up nobody else, and runs once the read is over', async () => {
  const reader = await database.pool.connect()
  await reader.query('begin; select from recovery')
  const migrating = migrate(database.url)
  await expect.poll(waitsForTheReader, { interval: 5 }).toBe(true)

  const other = new pg.Client({ connectionString: database.url, options: '-c statement_timeout=5000' })
  await other.connect()
  await other.query('select from recovery')
  await other.end()

  await reader.query('commit')
  reader.release()
  expect(await migrating).toEqual([migration])
})

async function waitsForTheReader(): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    "select from pg_locks where relation = 'recovery'::regclass and mode = 'AccessExclusiveLock' and not granted",
  )
  return rowCount === 1
}
