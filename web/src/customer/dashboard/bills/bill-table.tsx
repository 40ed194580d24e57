import { billAddress } from '@portal/contract/bill-view-texts'
import { type BillListItem, listBills, billsTexts } from '@portal/contract/bills'
import type { BodyOf } from '@portal/contract/call'
import { noCents, parseDecimalCents } from '@portal/contract/money'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type MouseEvent, useState } from 'react'
import { send } from '#api/send.ts'
import { CardFrame, Cell, ColumnHead, RowHead, Table, TableBody, TableHead, TableRow } from '#ui/table/table.tsx'
import { dollars, formatDate } from '#ui/text/format.ts'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { t } from '#ui/text/t.ts'
import type { Person } from '../accounts/use-accounts.ts'
import classes from '../dashboard.module.css'

const { date, amount, action } = billsTexts.columns

interface BillTableProps {
  readonly bills: readonly BillListItem[]
  readonly person: Person
}

/** A list of bills with dates and amounts; each opens in a new tab (C§2.5 My Bills). */
export function BillTable({ bills, person }: BillTableProps) {
  if (bills.length === 0) return <p>{t(billsTexts.noData)}</p>
  return (
    <CardFrame data-lines className={classes.bills}>
      <Table className={classes.table} aria-label={t('Bills')}>
        <TableHead>
          <ColumnHead>{t(date)}</ColumnHead>
          <ColumnHead data-amount>{t(amount)}</ColumnHead>
          <ColumnHead data-no-print>{t(action)}</ColumnHead>
        </TableHead>
        <TableBody>
          {bills.map((bill) => (
            <TableRow key={bill.billID}>
              <RowHead>{formatDate(bill.billDate)}</RowHead>
              <Cell data-amount>{dollars(parseDecimalCents(bill.totalAmount) ?? noCents)}</Cell>
              <Cell data-no-print>
                <BillLink bill={bill} person={person} />
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </CardFrame>
  )
}

interface BillLinkProps {
  readonly bill: BillListItem
  readonly person: Person
}

/**
 * A link to a bill. Its address contains the time and is valid for a quarter of an hour, so it is renewed whenever it
 * is used (C§5).
 */
function BillLink({ bill, person }: BillLinkProps) {
  const [shownAt] = useState(Date.now)
  const addressAt = (madeAt: number) => billAddress({ billId: bill.billID, personId: person.personId, madeAt })
  const renew = (event: MouseEvent<HTMLAnchorElement>) => {
    event.currentTarget.href = addressAt(Date.now())
  }
  return (
    <a
      className={classes.action}
      href={addressAt(shownAt)}
      target="_blank"
      rel="noopener"
      onClick={renew}
      onAuxClick={renew}
      onContextMenu={renew}
    >
      {t('View Bill')}
      <HiddenText> {t('for {billDate}, opens in a new tab', { billDate: formatDate(bill.billDate) })}</HiddenText>
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
