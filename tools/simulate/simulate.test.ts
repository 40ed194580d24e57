import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WorldDatabase } from './database.ts'
import { legalEdges, missedEdges } from './edges.ts'
import { runSeeds } from './run-seeds.ts'
import { createWorldDatabase } from './testing/world-database.ts'

const many = 150
/** These worlds make 34 of the 41 legal moves. A thousand make all of them. */
const fewestMoves = 30

let database: WorldDatabase
beforeAll(async () => {
  database = await createWorldDatabase()
})
afterAll(async () => database.close())

describe('the payment engine in simulated worlds (docs/payments.md)', () => {
  test(`keeps every promise in ${many} worlds`, async () => {
    const tally = await runSeeds({ first: 1, many }, database)
    expect(tally.broken).toEqual([])
    expect(legalEdges().length - missedEdges(tally.edges).length).toBeGreaterThanOrEqual(fewestMoves)
    expect(tally.checkouts).toBeGreaterThan(many)
  }, 300_000)

  test('takes the same course from the same seed', async () => {
    const seeds = { first: 77, many: 10 }
    expect(await runSeeds(seeds, database)).toEqual(await runSeeds(seeds, database))
  })
})
