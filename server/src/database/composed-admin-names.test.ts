import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from './testing/database.ts'

const migration = readFileSync(new URL('../../migrations/0033-admin-names-composed.sql', import.meta.url), 'utf8')

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const decomposed = (name: string): string => name.normalize('NFD')

test('administrators’ names are normalized, and names that become equal get different numbers', async () => {
  const names = ['ana', 'rené', 'JOSÉ', decomposed('José'), `ré${decomposed('né')}`, decomposed('RÉNÉ')]
  for (const name of names) {
    await database.pool.query(
      `insert into admin_user (username, email, level, password_hash, created_at, password_changed_at)
       values ($1, 'a@utility.example', 1, '-', now(), now())`,
      [name],
    )
  }
  await database.pool.query(migration)
  await database.pool.query(migration)
  const { rows } = await database.pool.query<{ id: number; username: string }>(
    'select id, username from admin_user order by id',
  )
  const [, , , fourthId, , lastId] = rows.map(({ id }) => id)
  expect(rows.map(({ username }) => username)).toEqual([
    'ana',
    'rené',
    'JOSÉ',
    `José-${fourthId}`,
    'réné',
    `RÉNÉ-${lastId}`,
  ])
})
