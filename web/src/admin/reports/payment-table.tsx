import { formatInstant } from '@portal/contract/dates'
import {
  type ReportRow,
  type ReportSort,
  reportColumns,
  reportSorts,
  reportsTexts,
  staffStatuses,
} from '@portal/contract/reports'
import { usePortalStart } from '#api/portal-start.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { CardFrame, SortHeader } from '#ui/table/table.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { t } from '#ui/text/t.ts'
import { type Column, ColumnTable } from '../lists/list-table.tsx'
import { dollarsOf } from '../payments/payment-parts.tsx'
import { columns, columnsOf } from './columns.tsx'
import type { ReportRequest } from './report-address.ts'
import outlined from '#ui/button/outlined-button.module.css'
import classes from './payment-table.module.css'

type Order = Pick<ReportRequest, 'sort' | 'direction'>

interface ShownColumn extends Column<ReportRow> {
  /** None for the buttons. */
  readonly id?: string
}

interface PaymentTableProps extends Order {
  readonly rows: readonly ReportRow[]
  /** Another page is being fetched; this one stays until it has arrived. */
  readonly isPending: boolean
  readonly onSort: (order: Order) => void
  readonly onDetails: (row: ReportRow) => void
  readonly onLog: (row: ReportRow) => void
}

/**
 * A page of payments with every column of A§3: a wide table in a scrolling region, or cards on phones, where Details
 * has the columns that do not fit.
 */
export function PaymentTable({ rows, sort, direction, isPending, onSort, onDetails, onLog }: PaymentTableProps) {
  const turn = (column: ReportSort) =>
    onSort({ sort: column, direction: sort === column && direction === 'desc' ? 'asc' : 'desc' })
  const names = columnsOf(usePortalStart())
  const shown = shownColumns(names, { onDetails, onLog })
  return (
    <CardFrame className={classes.frame}>
      <SortChoice sort={sort} direction={direction} onSort={onSort} />
      {/* A scrolling region must be reachable by keyboard (WCAG 2.1.1). */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="region" aria-label={t('Payments')} tabIndex={0} className={classes.scroll}>
        <ColumnTable
          className={classes.table}
          aria-label={t(reportsTexts.title)}
          aria-busy={isPending || undefined}
          columns={shown}
          rows={rows}
          keyOf={({ id }) => id}
          heading={sortHeaders({ sort, direction }, turn)}
        />
      </div>
      <p className={classes.hint}>{t('Scroll right for more columns.')}</p>
    </CardFrame>
  )
}

type RowHandlers = Pick<PaymentTableProps, 'onDetails' | 'onLog'>

function shownColumns(names: ReturnType<typeof columnsOf>, { onDetails, onLog }: RowHandlers): readonly ShownColumn[] {
  return [
    ...names.map((id) => ({ ...columns[id], name: t(reportColumns[id]), id })),
    {
      name: t('Actions'),
      isPlain: true,
      value: (row) => <RowActions row={row} onDetails={() => onDetails(row)} onLog={() => onLog(row)} />,
    },
  ]
}

function sortHeaders({ sort, direction }: Order, onSort: (column: ReportSort) => void) {
  return ({ id, name }: ShownColumn) =>
    id !== undefined && isSort(id) ? (
      <SortHeader
        name={name}
        isAmount={id === 'amount'}
        direction={sort === id ? words[direction] : null}
        onSort={() => onSort(id)}
      />
    ) : null
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

interface RowActionsProps {
  readonly row: ReportRow
  readonly onDetails: () => void
  readonly onLog: () => void
}

function RowActions({ row, onDetails, onLog }: RowActionsProps) {
  const { profile } = usePortalStart()
  const which = about(row, formatInstant(profile, row.payment_date))
  return (
    <div className={classes.actions}>
      <Action name={t(reportsTexts.details)} about={which} onPress={onDetails} />
      <Action name={t(reportsTexts.showLog)} about={which} onPress={onLog} />
    </div>
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
  const outcome = t(staffStatuses[status]).toLowerCase()
  return receipt || t('{amount}, {outcome}, {at}', { amount: dollarsOf(amount), outcome, at })
}
