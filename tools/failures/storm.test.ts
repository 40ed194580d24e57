import { expect, test } from 'vitest'
import { liveThroughChaos } from './storm.ts'

test('every cent agrees in all three books after servers, PostgreSQL and the gateway have failed under load', async () => {
  const result = await liveThroughChaos({ seconds: 15, payers: 5, seed: 20, say: () => undefined })
  expect(result.disagreements).toEqual([])
  expect(result.checkouts.get('PAID')).toBeGreaterThan(0)
  expect(result.counts.get('servers killed with SIGKILL')).toBeGreaterThan(0)
  expect(result.counts.get('PostgreSQL restarted after kill -9')).toBe(1)
}, 1_200_000)
