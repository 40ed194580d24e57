import { formatDate, formatInstant } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import { readBillingPayments, readWebPayments } from '@portal/contract/one-payment'
import { amountPaid, transactionText } from '@portal/contract/payment-history-texts'
import { historyRows, reportColumns, reportsTexts } from '@portal/contract/reports-texts'
import { useQuery } from '@tanstack/react-query'
import { dollars } from '#account/dollars.ts'
import { send } from '#api/send.ts'
import { usePortalStart } from '#session/portal-start.tsx'
import { tableRoles } from '#ui/table-roles.ts'
import { Asked } from './asked.tsx'
import classes from './payment-dialog.module.css'
import { dollarsOf } from './dollars-of.ts'

interface AccountProps {
  readonly account: AccountNumber
}

/** The newest payments of an account: those the portal took, and all that the billing system knows (A§3). */
export function AccountHistory({ account }: AccountProps) {
  return (
    <div className={classes.parts}>
      <section className={classes.part} aria-labelledby="web-history">
        <h3 id="web-history">{reportsTexts.webHistory}</h3>
        <WebHistory account={account} />
      </section>
      <section className={classes.part} aria-labelledby="complete-history">
        <h3 id="complete-history">{reportsTexts.completeHistory}</h3>
        <CompleteHistory account={account} />
      </section>
    </div>
  )
}

function WebHistory({ account }: AccountProps) {
  const { profile } = usePortalStart()
  const payments = useQuery({
    queryKey: ['web-payments', account],
    queryFn: async ({ signal }) => (await send(readWebPayments, { body: { accountId: account }, signal })).result,
    networkMode: 'always',
  })
  return (
    <Asked query={payments} what="Loading web payments" empty={reportsTexts.noPayments}>
      {(found) => (
        <table {...tableRoles.table} className={classes.table} aria-labelledby="web-history">
          <thead {...tableRoles.rows}>
            <tr {...tableRoles.row}>
              <th {...tableRoles.columnHead}>{reportColumns.payment_date}</th>
              <th {...tableRoles.columnHead}>{reportColumns.receipt_number}</th>
              <th {...tableRoles.columnHead}>{reportColumns.transaction_tag}</th>
              <th {...tableRoles.columnHead}>{reportColumns.username}</th>
              <th {...tableRoles.columnHead}>Status</th>
              <th {...tableRoles.columnHead} className={classes.amount}>
                {reportColumns.amount}
              </th>
            </tr>
          </thead>
          <tbody {...tableRoles.rows}>
            {found.map((payment, index) => (
              // Nothing names a payment that was declined.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index} {...tableRoles.row}>
                <th {...tableRoles.rowHead}>{formatInstant(profile.timeZone, payment.payment_date)}</th>
                <td {...tableRoles.cell} data-label={reportColumns.receipt_number}>
                  {payment.receipt_num}
                </td>
                <td {...tableRoles.cell} data-label={reportColumns.transaction_tag}>
                  {payment.transaction_tag}
                </td>
                <td {...tableRoles.cell} data-label={reportColumns.username} className={classes.free}>
                  {payment.username}
                </td>
                <td {...tableRoles.cell} data-label="Status">
                  {payment.status}
                </td>
                <td {...tableRoles.cell} className={classes.amount}>
                  {dollarsOf(payment.amount)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Asked>
  )
}

/** At most eighteen rows (A§9). */
function CompleteHistory({ account }: AccountProps) {
  const payments = useQuery({
    queryKey: ['billing-payments', account],
    queryFn: async ({ signal }) => (await send(readBillingPayments, { body: { accountId: account }, signal })).result,
    networkMode: 'always',
  })
  return (
    <Asked query={payments} what="Loading the complete history" empty={reportsTexts.empty}>
      {(found) => (
        <table {...tableRoles.table} className={classes.table} aria-labelledby="complete-history">
          <thead {...tableRoles.rows}>
            <tr {...tableRoles.row}>
              <th {...tableRoles.columnHead}>Date</th>
              <th {...tableRoles.columnHead}>Transaction</th>
              <th {...tableRoles.columnHead} className={classes.amount}>
                {reportColumns.amount}
              </th>
            </tr>
          </thead>
          <tbody {...tableRoles.rows}>
            {found.slice(0, historyRows).map((payment, index) => (
              // Two of the same day may be alike in everything.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index} {...tableRoles.row}>
                <th {...tableRoles.rowHead}>{formatDate(payment.ArrearsDate)}</th>
                <td {...tableRoles.cell} data-label="Transaction">
                  {transactionText(payment.FinancialTransactionType)}
                </td>
                <td {...tableRoles.cell} className={classes.amount}>
                  {dollars(amountPaid(payment.TotalAmount))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Asked>
  )
}
