import { Instant, later } from '@portal/contract/dates'
import { expect, test } from 'vitest'
import {
  hasAge,
  isLateInLease,
  nextRecheckAt,
  nextInquiryAfterMiss,
  nextInquiryAt,
  nextInquiryOfListed,
  nextTry,
  restAt,
  retryAt,
  settledAge,
  staleAt,
} from './schedule.ts'

const now = Instant.parse('2026-06-01T02:00:00.000Z')
const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

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
  expect(nextInquiryAfterMiss(later(now, planned), now, 1)).toBe(later(now, next))
})

test.each([
  ['planned for soon', 4 * minute, 4 * minute],
  ['planned for tomorrow', 24 * 60 * minute, 60 * minute],
])('a gateway that could not be asked is asked again within the hour: %s', (_, planned, next) => {
  expect(retryAt(later(now, planned), now, 1)).toBe(later(now, next))
})

test('an unknown outcome is looked up 15 s, 1, 5, 15 and 31 min, 1, 6 and 24 h after the charge, then daily', () => {
  const waits = [15 * second, minute, 5 * minute, 15 * minute, 31 * minute, hour, 6 * hour, day]
  // However late the earlier inquiries were.
  const sinceThen = later(now, 40 * day)
  expect(waits.map((_, made) => nextInquiryAt(now, made, sinceThen, 1))).toEqual(waits.map((wait) => later(now, wait)))
  for (const made of [8, 9, 100]) expect(nextInquiryAt(now, made, sinceThen, 1)).toBe(later(sinceThen, day))
})

test('after the payer was told that nothing was charged, look-ups follow 1, 6, 24, 48, 96 hours and a week later', () => {
  const ages = [hour, 6 * hour, day, 2 * day, 4 * day, 7 * day]
  const nexts = [0, ...ages].map((age) => nextRecheckAt(now, later(now, age), 1))
  expect(nexts).toEqual([...ages.map((age) => later(now, age)), null])
})

test.each([
  ['a listing that counts before the planned look is looked at then', 5 * minute + 1, 5 * minute],
  ['a planned look that comes first stays', 4 * minute, 4 * minute],
])('%s', (_, planned, next) => {
  expect(nextInquiryOfListed(now, later(now, planned), now, 1)).toBe(later(now, next))
})

test('a listing that counts already is looked up when it was planned', () => {
  expect(nextInquiryOfListed(later(now, -5 * minute), later(now, hour), now, 1)).toBe(later(now, hour))
})

test('a gateway that could not be searched when nothing was planned is searched again in an hour', () => {
  expect(retryAt(null, now, 1)).toBe(later(now, hour))
})

test('a posting is tried again after 5 s, then after twice as long each time, at most 10 minutes', () => {
  const waits = [1, 2, 3, 7, 8, 50].map((tries) => nextTry(now, tries, 1))
  expect(waits).toEqual([5, 10, 20, 320, 600, 600].map((seconds) => later(now, seconds * second)))
})

test('an intent counts as left behind by a process that died 25 s after the longest possible charge', () => {
  expect(staleAt(now, 65 * second, 1)).toBe(later(now, 90 * second))
})

test.each([
  [30 * second, false],
  [30 * second - 1, true],
])('a lease that ends in %d ms is too short for a call to the billing system: %j', (left, isLate) => {
  expect(isLateInLease(later(now, left), now, 1)).toBe(isLate)
})

test('a pace shortens every wait, but never how long a charge may take', () => {
  expect(nextInquiryAt(now, 1, now, 0.1)).toBe(later(now, 6 * second))
  expect(nextInquiryAt(now, 8, now, 0.1)).toBe(later(now, 144 * minute))
  expect(nextInquiryOfListed(now, later(now, hour), now, 0.1)).toBe(later(now, 0.5 * minute))
  expect(nextInquiryAfterMiss(later(now, -hour), now, 0.1)).toBe(later(now, 4.5 * second))
  expect(nextInquiryAfterMiss(later(now, hour), now, 0.1)).toBe(later(now, 2 * minute))
  expect(retryAt(null, now, 0.1)).toBe(later(now, 6 * minute))
  expect(hasAge(now, later(now, 0.5 * minute), settledAge, 0.1)).toBe(true)
  expect(nextRecheckAt(now, now, 0.1)).toBe(later(now, 6 * minute))
  expect(nextTry(now, 1, 0.1)).toBe(later(now, 0.5 * second))
  expect(staleAt(now, 65 * second, 0.1)).toBe(later(now, 67.5 * second))
})
