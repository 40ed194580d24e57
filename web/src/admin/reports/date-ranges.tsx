import { dateIn, instantOf } from '@portal/contract/dates'
import { type ReportRange, reportRanges, reportsTexts } from '@portal/contract/reports-texts'
import { usePortalStart } from '#session/portal-start.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { datesOf } from './date-range.ts'
import classes from './filter-form.module.css'

interface DateRangesProps {
  readonly onChoose: (dates: ReturnType<typeof datesOf>) => void
}

const ranges = Object.keys(reportRanges).filter((name): name is ReportRange => name in reportRanges)

/** The dates that finance asks for most, in one press; what else was typed narrows them down as ever. */
export function DateRanges({ onChoose }: DateRangesProps) {
  const { profile } = usePortalStart()
  return (
    <div role="group" aria-label={reportsTexts.paymentsOf} className={classes.ranges}>
      <span aria-hidden="true">{reportsTexts.paymentsOf}</span>
      {ranges.map((range) => (
        <TextButton
          key={range}
          onClick={() => onChoose(datesOf(range, dateIn(profile.timeZone, instantOf(Date.now()))))}
        >
          {reportRanges[range]}
        </TextButton>
      ))}
    </div>
  )
}
