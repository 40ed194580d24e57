import { type CalendarDate, daysAfter, formatDate } from '@portal/contract/dates'
import type { ReportRange } from '@portal/contract/reports-texts'
import type { TypedFilters } from './report-address.ts'

type Dates = Pick<TypedFilters, 'pay_date_start' | 'pay_date_end'>

/** The first and the last day of a range as they are typed (A§5); `today` is the utility's. */
export function datesOf(range: ReportRange, today: CalendarDate): Dates {
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

function typed(first: CalendarDate, last: CalendarDate): Dates {
  return { pay_date_start: formatDate(first), pay_date_end: formatDate(last) }
}
