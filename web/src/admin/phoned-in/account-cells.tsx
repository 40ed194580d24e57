import { isInArrears } from '@portal/contract/owed'
import { type PhonedInAccount, phonedInTexts } from '@portal/contract/phoned-in'
import type { ReactNode, Ref } from 'react'
import { DueDate } from '#account/due-date.tsx'
import { ServiceLocation } from '#account/service-location.tsx'
import { CardFrame, Cell, ColumnHead, RowHead, Table, TableBody, TableHead } from '#ui/table/table.tsx'
import { dollars, formatDate } from '#ui/text/format.ts'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { t } from '#ui/text/t.ts'
import { MessagesButton } from '../customer-messages/messages-button.tsx'
import { CallersAutopayLine } from './callers-autopay.tsx'
import shared from '#payment/accounts-to-pay/accounts-to-pay.module.css'
import box from '#ui/page/card.module.css'
import classes from './account-table.module.css'

interface AccountsFrameProps {
  readonly ref?: Ref<HTMLDivElement>
  readonly caption: string
  /** What ticking the first column does, for screen readers. */
  readonly tick: string
  /** Stands at the head of the first column; left out where the rows are cards. */
  readonly tickAll?: ReactNode
  /** The names of the other columns by their keys. */
  readonly columns: Readonly<Record<string, string>>
  readonly children: ReactNode
}

/** The table of accounts in both steps (A§2): the found ones, and those in the cart. */
export function AccountsFrame({ ref, caption, tick, tickAll, columns, children }: AccountsFrameProps) {
  return (
    <CardFrame ref={ref} className={box.card}>
      <Table className={shared.table}>
        <caption>{caption}</caption>
        <TableHead>
          <ColumnHead className={shared.tick}>
            <HiddenText>{tick}</HiddenText>
            {tickAll}
          </ColumnHead>
          {Object.entries(columns).map(([column, name]) => (
            <ColumnHead
              key={column}
              className={`${shared[column] ?? ''} ${classes[column] ?? ''}`}
              data-amount={column === 'amount' || undefined}
            >
              {t(name)}
            </ColumnHead>
          ))}
        </TableHead>
        <TableBody>{children}</TableBody>
      </Table>
    </CardFrame>
  )
}

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
        {account.accID} {account.isActive ? null : <span className={shared.badge}>{t('Closed')}</span>}
        <span className={classes.owner}>{account.fullName}</span>
        {note ? (
          <span id={noteId} className={classes.note}>
            {note}
          </span>
        ) : null}
        <CallersAutopayLine account={account} />
        <span className={classes.note}>
          <MessagesButton personId={account.personId} name={account.fullName} />
        </span>
      </RowHead>
      <Cell>
        <ServiceLocation text={account.serviceLocation} />
      </Cell>
      <Cell className={classes.billDate} label={t(billDate)}>
        {account.latestBill ? formatDate(account.latestBill.billDate) : null}
      </Cell>
      <Cell data-amount className={classes.amount}>
        {dollars(account.amount)}
      </Cell>
      <Cell className={classes.dueDate} label={isInArrears(account) || !account.dueDate ? undefined : dueDate}>
        <DueDate account={account} />
      </Cell>
    </>
  )
}
