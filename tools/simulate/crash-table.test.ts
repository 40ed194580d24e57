import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GatewayOutcome, gatewayOutcomes, payAndCrash } from './crash-table.ts'
import type { WorldDatabase } from './database.ts'
import { createWorldDatabase } from './testing/world-database.ts'

const outcomes = Object.keys(gatewayOutcomes).filter((name): name is GatewayOutcome => name in gatewayOutcomes)
const cases = [
  ...outcomes.map((outcome) => ({ accounts: 1, outcome })),
  { accounts: 3, outcome: 'approves' },
  { accounts: 3, outcome: 'approves, and finance gives it back' },
] as const

let database: WorldDatabase
beforeAll(async () => {
  database = await createWorldDatabase()
})
afterAll(async () => database.close())

describe('a server that dies at each step of a payment (docs/payments.md)', () => {
  test.each(cases)(
    '$accounts account(s), the gateway $outcome: every promise is kept',
    async (one) => {
      const steps = await payAndCrash(database, { ...one, crashAt: Infinity })
      expect(steps).toBeGreaterThan(5)
      for (let crashAt = 1; crashAt <= steps; crashAt++) {
        expect(await payAndCrash(database, { ...one, crashAt })).toBeGreaterThanOrEqual(crashAt)
      }
    },
    300_000,
  )
})
