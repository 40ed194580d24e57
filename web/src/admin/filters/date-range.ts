import { type CalendarDate, daysAfter, formatDate } from '@portal/contract/dates'
import type { DateRange } from '@portal/contract/typed-date'

/** A first and a last day, `MM/DD/YYYY`. */
export interface TypedDates {
  readonly from: string
  readonly to: string
}

/** The first and the last day of a range as they are typed (A§5); `today` is the utility's. */
export function datesOf(range: DateRange, today: CalendarDate): TypedDates {
  const thisMonth = daysAfter(today, 1 - dayOf(today))
  const yesterday = daysAfter(today, -1)
  const endOfLast = daysAfter(thisMonth, -1)
  switch (range) {
    case 'today':
      return typed(today, today)
    case 'yesterday':
      return typed(yesterday, yesterday)
    case 'thisMonth':
      return typed(thisMonth, today)
    case 'lastMonth':
      return typed(daysAfter(endOfLast, 1 - dayOf(endOfLast)), endOfLast)
  }
}

/** The day of its month, from 1. */
function dayOf(date: CalendarDate): number {
  return Number(date.slice(-2))
}

function typed(first: CalendarDate, last: CalendarDate): TypedDates {
  return { from: formatDate(first), to: formatDate(last) }
}
