import type { AccountSummaryRow } from '@portal/contract/account-summary'
import { billAddress } from '@portal/contract/bill-view-texts'
import { type BillListItem, listBills, billsTexts } from '@portal/contract/bills'
import type { BodyOf } from '@portal/contract/call'
import type { CalendarDate } from '@portal/contract/dates'
import type { BillId } from '@portal/contract/ids'
import { noCents, parseDecimalCents } from '@portal/contract/money'
import { isSubmitted, isTooLittle, tooLittleTexts } from '@portal/contract/owed'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type MouseEvent, useState } from 'react'
import { DueDate } from '#account/due-date.tsx'
import { send } from '#api/send.ts'
import { CardFrame, Cell, ColumnHead, RowHead, Table, TableBody, TableHead, TableRow } from '#ui/table/table.tsx'
import { Chip } from '#ui/text/chip.tsx'
import { dollars, formatDate } from '#ui/text/format.ts'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { t } from '#ui/text/t.ts'
import type { Person } from '../accounts/use-accounts.ts'
import classes from '../dashboard.module.css'

const { columns } = billsTexts

interface BillTableProps {
  readonly bills: readonly BillListItem[]
  readonly person: Person
  /** With their account, each bill says whether it is paid. */
  readonly account?: AccountSummaryRow | null | undefined
}

/** A list of bills with dates and amounts; each opens in a new tab (C§2.5 My Bills). */
export function BillTable({ bills, person, account }: BillTableProps) {
  if (bills.length === 0) return <p>{t(billsTexts.noData)}</p>
  return (
    <CardFrame data-lines className={classes.bills}>
      <Table className={classes.table} aria-label={t('Bills')}>
        <TableHead>
          <ColumnHead>{t(columns.date)}</ColumnHead>
          <ColumnHead data-amount>{t(columns.amount)}</ColumnHead>
          <ColumnHead data-no-print>{t(columns.action)}</ColumnHead>
        </TableHead>
        <TableBody>
          {bills.map((bill) => (
            <TableRow key={bill.billID}>
              <RowHead>
                {formatDate(bill.billDate)}
                {account ? <BillState bill={bill} account={account} /> : null}
              </RowHead>
              <Cell data-amount>{dollars(parseDecimalCents(bill.totalAmount) ?? noCents)}</Cell>
              <Cell data-no-print>
                <BillLink id={bill.billID} date={bill.billDate} person={person} className={classes.action} />
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </CardFrame>
  )
}

interface BillStateProps {
  readonly bill: BillListItem
  readonly account: AccountSummaryRow
}

/** A bill's total has in it what was left of the bills before: an older one is either paid, or part of the newest. */
function BillState({ bill, account }: BillStateProps) {
  const isNewest = bill.billID === account.latestBill?.billId
  const isPaid = account.amount <= 0 || (!isNewest && account.arrearsTotal === 0)
  const isWaiting = isPaid && isNewest && isSubmitted(account)
  return (
    <span className={classes.state}>
      {isWaiting ? <Chip tone="waiting">{t('Submitted')}</Chip> : null}
      {isPaid && !isWaiting ? <Chip tone="good">{t('Paid')}</Chip> : null}
      {!isPaid && isNewest ? <NewestState account={account} /> : null}
      {!isPaid && !isNewest ? <Chip tone="none">{t('In the newest bill')}</Chip> : null}
    </span>
  )
}

function NewestState({ account }: Pick<BillStateProps, 'account'>) {
  const { amount, dueDate } = account
  if (isTooLittle(amount)) return <Chip tone="none">{t(tooLittleTexts.left, { amount: dollars(amount) })}</Chip>
  if (account.isDueDateRed || !dueDate) return <DueDate account={account} />
  return <Chip tone="waiting">{t('Due {date}', { date: formatDate(dueDate) })}</Chip>
}

interface BillLinkProps {
  readonly id: BillId
  readonly date: CalendarDate
  readonly person: Person
  readonly className: string | undefined
}

/**
 * A link to a bill. Its address contains the time and is valid for a quarter of an hour, so it is renewed whenever it
 * is used (C§5).
 */
export function BillLink({ id, date, person, className }: BillLinkProps) {
  const [shownAt] = useState(Date.now)
  const addressAt = (madeAt: number) => billAddress({ billId: id, personId: person.personId, madeAt })
  const renew = (event: MouseEvent<HTMLAnchorElement>) => {
    event.currentTarget.href = addressAt(Date.now())
  }
  return (
    <a
      className={className}
      href={addressAt(shownAt)}
      target="_blank"
      rel="noopener"
      onClick={renew}
      onAuxClick={renew}
      onContextMenu={renew}
    >
      {t('View Bill')}
      <HiddenText> {t('for {billDate}, opens in a new tab', { billDate: formatDate(date) })}</HiddenText>
    </a>
  )
}

/** One page of an account's bills, newest first. */
export function useBills(body: BodyOf<typeof listBills>) {
  return useQuery({
    queryKey: ['bills', body],
    queryFn: async ({ signal }) => await send(listBills, { as: 'customer', body, signal }),
    // The previous page stays visible, and keeps the focus, until the next one has arrived.
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
}
