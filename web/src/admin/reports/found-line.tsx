import { formatInstant, instantOf } from '@portal/contract/dates'
import { reportsTexts } from '@portal/contract/reports-texts'
import { groupThousands } from '@portal/contract/text'
import { usePortalStart } from '#api/portal-start.tsx'
import { TextButton } from '#ui/button/text-button.tsx'
import classes from './found-line.module.css'

interface FoundLineProps {
  /** The number of payments in the whole result, successful and unsuccessful. */
  readonly total: number
  /** The number of payments since the list was fetched. */
  readonly newer: number
  readonly isPending: boolean
  /** When the list was fetched, in milliseconds since 1970. */
  readonly readAt: number
  readonly onShow: () => void
}

/** How many payments were found, how many are new since, and a button to show those. */
export function FoundLine({ total, newer, isPending, readAt, onShow }: FoundLineProps) {
  const { profile } = usePortalStart()
  return (
    <div className={classes.line}>
      <p role="status">
        {isPending ? 'Searching…' : `${groupThousands(total)} ${total === 1 ? 'payment' : 'payments'}`}
      </p>
      <p className={classes.readAt}>Updated {formatInstant(profile.timeZone, instantOf(readAt))}</p>
      <p role="status">{newer > 0 ? `${groupThousands(newer)} new ${newer === 1 ? 'payment' : 'payments'}` : ''}</p>
      <TextButton onClick={onShow}>{newer > 0 ? reportsTexts.showNew : reportsTexts.refresh}</TextButton>
    </div>
  )
}
