import { describe, expect, test } from 'vitest'
import { readKeptPlans } from './kept-plans.ts'
import { tryPlan } from './run-plan.ts'

const kept = [...(await readKeptPlans())]

/** Each was written by `npm run simulate -- --keep` when it broke a promise, or with a safeguard taken away. */
describe('the plans that once broke a promise', () => {
  test.each(kept)('%s breaks none any more', async (_, { plan }) => {
    const { promise, thrown } = await tryPlan(plan)
    expect(promise).toBeNull()
    expect(thrown).toBeGreaterThan(0)
  })
})
