import { Instant, later } from '@portal/contract/dates'
import { expect, test } from 'vitest'
import { nextLookAfterMiss, restAt, retryAt } from './schedule.ts'

const now = Instant.parse('2026-06-01T02:00:00.000Z')
const minute = 60_000

test.each([
  ['as in production', 1, 5_000],
  ['in the demo', 0.1, 500],
  ['in tests, without asking the database all the time', 0.005, 250],
])('work on payments rests when nothing is due: %s', (_, pace, milliseconds) => {
  expect(restAt(pace)).toBe(milliseconds)
})

test.each([
  ['planned for hours ago, as after an outage', -120 * minute, 0.75 * minute],
  ['planned for soon', 4 * minute, 4 * minute],
  ['planned for tomorrow', 24 * 60 * minute, 20 * minute],
])('after a miss the gateway is asked again soon, and not at once: %s', (_, planned, next) => {
  expect(nextLookAfterMiss(later(now, planned), now, 1)).toBe(later(now, next))
})

test.each([
  ['planned for soon', 4 * minute, 4 * minute],
  ['planned for tomorrow', 24 * 60 * minute, 60 * minute],
])('a gateway that could not be asked is asked again within the hour: %s', (_, planned, next) => {
  expect(retryAt(later(now, planned), now, 1)).toBe(later(now, next))
})
