import { expect, test } from 'vitest'
import { liveThroughChaos } from './storm.ts'

test.each([{ hasStripe: false }, { hasStripe: true }])(
  'every cent agrees in all three books after servers, PostgreSQL and the gateway have failed under load (%o)',
  async ({ hasStripe }) => {
    const result = await liveThroughChaos({ hasStripe, seconds: 10, payers: 5, seed: 20, say: () => undefined })
    expect(result.disagreements).toEqual([])
    expect(result.checkouts.get('PAID')).toBeGreaterThan(0)
    expect(result.fromBank > 0).toBe(hasStripe)
    expect(result.counts.get('servers killed with SIGKILL')).toBeGreaterThan(0)
    expect(result.counts.get('PostgreSQL restarted after kill -9')).toBe(1)
  },
  1_200_000,
)
