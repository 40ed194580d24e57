import { reportsTexts } from '@portal/contract/reports-texts'
import { Button } from '#ui/button/button.tsx'
import { BillIcon } from '#ui/icons.tsx'
import classes from './nothing-found.module.css'

interface NothingFoundProps {
  /** There are payments, but fewer than this page needs. */
  readonly isPastTheEnd: boolean
  readonly onFirstPage: () => void
  /** Omitted when no filter is set. */
  readonly onClear?: (() => void) | undefined
}

/** Shown instead of rows when there are none (A§2). */
export function NothingFound({ isPastTheEnd, onFirstPage, onClear }: NothingFoundProps) {
  return (
    <div className={classes.empty}>
      <BillIcon size={32} />
      <p>{isPastTheEnd ? 'There’s no such page in this list.' : reportsTexts.noPayments}</p>
      {isPastTheEnd ? (
        <Button look="secondary" onClick={onFirstPage}>
          Go to the first page
        </Button>
      ) : null}
      {onClear && !isPastTheEnd ? (
        <Button look="secondary" onClick={onClear}>
          Show all payments
        </Button>
      ) : null}
    </div>
  )
}
