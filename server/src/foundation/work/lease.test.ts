import { expect, test } from 'vitest'
import { leaseMilliseconds } from './lease.ts'

test.each([
  { pace: 1, seconds: 60 },
  { pace: 0.5, seconds: 30 },
  { pace: 0.1, seconds: 10 },
  { pace: 0.005, seconds: 10 },
])('at a pace of $pace a lease lasts $seconds seconds', ({ pace, seconds }) => {
  expect(leaseMilliseconds(pace)).toBe(seconds * 1000)
})
