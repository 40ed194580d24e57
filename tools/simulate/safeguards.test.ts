import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WorldDatabase } from './database.ts'
import { faults } from './faults.ts'
import type { Plan } from './plan.ts'
import { runSeeds } from './run-seeds.ts'
import { safeguards } from './safeguards.ts'
import { createWorldDatabase } from './testing/world-database.ts'

let database: WorldDatabase
beforeAll(async () => {
  database = await createWorldDatabase()
})
afterAll(async () => database.close())

describe('the worlds in which a safeguard matters', () => {
  test.each(safeguards)('keep every promise while it stands: $name', async ({ plan }) => {
    const { broken } = await runSeeds({ first: 1, many: 5, plan: (seed) => withoutLies(plan(seed)) }, database)
    expect(broken).toEqual([])
  })
})

function withoutLies(plan: Plan): Plan {
  const honest = Object.entries(faults).flatMap(([name, { most }]) => (most > 0 ? [name] : []))
  return { ...plan, faults: Object.fromEntries(Object.entries(plan.faults).filter(([name]) => honest.includes(name))) }
}
