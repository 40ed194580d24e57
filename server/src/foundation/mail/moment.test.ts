import { Instant } from '@portal/contract/dates'
import { expect, test } from 'vitest'
import { momentIn } from './moment.ts'

test.each([
  ['Pacific/Guam', '01/31/2026 at 2:05 PM'],
  ['America/New_York', '01/30/2026 at 11:05 PM'],
])('a moment as a letter in %s tells it: to the minute, on that day there', (timeZone, told) => {
  expect(momentIn(timeZone, Instant.parse('2026-01-31T04:05:59.000Z'))).toBe(told)
})
