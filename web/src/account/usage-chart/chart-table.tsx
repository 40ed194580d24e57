import { Cell, ColumnHead, RowHead, Table, TableBody, TableHead, TableRow } from '#ui/table/table.tsx'
import { t } from '#ui/text/t.ts'
import { type Bar, type ChartUnit, knowsYearBefore } from './chart-labels.ts'
import classes from './chart-table.module.css'

interface ChartTableProps {
  readonly title: string
  readonly bars: readonly Bar[]
  /** The heading of the labels' column. */
  readonly labelColumn?: string
  /** The heading of the values' column, such as `Gallons`. */
  readonly valueColumn: string
  readonly unit: ChartUnit
}

/** The values of a chart as a table, collapsed at first: for screen readers, and for copying. */
export function ChartTable({ title, bars, labelColumn = t('Month'), valueColumn, unit }: ChartTableProps) {
  const isCompared = knowsYearBefore(bars)
  const written = (value: number | null) => (value === null ? t('No reading') : unit.plain(value))
  return (
    <details className={classes.details}>
      <summary>{t('Show as a table')}</summary>
      <Table className={classes.table}>
        <caption>{title}</caption>
        <TableHead>
          <ColumnHead>{labelColumn}</ColumnHead>
          <ColumnHead>{valueColumn}</ColumnHead>
          {isCompared ? <ColumnHead>{t('Year before')}</ColumnHead> : null}
        </TableHead>
        <TableBody>
          {bars.map(({ label, value, before }) => (
            <TableRow key={label.full}>
              <RowHead>{label.full}</RowHead>
              <Cell>{written(value)}</Cell>
              {isCompared ? <Cell>{written(before)}</Cell> : null}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </details>
  )
}
