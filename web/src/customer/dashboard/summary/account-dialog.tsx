import type { AccountSummaryRow } from '@portal/contract/account-summary'
import { accountSummaryTexts } from '@portal/contract/account-summary-texts'
import { dialogRows } from '@portal/contract/bills-texts'
import { formatDate } from '@portal/contract/dates'
import { cents, parseDecimalCents } from '@portal/contract/money'
import { type PaymentHistoryItem, readPaymentHistory } from '@portal/contract/payment-history'
import { paymentHistoryTexts, transactionText } from '@portal/contract/payment-history-texts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dollars } from '#account/dollars.ts'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { Dialog } from '#ui/dialog.tsx'
import classes from '../dashboard.module.css'
import { Consumption } from '../one-account/consumption.tsx'
import { BillTable } from '../one-account/bill-table.tsx'
import { Retry } from '../retry.tsx'
import { Loading } from '../loading.tsx'
import { useBills } from '../one-account/use-bills.ts'
import type { Person } from '../use-person.ts'
import type { RowDialog } from './account-row.tsx'

interface AccountDialogProps {
  readonly dialog: RowDialog
  readonly row: AccountSummaryRow
  readonly person: Person
  readonly onClose: () => void
}

const titles = {
  bills: accountSummaryTexts.viewBill,
  consumption: accountSummaryTexts.viewConsumption,
  history: accountSummaryTexts.paymentHistory,
} as const satisfies Record<RowDialog, string>

/** View Bill, View Consumption and Payment History of one account, in a dialog (C§2.5). */
export function AccountDialog({ dialog, row, person, onClose }: AccountDialogProps) {
  return (
    <Dialog open wide title={`${titles[dialog]} – ${row.accID}`} onClose={onClose}>
      {dialog === 'bills' ? <LastBills accountId={row.accID} person={person} /> : null}
      {dialog === 'consumption' ? <Consumption accountId={row.accID} /> : null}
      {dialog === 'history' ? <History accountId={row.accID} /> : null}
    </Dialog>
  )
}

interface AccountProps {
  readonly accountId: AccountSummaryRow['accID']
}

/** At most the last eighteen bills; My Bills has the others. */
function LastBills({ accountId, person }: AccountProps & { readonly person: Person }) {
  const bills = useBills({ accountId, page: 1, size: dialogRows })
  if (bills.isPending) return <Loading what="Loading bills" />
  if (bills.isError) return <Retry error={bills.error} onTryAgain={() => void bills.refetch()} />
  return (
    <div className={classes.stack}>
      <BillTable bills={bills.data.result} person={person} />
      {bills.data.total > dialogRows ? (
        <p>
          <Link to={paths.dashboard} search={{ view: 'bills', account: accountId }}>
            All {bills.data.total} bills of this account
          </Link>
        </p>
      ) : null}
    </div>
  )
}

function History({ accountId }: AccountProps) {
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
    <table className={classes.table}>
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
