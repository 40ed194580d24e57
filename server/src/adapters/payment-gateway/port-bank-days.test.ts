import { CalendarDate } from '@portal/contract/dates'
import { describe, expect, test } from 'vitest'
import { bankDaysAfter, isBankDay } from './port-bank-days.ts'

const day = (text: string) => CalendarDate.parse(text)

describe('a bank day', () => {
  test.each([
    ['2026-11-26', 'Thanksgiving'],
    ['2026-11-28', 'a Saturday'],
    ['2027-07-05', 'the Monday after a Fourth of July on a Sunday'],
    ['2026-06-19', 'Juneteenth'],
  ])('is not %s, %s', (date) => expect(isBankDay(day(date))).toBe(false))

  test.each([
    ['2026-11-27', 'the day after Thanksgiving'],
    ['2026-07-03', 'the Friday before a Fourth of July on a Saturday'],
    ['2026-07-21', 'the Liberation Day of Guam, which no other bank keeps'],
  ])('is %s, %s', (date) => expect(isBankDay(day(date))).toBe(true))
})

test.each([
  ['2026-11-25', 1, '2026-11-27'],
  ['2026-11-25', 4, '2026-12-02'],
  ['2026-11-28', 0, '2026-11-30'],
  ['2026-11-28', 1, '2026-12-01'],
  ['2026-11-30', -1, '2026-11-27'],
  ['2026-11-28', -1, '2026-11-27'],
  ['2026-11-30', -3, '2026-11-24'],
])('from %s, %i bank days lead to %s', (from, count, to) => {
  expect(bankDaysAfter(day(from), count)).toBe(to)
})
