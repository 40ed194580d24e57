import { formatInstant } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import { type IndividualPayment, readIndividualPayments } from '@portal/contract/one-payment'
import type { ReportRow } from '@portal/contract/reports'
import { billingStatuses, reportColumns, reportsTexts } from '@portal/contract/reports-texts'
import { useQuery } from '@tanstack/react-query'
import { send } from '#api/send.ts'
import { usePortalStart } from '#session/portal-start.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { HiddenText } from '#ui/hidden-text.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { tableRoles } from '#ui/table-roles.ts'
import { Asked } from '../asked.tsx'
import { cardOf } from './card-of.ts'
import classes from '../payment-dialog.module.css'
import { dollarsOf } from '../dollars-of.ts'
import { SendReceipt } from './send-receipt.tsx'
import { Standing } from './standing.tsx'

interface PaymentDetailsProps {
  readonly payment: ReportRow
  readonly onHistory: (account: AccountNumber) => void
}

/** All that is known of a payment, and the accounts it paid (A§2, A§3 Individual payment). */
export function PaymentDetails({ payment, onHistory }: PaymentDetailsProps) {
  const accounts = useQuery({
    queryKey: ['individual-payments', payment.id],
    queryFn: async ({ signal }) =>
      (await send(readIndividualPayments, { params: { id: payment.id }, signal })).result.data,
    networkMode: 'always',
  })
  return (
    <div className={classes.parts}>
      <section className={classes.part} aria-labelledby="individual-payments">
        <h3 id="individual-payments">Individual payments</h3>
        <Asked query={accounts} what="Loading individual payments" empty={reportsTexts.empty}>
          {(found) => <Accounts payments={found} onHistory={onHistory} />}
        </Asked>
      </section>
      <section className={classes.part} aria-labelledby="overall-payment">
        <h3 id="overall-payment">Overall payment</h3>
        <OverallPayment payment={payment} />
      </section>
      {payment.standing === 'paid' ? <SendReceipt paymentId={payment.id} /> : null}
    </div>
  )
}

interface AccountsProps {
  readonly payments: readonly IndividualPayment[]
  readonly onHistory: (account: AccountNumber) => void
}

function Accounts({ payments, onHistory }: AccountsProps) {
  const { profile } = usePortalStart()
  return (
    <table {...tableRoles.table} className={classes.table} aria-labelledby="individual-payments">
      <thead {...tableRoles.rows}>
        <tr {...tableRoles.row}>
          <th {...tableRoles.columnHead}>{reportColumns.accountId}</th>
          <th {...tableRoles.columnHead}>{reportColumns.payment_date}</th>
          <th {...tableRoles.columnHead}>{reportColumns.receipt_number}</th>
          <th {...tableRoles.columnHead}>Status</th>
          <th {...tableRoles.columnHead}>{reportColumns.ccb_status}</th>
          <th {...tableRoles.columnHead} className={classes.amount}>
            {reportColumns.amount}
          </th>
          <th {...tableRoles.columnHead}>History</th>
        </tr>
      </thead>
      <tbody {...tableRoles.rows}>
        {payments.map((each) => (
          <tr key={each.account_number} {...tableRoles.row}>
            <th {...tableRoles.rowHead}>{each.account_number}</th>
            <td {...tableRoles.cell} data-label={reportColumns.payment_date}>
              {formatInstant(profile.timeZone, each.payment_date)}
            </td>
            <td {...tableRoles.cell} className={classes.whole} data-label={reportColumns.receipt_number}>
              {each.receipt_num}
            </td>
            <td {...tableRoles.cell} data-label="Status">
              {each.status}
            </td>
            <td {...tableRoles.cell} data-label={reportColumns.ccb_status}>
              {billingStatuses[each.ccb_status]}
            </td>
            <td {...tableRoles.cell} className={classes.amount}>
              {dollarsOf(each.amount)}
            </td>
            <td {...tableRoles.cell}>
              <TextButton onClick={() => onHistory(each.account_number)}>
                {reportsTexts.paymentHistory}
                <HiddenText> of {each.account_number}</HiddenText>
              </TextButton>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const none = 'None'

function OverallPayment({ payment }: Pick<PaymentDetailsProps, 'payment'>) {
  const { profile } = usePortalStart()
  const { receipt_number: receipt, transaction_tag: tag, auth_no: authorization } = payment
  return (
    <DescriptionList
      items={[
        { term: reportColumns.standing, value: <Standing standing={payment.standing} /> },
        { term: reportColumns.amount, value: dollarsOf(payment.amount) },
        { term: reportColumns.payment_date, value: formatInstant(profile.timeZone, payment.payment_date) },
        { term: reportColumns.receipt_number, value: receipt || none, copy: receipt },
        { term: reportsTexts.reference, value: payment.reference, copy: payment.reference },
        { term: reportColumns.mode, value: payment.mode },
        { term: reportColumns.username, value: payment.username || none },
        { term: reportColumns.card, value: cardOf(payment) },
        { term: reportColumns.auth_no, value: authorization || none, copy: authorization },
        { term: reportColumns.count, value: payment.count },
        { term: reportColumns.transaction_tag, value: tag || none, copy: tag },
        { term: reportColumns.pay_eezy_seq_num, value: payment.pay_eezy_seq_num || none },
        { term: reportColumns.process_message, value: payment.process_message || none },
        { term: reportColumns.bank_response, value: payment.bank_response || none },
        { term: reportColumns.ccb_status, value: billingStatuses[payment.ccb_status] },
        { term: reportColumns.id, value: payment.id },
      ]}
    />
  )
}
