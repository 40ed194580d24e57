import { tableRoles } from '#ui/table-roles.ts'
import { Facts } from './facts.tsx'
import type { PrintedSegment } from './printed-segments.ts'
import classes from './segment-charges.module.css'

/** The charge lines of one service and period, with their sum (C§2.7). */
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
      <table {...tableRoles.table} className={classes.lines} aria-label={segment.title}>
        <thead {...tableRoles.rows}>
          <tr {...tableRoles.row}>
            <th {...tableRoles.columnHead}>Charge</th>
            <th {...tableRoles.columnHead}>Amount</th>
          </tr>
        </thead>
        <tbody {...tableRoles.rows}>
          {segment.lines.map(({ key, description, amount }) => (
            <tr key={key} {...tableRoles.row}>
              <th {...tableRoles.rowHead}>{description}</th>
              <td {...tableRoles.cell}>{amount}</td>
            </tr>
          ))}
        </tbody>
        <tfoot {...tableRoles.rows}>
          <tr {...tableRoles.row}>
            <th {...tableRoles.rowHead}>Total of these charges</th>
            <td {...tableRoles.cell}>{segment.total}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
