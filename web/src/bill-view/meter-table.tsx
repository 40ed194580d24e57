import { tableRoles } from '#ui/table-roles.ts'
import { meterColumnNames, meterColumns, type MeterRow } from './meter-columns.ts'
import classes from './meter-table.module.css'

/** The meter readings (C§2.7). */
export function MeterTable({ rows }: { readonly rows: readonly MeterRow[] }) {
  return (
    <section className={classes.meters}>
      <h2 id="meter-readings">Meter readings</h2>
      <table {...tableRoles.table} className={classes.table} aria-labelledby="meter-readings">
        <thead {...tableRoles.rows}>
          <tr {...tableRoles.row}>
            {meterColumnNames.map((name) => (
              <th key={name} {...tableRoles.columnHead}>
                {meterColumns[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...tableRoles.rows}>
          {rows.map((row) => (
            <tr key={row.key} {...tableRoles.row}>
              {meterColumnNames.map((name) => (
                <td key={name} {...tableRoles.cell} data-label={meterColumns[name]}>
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
