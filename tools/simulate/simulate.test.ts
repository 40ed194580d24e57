import { describe, expect, test } from 'vitest'
import { missedEdges } from './edges.ts'
import { runSeeds } from './run-seeds.ts'

describe('the payment engine in simulated worlds (docs/payments.md)', () => {
  test('keeps every promise and makes every legal move in 2,000 worlds', async () => {
    const tally = await runSeeds({ first: 1, many: 2_000 })
    expect(tally.broken).toEqual([])
    expect(missedEdges(tally.edges)).toEqual([])
    expect(tally.checkouts).toBeGreaterThan(2_000)
  }, 300_000)

  test('makes the same choices from the same seed', async () => {
    expect(await runSeeds({ first: 77, many: 3 })).toEqual(await runSeeds({ first: 77, many: 3 }))
  })
})
