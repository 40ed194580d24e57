import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase, createTestTemplate } from './database.ts'

test('given two test databases, then both are migrated, and neither sees changes to the other', async () => {
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

test('given a template, then each test starts with its contents, without changes by other tests', async () => {
  const template = await createTestTemplate(async ({ db }) => void (await sql`create table mark (id int)`.execute(db)))
  const one = await template.clone()
  await one.pool.query('insert into mark values (1)')
  const other = await template.clone()
  try {
    expect((await other.pool.query('select from mark')).rowCount).toBe(0)
  } finally {
    await Promise.all([one.drop(), other.drop()])
    await template.drop()
  }
})
