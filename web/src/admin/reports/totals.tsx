import type { FoundPayments } from '@portal/contract/reports'
import { reportTotals } from '@portal/contract/reports-texts'
import { dollarsOf } from '../dollars-of.ts'
import classes from './totals.module.css'

/** Counts with thousands separators (A§9). */
const counts = new Intl.NumberFormat('en-US')

/** The totals of the whole result, whichever page is shown (A§3). */
export function Totals({ found }: { readonly found: FoundPayments }) {
  const figures = [
    { name: reportTotals.sumOnline, figure: dollarsOf(found.sumOnline) },
    { name: reportTotals.totalOnline, figure: counts.format(found.totalOnline) },
    { name: reportTotals.sumPhonedin, figure: dollarsOf(found.sumPhonedin) },
    { name: reportTotals.totalPhonedIn, figure: counts.format(found.totalPhonedIn) },
  ]
  return (
    <div className={classes.totals}>
      <dl className={classes.figures}>
        {figures.map(({ name, figure }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.note}>Of all pages of this list: what was charged and not given back.</p>
    </div>
  )
}
