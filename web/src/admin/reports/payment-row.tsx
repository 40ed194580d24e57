import { formatInstant } from '@portal/contract/dates'
import type { ReportRow } from '@portal/contract/reports'
import { ccbStatuses, staffStatuses, reportColumns, reportsTexts } from '@portal/contract/reports-texts'
import { usePortalStart } from '#api/portal-start.tsx'
import { Cell, RowHead, TableRow } from '#ui/table/table.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { dollarsOf } from '../payments/dollars-of.ts'
import { cardOf } from './card-of.ts'
import { Status } from './status.tsx'
import outlined from '#ui/button/outlined-button.module.css'
import classes from './payment-table.module.css'

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
    <TableRow>
      <RowHead>
        <time dateTime={row.payment_date}>{at}</time>
      </RowHead>
      <Cell label={reportColumns.receipt_number}>{row.receipt_number}</Cell>
      <Cell label={reportColumns.accountId}>{row.accountId}</Cell>
      <Cell data-amount>{dollarsOf(row.amount)}</Cell>
      <Cell className={classes.status}>
        <Status status={row.status} />
      </Cell>
      <Cell label={reportColumns.mode}>{row.mode}</Cell>
      <Cell label={reportColumns.username} className={classes.username}>
        {row.username}
      </Cell>
      <Cell label={reportColumns.card} className={classes.card}>
        {cardOf(row)}
      </Cell>
      <Cell data-rare>{row.auth_no}</Cell>
      <Cell data-rare>{row.count}</Cell>
      <Cell data-rare>{row.transaction_tag}</Cell>
      <Cell data-rare>{row.pay_eezy_seq_num}</Cell>
      <Cell data-rare>{row.process_message}</Cell>
      <Cell data-rare>{row.bank_response}</Cell>
      <Cell data-rare>{ccbStatuses[row.ccb_status]}</Cell>
      <Cell data-rare>{row.id}</Cell>
      <Cell>
        <div className={classes.actions}>
          <Action name={reportsTexts.details} about={about(row, at)} onPress={onDetails} />
          <Action name={reportsTexts.showLog} about={about(row, at)} onPress={onLog} />
        </div>
      </Cell>
    </TableRow>
  )
}

interface ActionProps {
  readonly name: string
  /** Which payment it acts on, for screen readers. */
  readonly about: string
  readonly onPress: () => void
}

function Action({ name, about: which, onPress }: ActionProps) {
  return (
    <button type="button" className={`${outlined.button} ${classes.action}`} onClick={onPress}>
      {name}
      <HiddenText> for {which}</HiddenText>
    </button>
  )
}

/** Identifies a payment: its receipt number, or else its amount, outcome and time. */
function about({ receipt_number: receipt, status, amount }: ReportRow, at: string): string {
  return receipt || `${dollarsOf(amount)}, ${staffStatuses[status].toLowerCase()}, ${at}`
}
