import { CardFrame, Cell, ColumnHead, Table, TableBody, TableHead, TableRow } from '#ui/table/table.tsx'
import { meterColumnNames, meterColumns, type MeterRow } from './meter-columns.ts'
import classes from './meter-table.module.css'

/** The meter readings (C§2.7). */
export function MeterTable({ rows }: { readonly rows: readonly MeterRow[] }) {
  return (
    <section className={classes.meters}>
      <h2 id="meter-readings">Meter readings</h2>
      <CardFrame className={classes.frame}>
        <Table className={classes.table} aria-labelledby="meter-readings">
          <TableHead>
            {meterColumnNames.map((name) => (
              <ColumnHead key={name} data-column={name}>
                {meterColumns[name]}
              </ColumnHead>
            ))}
          </TableHead>
          <TableBody>
            {rows.map((row) => (
              <TableRow key={row.key}>
                {meterColumnNames.map((name) => (
                  <Cell key={name} data-column={name} label={meterColumns[name]}>
                    {row[name]}
                  </Cell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </CardFrame>
    </section>
  )
}
