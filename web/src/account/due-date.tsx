import { accountSummaryTexts } from '@portal/contract/account-summary-texts'
import { formatDate } from '@portal/contract/dates'
import type { PayableAccount } from '@portal/contract/pay-now'
import { AlertIcon } from '#ui/icons.tsx'
import classes from './due-date.module.css'

/** When an account has to be paid: a date, or 'Due Now' in red; nothing when nothing has been billed (C§3). */
export function DueDate({ account }: { readonly account: Pick<PayableAccount, 'dueDate' | 'isDueDateRed'> }) {
  if (account.isDueDateRed) {
    return (
      <span className={classes.due}>
        <AlertIcon size={18} />
        {accountSummaryTexts.dueNow}
      </span>
    )
  }
  return account.dueDate ? formatDate(account.dueDate) : null
}
