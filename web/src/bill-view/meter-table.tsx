import { meterColumnNames, meterColumns, type MeterRow } from './meter-columns.ts'
import classes from './meter-table.module.css'

/** On a narrow screen each reading is a card, and browsers drop what a table means when it is not laid out as one. */
const roles = {
  table: { role: 'table' },
  rows: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const

/** The meter readings (C§2.7). */
export function MeterTable({ rows }: { readonly rows: readonly MeterRow[] }) {
  return (
    <section className={classes.meters}>
      <h2>Meter readings</h2>
      <table {...roles.table} className={classes.table}>
        <thead {...roles.rows}>
          <tr {...roles.row}>
            {meterColumnNames.map((name) => (
              <th key={name} {...roles.head} scope="col">
                {meterColumns[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roles.rows}>
          {rows.map((row) => (
            <tr key={row.key} {...roles.row}>
              {meterColumnNames.map((name) => (
                <td key={name} {...roles.cell} data-label={meterColumns[name]}>
                  {row[name]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
