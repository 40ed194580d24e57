import { Cell, ColumnHead, RowHead, Table, TableBody, TableFoot, TableHead, TableRow } from '#ui/table/table.tsx'
import { Facts } from './facts.tsx'
import type { PrintedSegment } from './printed-segments.ts'
import classes from './segment-charges.module.css'

/** The charges of one service and period, with their total (C§2.7). */
export function SegmentCharges({ segment }: { readonly segment: PrintedSegment }) {
  return (
    <section className={classes.segment}>
      <h3>{segment.title}</h3>
      <Facts
        facts={[
          { term: 'Service location', value: segment.serviceLocation },
          { term: 'Billing period', value: segment.period },
          { term: 'Date applied', value: segment.dateApplied },
        ]}
      />
      {segment.remarks.map((remark) => (
        <p key={remark} className={classes.remark}>
          {remark}
        </p>
      ))}
      <Table className={classes.lines} aria-label={segment.title}>
        <TableHead>
          <ColumnHead>Charge</ColumnHead>
          <ColumnHead>Amount</ColumnHead>
        </TableHead>
        <TableBody>
          {segment.lines.map(({ key, description, amount }) => (
            <TableRow key={key}>
              <RowHead>{description}</RowHead>
              <Cell>{amount}</Cell>
            </TableRow>
          ))}
        </TableBody>
        <TableFoot>
          <TableRow>
            <RowHead>Total charges</RowHead>
            <Cell>{segment.total}</Cell>
          </TableRow>
        </TableFoot>
      </Table>
    </section>
  )
}
