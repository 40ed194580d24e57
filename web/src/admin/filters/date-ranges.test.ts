import { CalendarDate, type DateRange } from '@portal/contract/dates'
import { expect, test } from 'vitest'
import { datesOf } from './date-ranges.tsx'

test.each<[DateRange, string, string, string]>([
  ['today', '2026-11-23', '11/23/2026', '11/23/2026'],
  ['yesterday', '2026-01-01', '12/31/2025', '12/31/2025'],
  ['thisMonth', '2026-11-23', '11/01/2026', '11/23/2026'],
  ['thisMonth', '2026-12-01', '12/01/2026', '12/01/2026'],
  ['lastMonth', '2026-01-31', '12/01/2025', '12/31/2025'],
  ['lastMonth', '2028-03-15', '02/01/2028', '02/29/2028'],
])('%s of %s is %s to %s', (range, today, first, last) => {
  expect(datesOf(range, CalendarDate.parse(today))).toEqual({ from: first, to: last })
})
