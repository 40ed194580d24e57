import { type TestDatabase, createTestDatabase } from '@portal/server/database/testing/database.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { legalEdges, missedEdges } from './edges.ts'
import { postgresBackend } from './postgres-backend.ts'
import { runSeed } from './run-plan.ts'
import { count, emptyTally } from './tally.ts'

/** Enough seeds that fifteen more would not make another legal move. */
const seeds = 35
/** These worlds make 28 of the 41 legal moves. The worlds on the model make all of them. */
const fewestMoves = 25

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => database.drop())

describe('the payment engine in simulated worlds over a real PostgreSQL', () => {
  test(`keeps every promise in ${seeds} worlds`, async () => {
    const tally = emptyTally()
    for (let seed = 1; seed <= seeds; seed++) count(tally, await runSeed(seed, await postgresBackend(database.db)))
    expect(tally.checkouts).toBeGreaterThan(seeds)
    expect(legalEdges().length - missedEdges(tally.edges).length).toBeGreaterThanOrEqual(fewestMoves)
  }, 300_000)
})
