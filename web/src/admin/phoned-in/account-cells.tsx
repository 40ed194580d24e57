import { formatDate } from '@portal/contract/dates'
import type { PhonedInAccount } from '@portal/contract/phoned-in'
import { phonedInTexts } from '@portal/contract/phoned-in-texts'
import { serviceLocationLimit, truncate } from '@portal/contract/text'
import { dollars } from '#account/dollars.ts'
import { DueDate, isDueNow } from '#account/due-date.tsx'
import { Toggletip } from '#ui/toggletip.tsx'
import { tableRoles } from '#ui/table-roles.ts'
import classes from './account-table.module.css'

interface AccountCellsProps {
  readonly account: PhonedInAccount
  /** Why it cannot be paid now, or what else has to be known of it. */
  readonly note: string | null
  readonly noteId: string
}

/** What both tables say of an account: number and owner, place, last bill, amount, due date (A§3 Cart row). */
export function AccountCells({ account, note, noteId }: AccountCellsProps) {
  const [, , billDate, amount, dueDate] = phonedInTexts.columns
  return (
    <>
      <th {...tableRoles.rowHead} className={classes.account}>
        {account.accID} {account.isActive ? null : <span className={classes.badge}>Closed</span>}
        <span className={classes.owner}>{account.fullName}</span>
        {note ? (
          <span id={noteId} className={classes.note}>
            {note}
          </span>
        ) : null}
      </th>
      <td {...tableRoles.cell} className={classes.location}>
        <Location text={account.serviceLocation} />
      </td>
      <td {...tableRoles.cell} className={classes.bill} data-label={billDate}>
        {account.latestBill ? formatDate(account.latestBill.billDate) : null}
      </td>
      <td {...tableRoles.cell} className={classes.amount} data-label={amount}>
        {dollars(account.amount)}
      </td>
      <td
        {...tableRoles.cell}
        className={classes.due}
        data-label={isDueNow(account) || !account.dueDate ? undefined : dueDate}
      >
        <DueDate account={account} />
      </td>
    </>
  )
}

/** Cut to 25 characters, with the whole of it in a bubble (A§9). */
function Location({ text }: { readonly text: string }) {
  const short = truncate(text, serviceLocationLimit)
  return short === text ? text : <Toggletip full={text}>{short}</Toggletip>
}
