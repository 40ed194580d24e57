import { type TestDatabase, createTestDatabase } from '@portal/server/database/test-database.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postgresBackend } from './postgres-backend.ts'
import { runSeed } from './run-plan.ts'

const seeds = 50

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => database.drop())

describe('the payment engine in simulated worlds over a real PostgreSQL', () => {
  test(`keeps every promise in ${seeds} worlds`, async () => {
    let checkouts = 0
    for (let seed = 1; seed <= seeds; seed++) {
      const report = await runSeed(seed, await postgresBackend(database.db))
      checkouts += report.checkouts
    }
    expect(checkouts).toBeGreaterThan(seeds)
  }, 300_000)
})
