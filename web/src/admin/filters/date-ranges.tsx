import { dateIn, instantOf } from '@portal/contract/dates'
import { type DateRange, dateRanges } from '@portal/contract/typed-date'
import { usePortalStart } from '#api/portal-start.tsx'
import { TextButton } from '#ui/button/text-button.tsx'
import { type TypedDates, datesOf } from './date-range.ts'
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
          {dateRanges[range]}
        </TextButton>
      ))}
    </div>
  )
}
