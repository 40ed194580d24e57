import { allForYear } from '@18f/us-federal-holidays'
import { type CalendarDate, daysAfter, isWeekend } from '@portal/contract/dates'

/** Whether US banks move money that day: the holidays of the Federal Reserve, which moves none of them to a Friday. */
export function isBankDay(day: CalendarDate): boolean {
  const holidays = allForYear(Number(day.slice(0, 4)), { shiftSaturdayHolidays: false })
  return !isWeekend(day) && !holidays.some(({ dateString }) => dateString === day)
}

/** So many bank days later, or earlier when negative. What begins on no bank day begins on the next one. */
export function bankDaysAfter(day: CalendarDate, count: number): CalendarDate {
  if (count < 0)
    return count === -1 ? bankDayFrom(daysAfter(day, -1), -1) : bankDaysAfter(bankDaysAfter(day, -1), count + 1)
  const first = bankDayFrom(day, 1)
  return count === 0 ? first : bankDaysAfter(daysAfter(first, 1), count - 1)
}

function bankDayFrom(day: CalendarDate, step: 1 | -1): CalendarDate {
  return isBankDay(day) ? day : bankDayFrom(daysAfter(day, step), step)
}
