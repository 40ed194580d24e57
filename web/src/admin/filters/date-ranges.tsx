import {
  type CalendarDate,
  dateIn,
  daysAfter,
  formatDate,
  instantOf,
  type DateRange,
  dateRanges,
} from '@portal/contract/dates'
import { usePortalStart } from '#api/portal-start.tsx'
import { TextButton } from '#ui/button/button.tsx'
import { t } from '#ui/text/t.ts'
import classes from './date-ranges.module.css'

interface DateRangesProps {
  /** What the dates are of, such as 'Date range:'. */
  readonly label: string
  readonly onChoose: (dates: TypedDates) => void
}

const ranges = Object.keys(dateRanges).filter((name): name is DateRange => name in dateRanges)

/** The date ranges that are needed most, each set by one press; the other filters still apply. */
export function DateRanges({ label, onChoose }: DateRangesProps) {
  const { profile } = usePortalStart()
  return (
    <div role="group" aria-label={label} className={classes.ranges}>
      <span aria-hidden="true">{label}</span>
      {ranges.map((range) => (
        <TextButton
          key={range}
          onClick={() => onChoose(datesOf(range, dateIn(profile.timeZone, instantOf(Date.now()))))}
        >
          {t(dateRanges[range])}
        </TextButton>
      ))}
    </div>
  )
}

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
