import { formatInstant } from '@portal/contract/dates'
import type { ReportRow } from '@portal/contract/reports'
import { billingStatuses, paymentStandings, reportColumns, reportsTexts } from '@portal/contract/reports-texts'
import { usePortalStart } from '#session/portal-start.tsx'
import { HiddenText } from '#ui/hidden-text.tsx'
import { tableRoles } from '#ui/table-roles.ts'
import { cardOf } from './card-of.ts'
import { dollarsOf } from '../dollars-of.ts'
import classes from './payment-table.module.css'
import { Standing } from './standing.tsx'

interface PaymentRowProps {
  readonly row: ReportRow
  readonly onDetails: () => void
  readonly onLog: () => void
}

/** One payment in the table (A§3 Transaction report row). */
export function PaymentRow({ row, onDetails, onLog }: PaymentRowProps) {
  const { profile } = usePortalStart()
  const at = formatInstant(profile.timeZone, row.payment_date)
  return (
    <tr {...tableRoles.row}>
      <th {...tableRoles.rowHead}>
        <time dateTime={row.payment_date}>{at}</time>
      </th>
      <td {...tableRoles.cell} data-label={reportColumns.receipt_number}>
        {row.receipt_number}
      </td>
      <td {...tableRoles.cell} data-label={reportColumns.accountId}>
        {row.accountId}
      </td>
      <td {...tableRoles.cell} className={classes.amount}>
        {dollarsOf(row.amount)}
      </td>
      <td {...tableRoles.cell} className={classes.standing}>
        <Standing standing={row.standing} />
      </td>
      <td {...tableRoles.cell} data-label={reportColumns.mode}>
        {row.mode}
      </td>
      <td {...tableRoles.cell} data-label={reportColumns.username}>
        {row.username}
      </td>
      <td {...tableRoles.cell} data-label={reportColumns.card}>
        {cardOf(row)}
      </td>
      <td {...tableRoles.cell} data-rare>
        {row.auth_no}
      </td>
      <td {...tableRoles.cell} data-rare>
        {row.count}
      </td>
      <td {...tableRoles.cell} data-rare>
        {row.transaction_tag}
      </td>
      <td {...tableRoles.cell} data-rare>
        {row.pay_eezy_seq_num}
      </td>
      <td {...tableRoles.cell} data-rare>
        {row.process_message}
      </td>
      <td {...tableRoles.cell} data-rare>
        {row.bank_response}
      </td>
      <td {...tableRoles.cell} data-rare>
        {billingStatuses[row.ccb_status]}
      </td>
      <td {...tableRoles.cell} data-rare>
        {row.id}
      </td>
      <td {...tableRoles.cell}>
        <div className={classes.actions}>
          <Action name={reportsTexts.details} about={about(row, at)} onPress={onDetails} />
          <Action name={reportsTexts.showLog} about={about(row, at)} onPress={onLog} />
        </div>
      </td>
    </tr>
  )
}

interface ActionProps {
  readonly name: string
  /** Of which payment; heard, not seen. */
  readonly about: string
  readonly onPress: () => void
}

function Action({ name, about: which, onPress }: ActionProps) {
  return (
    <button type="button" className={classes.action} onClick={onPress}>
      {name}
      <HiddenText> of {which}</HiddenText>
    </button>
  )
}

/** How a payment is told from the others: its receipt, or what became of it and when. */
function about({ receipt_number: receipt, standing, amount }: ReportRow, at: string): string {
  return receipt || `${dollarsOf(amount)}, ${paymentStandings[standing].toLowerCase()}, ${at}`
}
