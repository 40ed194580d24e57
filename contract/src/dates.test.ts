import { afterEach, describe, expect, test, vi } from 'vitest'
import { CalendarDate, Instant, dateIn, daysAfter, formatInstant, timeIn } from './dates.ts'

afterEach(() => void vi.unstubAllGlobals())

test.each([
  ['Pacific/Guam', '2026-01-31T04:05:06.000Z', '01/31/2026 2:05:06 PM'],
  ['Pacific/Guam', '2026-01-31T13:59:59.999Z', '01/31/2026 11:59:59 PM'],
  ['Pacific/Guam', '2026-01-31T14:00:00.000Z', '02/01/2026 12:00:00 AM'],
  ['Pacific/Guam', '2026-01-31T01:59:59.000Z', '01/31/2026 11:59:59 AM'],
  ['Pacific/Guam', '2026-01-31T02:00:00.000Z', '01/31/2026 12:00:00 PM'],
  ['America/New_York', '2026-03-08T06:59:59.000Z', '03/08/2026 1:59:59 AM'],
  ['America/New_York', '2026-03-08T07:00:00.000Z', '03/08/2026 3:00:00 AM'],
])('in %s, %s is shown as %s', (timeZone, instant, shown) => {
  expect(formatInstant({ timeZone, locale: 'en-US' }, Instant.parse(instant))).toBe(shown)
})

test.each([
  ['2026-02-28', 1, '2026-03-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-01-01', -1, '2025-12-31'],
  ['2026-03-08', 30, '2026-04-07'],
])('%s and %d days is %s', (date, days, then) => {
  expect(daysAfter(CalendarDate.parse(date), days)).toBe(then)
})

test('a date in the year 0000, which PostgreSQL does not know, is refused', () => {
  expect(['0000-12-31', '0001-01-01'].map((date) => CalendarDate.safeParse(date).success)).toEqual([false, true])
})

describe('given a browser that formats dates in its own way', () => {
  test('then the date and the time in a zone are the same', () => {
    class OtherFormat extends Intl.DateTimeFormat {
      override format(): string {
        return '31. 1. 2026 kl. 14.05'
      }
    }
    vi.stubGlobal('Intl', { ...Intl, DateTimeFormat: OtherFormat })
    const instant = Instant.parse('2026-01-31T05:05:06.000Z')
    expect(dateIn('Asia/Tokyo', instant)).toBe('2026-01-31')
    expect(timeIn('Asia/Tokyo', instant)).toEqual({ date: '2026-01-31', hour: '14', minute: '05', second: '06' })
  })
})
