import { tableRoles } from '#ui/table-roles.ts'
import type { Bar, ChartUnit } from './bar-chart.tsx'
import classes from './chart-table.module.css'

interface ChartTableProps {
  readonly title: string
  readonly bars: readonly Bar[]
  /** The head of the column of labels; they are months unless told. */
  readonly labelColumn?: string
  /** The head of the column of values, `Gallons`. */
  readonly valueColumn: string
  readonly unit: ChartUnit
}

/** The values of a chart as a table, folded away until somebody wants them: for keyboards, screen readers and copying. */
export function ChartTable({ title, bars, labelColumn = 'Month', valueColumn, unit }: ChartTableProps) {
  return (
    <details className={classes.details}>
      <summary>Show the values as a table</summary>
      <table {...tableRoles.table} className={classes.table}>
        <caption>{title}</caption>
        <thead {...tableRoles.rows}>
          <tr {...tableRoles.row}>
            <th {...tableRoles.columnHead}>{labelColumn}</th>
            <th {...tableRoles.columnHead}>{valueColumn}</th>
          </tr>
        </thead>
        <tbody {...tableRoles.rows}>
          {bars.map(({ label, value }) => (
            <tr key={label.full} {...tableRoles.row}>
              <th {...tableRoles.rowHead}>{label.full}</th>
              <td {...tableRoles.cell}>{value === null ? 'Not measured' : unit.plain(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
