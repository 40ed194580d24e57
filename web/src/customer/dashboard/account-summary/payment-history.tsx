import { accountSummaryTexts } from '@portal/contract/account-summary-texts'
import { dialogRows } from '@portal/contract/bills-texts'
import { formatDate } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import { readPaymentHistory } from '@portal/contract/payment-history'
import { amountPaid, paymentHistoryTexts, transactionText } from '@portal/contract/payment-history-texts'
import { useQuery } from '@tanstack/react-query'
import { dollars } from '#account/dollars.ts'
import { send } from '#api/send.ts'
import { CardFrame, Cell, ColumnHead, RowHead, Table, TableBody, TableHead, TableRow } from '#ui/table/table.tsx'
import { Loading } from '#ui/waiting/loading.tsx'
import { Retry } from '../view-parts/retry.tsx'
import classes from '../dashboard.module.css'
import own from './payment-history.module.css'

/** The latest eighteen payments of an account, including reversals (C§2.5, C§3). */
export function PaymentHistory({ accountId }: { readonly accountId: AccountNumber }) {
  const history = useQuery({
    queryKey: ['payment-history', accountId],
    queryFn: async ({ signal }) =>
      (await send(readPaymentHistory, { as: 'customer', body: { accountId }, signal })).result,
  })
  if (history.isPending) return <Loading what="Loading payments" />
  if (history.isError) return <Retry error={history.error} onTryAgain={() => void history.refetch()} />
  if (history.data.length === 0) return <p>{paymentHistoryTexts.none}</p>
  return (
    <CardFrame data-lines className={own.frame}>
      <Table className={`${classes.table} ${own.history}`} aria-label={accountSummaryTexts.paymentHistory}>
        <TableHead>
          <ColumnHead>Payment Date</ColumnHead>
          <ColumnHead>Account Number</ColumnHead>
          <ColumnHead>Transaction</ColumnHead>
          <ColumnHead data-amount>Amount</ColumnHead>
        </TableHead>
        <TableBody>
          {history.data.slice(0, dialogRows).map((item, index) => (
            // Payments have no id here, and two of the same day may be identical.
            // oxlint-disable-next-line react/no-array-index-key
            <TableRow key={index}>
              <RowHead>{formatDate(item.ArrearsDate)}</RowHead>
              <Cell className={own.account}>{item.Parent}</Cell>
              <Cell className={own.transaction}>
                {transactionText(item.FinancialTransactionType)}
                {item.receiptNumber ? <span className={classes.second}>{item.receiptNumber}</span> : null}
              </Cell>
              <Cell data-amount>{dollars(amountPaid(item.TotalAmount))}</Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </CardFrame>
  )
}
