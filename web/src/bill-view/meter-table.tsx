import { CardFrame, Cell, ColumnHead, RowHead, Table, TableBody, TableHead, TableRow } from '#ui/table/table.tsx'
import { t } from '#ui/text/t.ts'
import { meterColumns, type MeterRow } from './printed-meters.ts'
import classes from './meter-table.module.css'

/** The meter readings (C§2.7). */
export function MeterTable({ rows }: { readonly rows: readonly MeterRow[] }) {
  return (
    <section className={classes.meters}>
      <h2 id="meter-readings">{t('Meter readings')}</h2>
      <CardFrame className={classes.frame}>
        <Table className={classes.table} aria-labelledby="meter-readings">
          <TableHead>
            {meterColumns.map(({ name, heading }) => (
              <ColumnHead key={name} data-column={name}>
                {heading}
              </ColumnHead>
            ))}
          </TableHead>
          <TableBody>
            {rows.map((row) => (
              <TableRow key={row.key}>
                {meterColumns.map(({ name, heading }, at) =>
                  at === 0 ? (
                    <RowHead key={name} data-column={name} data-label={heading}>
                      {row[name]}
                    </RowHead>
                  ) : (
                    <Cell key={name} data-column={name} label={heading}>
                      {row[name]}
                    </Cell>
                  ),
                )}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </CardFrame>
    </section>
  )
}
