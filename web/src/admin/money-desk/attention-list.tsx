import { formatInstant } from '@portal/contract/dates'
import type { AttentionPayment } from '@portal/contract/money-desk'
import { moneyDeskTexts } from '@portal/contract/money-desk-texts'
import { Link } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { usePortalStart } from '#session/portal-start.tsx'
import { HiddenText } from '#ui/hidden-text.tsx'
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
        <table className={classes.table} aria-labelledby="attention-payments">
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">What is the matter</th>
              <th scope="col">Account</th>
              <th scope="col">Receipt</th>
              <th scope="col" className={classes.amount}>
                Amount
              </th>
              <th scope="col">
                <HiddenText>Actions</HiddenText>
              </th>
            </tr>
          </thead>
          <tbody>
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
    <tr>
      <th scope="row">
        <time dateTime={payment.paidAt}>{at}</time>
      </th>
      <td>
        <Reasons reasons={payment.reasons} />
      </td>
      <td data-label="Account">
        {payment.accountId}
        {payment.accountCount > 1 ? ` and ${payment.accountCount - 1} more` : ''}
      </td>
      <td data-label="Receipt">{payment.receipt}</td>
      <td className={classes.amount}>{dollarsOf(payment.amount)}</td>
      <td>
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
