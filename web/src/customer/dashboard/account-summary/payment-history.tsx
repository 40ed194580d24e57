import { dialogRows } from '@portal/contract/bills-texts'
import { formatDate } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import { cents, parseDecimalCents } from '@portal/contract/money'
import { type PaymentHistoryItem, readPaymentHistory } from '@portal/contract/payment-history'
import { paymentHistoryTexts, transactionText } from '@portal/contract/payment-history-texts'
import { useQuery } from '@tanstack/react-query'
import { dollars } from '#account/dollars.ts'
import { send } from '#api/send.ts'
import classes from '../dashboard.module.css'
import { Loading } from '#ui/loading.tsx'
import { Retry } from '../retry.tsx'
import own from './payment-history.module.css'

/** The newest eighteen payments of an account, and what was taken back of them (C§2.5, C§3). */
export function PaymentHistory({ accountId }: { readonly accountId: AccountNumber }) {
  const history = useQuery({
    queryKey: ['payment-history', accountId],
    queryFn: async ({ signal }) =>
      (await send(readPaymentHistory, { as: 'customer', body: { accountId }, signal })).result,
    networkMode: 'always',
  })
  if (history.isPending) return <Loading what="Loading payments" />
  if (history.isError) return <Retry error={history.error} onTryAgain={() => void history.refetch()} />
  if (history.data.length === 0) return <p>{paymentHistoryTexts.none}</p>
  return (
    <table className={`${classes.table} ${own.history}`}>
      <thead>
        <tr>
          <th scope="col">Payment Date</th>
          <th scope="col">Account Number</th>
          <th scope="col">Transaction</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {history.data.slice(0, dialogRows).map((item, index) => (
          // Nothing names a payment: two of the same day may be alike in everything.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={index}>
            <th scope="row">{formatDate(item.ArrearsDate)}</th>
            <td>{item.Parent}</td>
            <td>
              {transactionText(item.FinancialTransactionType)}
              {item.receiptNumber ? <span className={classes.second}>{item.receiptNumber}</span> : null}
            </td>
            <td>{paid(item)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The billing system counts a payment as negative; what somebody paid reads as a plain amount. */
function paid(item: PaymentHistoryItem): string {
  const amount = parseDecimalCents(item.TotalAmount)
  return amount === null ? '' : dollars(cents(-amount || 0))
}
