import { formatDate } from '@portal/contract/dates'
import type { PhonedInAccount } from '@portal/contract/phoned-in'
import { phonedInTexts } from '@portal/contract/phoned-in-texts'
import { dollars } from '#account/dollars.ts'
import { DueDate, isDueNow } from '#account/due-date.tsx'
import { ServiceLocation } from '#account/service-location.tsx'
import { Cell, RowHead } from '#ui/table/table.tsx'
import shared from '#payment/accounts-to-pay/accounts-to-pay.module.css'
import classes from './account-table.module.css'

interface AccountCellsProps {
  readonly account: PhonedInAccount
  /** Why the account cannot be paid now, or another remark. */
  readonly note: string | null
  readonly noteId: string
}

/**
 * The cells that both tables have in common: number and owner, location, last bill, amount, due date (A§3 Cart row).
 */
export function AccountCells({ account, note, noteId }: AccountCellsProps) {
  const { billDate, dueDate } = phonedInTexts.columns
  return (
    <>
      <RowHead className={classes.account}>
        {account.accID} {account.isActive ? null : <span className={shared.badge}>Closed</span>}
        <span className={classes.owner}>{account.fullName}</span>
        {note ? (
          <span id={noteId} className={classes.note}>
            {note}
          </span>
        ) : null}
      </RowHead>
      <Cell>
        <ServiceLocation text={account.serviceLocation} />
      </Cell>
      <Cell className={classes.billDate} label={billDate}>
        {account.latestBill ? formatDate(account.latestBill.billDate) : null}
      </Cell>
      <Cell data-amount className={classes.amount}>
        {dollars(account.amount)}
      </Cell>
      <Cell className={classes.dueDate} label={isDueNow(account) || !account.dueDate ? undefined : dueDate}>
        <DueDate account={account} />
      </Cell>
    </>
  )
}
