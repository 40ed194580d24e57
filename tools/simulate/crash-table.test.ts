import { describe, expect, test } from 'vitest'
import { type GatewayOutcome, gatewayOutcomes, payAndCrash } from './crash-table.ts'

const outcomes = Object.keys(gatewayOutcomes).filter((name): name is GatewayOutcome => name in gatewayOutcomes)
const cases = [1, 2, 3].flatMap((accounts) => outcomes.map((outcome) => ({ accounts, outcome })))

describe('a server that dies at each step of a payment (docs/payments.md)', () => {
  test.each(cases)(
    '$accounts account(s), the gateway $outcome: every promise is kept',
    async ({ accounts, outcome }) => {
      const steps = await payAndCrash(accounts, outcome, Infinity)
      expect(steps).toBeGreaterThan(10)
      for (let crashAt = 1; crashAt <= steps; crashAt++) {
        expect(await payAndCrash(accounts, outcome, crashAt)).toBeGreaterThanOrEqual(crashAt)
      }
    },
  )
})
