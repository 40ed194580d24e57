import { formatInstant } from '@portal/contract/dates'
import type { AttentionPayment } from '@portal/contract/money-desk'
import { moneyDeskTexts } from '@portal/contract/money-desk-texts'
import { Link } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { usePortalStart } from '#session/portal-start.tsx'
import { HiddenText } from '#ui/hidden-text.tsx'
import { tableRoles } from '#ui/table-roles.ts'
import { deskSearch } from './desk-link.ts'
import { dollarsOf } from '../dollars-of.ts'
import { Listed } from './listed.tsx'
import classes from './money-desk.module.css'
import { Reasons } from './reasons.tsx'
import { useAttentionPayments } from './use-money-desk.ts'

/** The payments that need a person, the oldest first. */
export function AttentionList() {
  const list = useAttentionPayments()
  return (
    <Listed
      id="attention-payments"
      title={moneyDeskTexts.payments}
      list={list}
      rowsOf={({ payments }) => payments}
      empty={moneyDeskTexts.noPayments}
    >
      {(payments) => (
        <table {...tableRoles.table} className={classes.table} aria-labelledby="attention-payments">
          <thead {...tableRoles.rows}>
            <tr {...tableRoles.row}>
              <th {...tableRoles.columnHead}>Date</th>
              <th {...tableRoles.columnHead}>What is the matter</th>
              <th {...tableRoles.columnHead}>Account</th>
              <th {...tableRoles.columnHead}>Receipt</th>
              <th {...tableRoles.columnHead} className={classes.amount}>
                Amount
              </th>
              <th {...tableRoles.columnHead}>
                <HiddenText>Actions</HiddenText>
              </th>
            </tr>
          </thead>
          <tbody {...tableRoles.rows}>
            {payments.map((payment) => (
              <Row key={payment.id} payment={payment} />
            ))}
          </tbody>
        </table>
      )}
    </Listed>
  )
}

function Row({ payment }: { readonly payment: AttentionPayment }) {
  const { profile } = usePortalStart()
  const at = formatInstant(profile.timeZone, payment.paidAt)
  return (
    <tr {...tableRoles.row}>
      <th {...tableRoles.rowHead}>
        <time dateTime={payment.paidAt}>{at}</time>
      </th>
      <td {...tableRoles.cell}>
        <Reasons reasons={payment.reasons} />
      </td>
      <td {...tableRoles.cell} data-label="Account">
        {payment.accountId}
        {payment.accountCount > 1 ? ` and ${payment.accountCount - 1} more` : ''}
      </td>
      <td {...tableRoles.cell} data-label="Receipt">
        {payment.receipt}
      </td>
      <td {...tableRoles.cell} className={classes.amount}>
        {dollarsOf(payment.amount)}
      </td>
      <td {...tableRoles.cell}>
        <Link to={paths.adminDashboard} search={deskSearch(payment.id)} className={classes.open}>
          {moneyDeskTexts.open}
          <HiddenText>
            : {payment.receipt || `account ${payment.accountId}`}, {at}
          </HiddenText>
        </Link>
      </td>
    </tr>
  )
}
