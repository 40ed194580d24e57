import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from './test-database.ts'

test('given two test databases, then both are migrated and what happens in one is not seen in the other', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  try {
    await sql`create table mark (id int)`.execute(one.db)

    const migrations = await other.pool.query('select name from migration')
    const marks = await other.pool.query("select from pg_tables where tablename = 'mark'")

    expect(migrations.rowCount).toBeGreaterThan(0)
    expect(marks.rowCount).toBe(0)
  } finally {
    await Promise.all([one.drop(), other.drop()])
  }
})
