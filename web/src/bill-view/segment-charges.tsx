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
      <table className={classes.lines}>
        <thead>
          <tr>
            <th scope="col">Charge</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {segment.lines.map(({ key, description, amount }) => (
            <tr key={key}>
              <th scope="row">{description}</th>
              <td>{amount}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total of these charges</th>
            <td>{segment.total}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
