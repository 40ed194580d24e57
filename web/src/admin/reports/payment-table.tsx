import type { ReportRow } from '@portal/contract/reports'
import { reportColumns, type ReportSort, reportSorts, reportsTexts } from '@portal/contract/reports-texts'
import { SelectField } from '#ui/form/field.tsx'
import { CardFrame, ColumnHead, Table, TableBody, TableHead } from '#ui/table/table.tsx'
import { SortHeader } from '../view-parts/sort-header.tsx'
import { PaymentRow } from './payment-row.tsx'
import type { AskedReport } from './report-address.ts'
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
      <p className={classes.hint}>Scroll right for more columns.</p>
      {/* A scrolling region must be reachable by keyboard (WCAG 2.1.1). */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="region" aria-label="Search payments" tabIndex={0} className={classes.scroll}>
        <Table className={classes.table} aria-label={reportsTexts.title} aria-busy={isPending || undefined}>
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
            <ColumnHead>Actions</ColumnHead>
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
  { value: 'newest', label: 'Newest first', sort: 'payment_date', direction: 'desc' },
  { value: 'oldest', label: 'Oldest first', sort: 'payment_date', direction: 'asc' },
  { value: 'largest', label: 'Largest amount first', sort: 'amount', direction: 'desc' },
  { value: 'smallest', label: 'Smallest amount first', sort: 'amount', direction: 'asc' },
]

/** For phones, where there are no column headings to press. */
function SortChoice({ sort, direction, onSort }: Order & Pick<PaymentTableProps, 'onSort'>) {
  return (
    <div className={classes.sortChoice}>
      <SelectField
        label="Sort by"
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
