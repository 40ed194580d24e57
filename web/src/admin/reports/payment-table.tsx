import { formatInstant } from '@portal/contract/dates'
import {
  type ReportRow,
  type ReportSort,
  ccbStatuses,
  reportColumns,
  reportSorts,
  reportsTexts,
  staffStatuses,
} from '@portal/contract/reports'
import { usePortalStart } from '#api/portal-start.tsx'
import { SelectField } from '#ui/form/field.tsx'
import {
  CardFrame,
  Cell,
  ColumnHead,
  RowHead,
  SortHeader,
  Table,
  TableBody,
  TableHead,
  TableRow,
} from '#ui/table/table.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { t } from '#ui/text/t.ts'
import { dollarsOf } from '../payments/payment-parts.tsx'
import { cardOf, Status } from './columns.tsx'
import type { AskedReport } from './report-address.ts'
import outlined from '#ui/button/outlined-button.module.css'
import classes from './payment-table.module.css'

type Order = Pick<AskedReport, 'sort' | 'direction'>

interface PaymentTableProps extends Order {
  readonly rows: readonly ReportRow[]
  /** Another page is being fetched; this one stays until it has arrived. */
  readonly isPending: boolean
  readonly onSort: (order: Order) => void
  readonly onDetails: (row: ReportRow) => void
  readonly onLog: (row: ReportRow) => void
}

const names = Object.entries(reportColumns)

/**
 * A page of payments with every column of A§3: a wide table in a scrolling region, or cards on phones, where Details
 * has the columns that do not fit.
 */
export function PaymentTable({ rows, sort, direction, isPending, onSort, onDetails, onLog }: PaymentTableProps) {
  const turn = (column: ReportSort) =>
    onSort({ sort: column, direction: sort === column && direction === 'desc' ? 'asc' : 'desc' })
  return (
    <CardFrame className={classes.frame}>
      <SortChoice sort={sort} direction={direction} onSort={onSort} />
      <p className={classes.hint}>{t('Scroll right for more columns.')}</p>
      {/* A scrolling region must be reachable by keyboard (WCAG 2.1.1). */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="region" aria-label={t('Payments')} tabIndex={0} className={classes.scroll}>
        <Table className={classes.table} aria-label={t(reportsTexts.title)} aria-busy={isPending || undefined}>
          <TableHead>
            {names.map(([column, name]) =>
              isSort(column) ? (
                <SortHeader
                  key={column}
                  name={name}
                  isAmount={column === 'amount'}
                  direction={sort === column ? words[direction] : null}
                  onSort={() => turn(column)}
                />
              ) : (
                <ColumnHead key={column}>{name}</ColumnHead>
              ),
            )}
            <ColumnHead>{t('Actions')}</ColumnHead>
          </TableHead>
          <TableBody>
            {rows.map((row) => (
              <PaymentRow key={row.id} row={row} onDetails={() => onDetails(row)} onLog={() => onLog(row)} />
            ))}
          </TableBody>
        </Table>
      </div>
    </CardFrame>
  )
}

const words = { asc: 'ascending', desc: 'descending' } as const

function isSort(column: string): column is ReportSort {
  return reportSorts.some((sort) => sort === column)
}

const orders: readonly (Order & { readonly value: string; readonly label: string })[] = [
  { value: 'newest', label: t('Newest first'), sort: 'payment_date', direction: 'desc' },
  { value: 'oldest', label: t('Oldest first'), sort: 'payment_date', direction: 'asc' },
  { value: 'largest', label: t('Largest amount first'), sort: 'amount', direction: 'desc' },
  { value: 'smallest', label: t('Smallest amount first'), sort: 'amount', direction: 'asc' },
]

/** For phones, where there are no column headings to press. */
function SortChoice({ sort, direction, onSort }: Order & Pick<PaymentTableProps, 'onSort'>) {
  return (
    <div className={classes.sortChoice}>
      <SelectField
        label={t('Sort by')}
        data={orders}
        value={orders.find((order) => order.sort === sort && order.direction === direction)?.value}
        onChange={(event) => {
          const chosen = orders.find(({ value }) => value === event.currentTarget.value)
          if (chosen) onSort({ sort: chosen.sort, direction: chosen.direction })
        }}
      />
    </div>
  )
}

interface PaymentRowProps {
  readonly row: ReportRow
  readonly onDetails: () => void
  readonly onLog: () => void
}

/** One payment in the table (A§3 Transaction report row). */
export function PaymentRow({ row, onDetails, onLog }: PaymentRowProps) {
  const { profile } = usePortalStart()
  const at = formatInstant(profile, row.payment_date)
  return (
    <TableRow>
      <RowHead>
        <time dateTime={row.payment_date}>{at}</time>
      </RowHead>
      <Cell label={t(reportColumns.receipt_number)}>{row.receipt_number}</Cell>
      <Cell label={t(reportColumns.accountId)}>{row.accountId}</Cell>
      <Cell data-amount>{dollarsOf(row.amount)}</Cell>
      <Cell className={classes.status}>
        <Status status={row.status} />
      </Cell>
      <Cell label={t(reportColumns.mode)}>{row.mode}</Cell>
      <Cell label={t(reportColumns.username)} className={classes.username}>
        {row.username}
      </Cell>
      <Cell label={t(reportColumns.card)} className={classes.card}>
        {cardOf(row)}
      </Cell>
      <Cell data-rare>{row.auth_no}</Cell>
      <Cell data-rare>{row.count}</Cell>
      <Cell data-rare>{row.transaction_tag}</Cell>
      <Cell data-rare>{row.pay_eezy_seq_num}</Cell>
      <Cell data-rare>{row.process_message}</Cell>
      <Cell data-rare>{row.bank_response}</Cell>
      <Cell data-rare>{t(ccbStatuses[row.ccb_status])}</Cell>
      <Cell data-rare>{row.id}</Cell>
      <Cell>
        <div className={classes.actions}>
          <Action name={t(reportsTexts.details)} about={about(row, at)} onPress={onDetails} />
          <Action name={t(reportsTexts.showLog)} about={about(row, at)} onPress={onLog} />
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
      <HiddenText> {t('for {which}', { which })}</HiddenText>
    </button>
  )
}

/** Identifies a payment: its receipt number, or else its amount, outcome and time. */
function about({ receipt_number: receipt, status, amount }: ReportRow, at: string): string {
  return receipt || `${dollarsOf(amount)}, ${staffStatuses[status].toLowerCase()}, ${at}`
}
