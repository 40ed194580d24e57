import type { FoundPayments } from '@portal/contract/reports'
import { reportTotals } from '@portal/contract/reports-texts'
import { groupThousands } from '@portal/contract/text'
import { dollarsOf } from '../payments/dollars-of.ts'
import box from '#ui/page/card.module.css'
import classes from './totals.module.css'

/** The totals of the whole result, whichever page is shown (A§3); counts with thousands separators (A§9). */
export function Totals({ found }: { readonly found: FoundPayments }) {
  const figures = [
    { name: reportTotals.sumOnline, figure: dollarsOf(found.sumOnline) },
    { name: reportTotals.totalOnline, figure: groupThousands(found.totalOnline) },
    { name: reportTotals.sumPhonedin, figure: dollarsOf(found.sumPhonedin) },
    { name: reportTotals.totalPhonedIn, figure: groupThousands(found.totalPhonedIn) },
  ]
  return (
    <div className={classes.totals}>
      <dl className={classes.figures}>
        {figures.map(({ name, figure }) => (
          <div key={name} className={box.box}>
            <dt>{name}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.note}>Total charged, excluding refunds. Covers all pages of this list.</p>
    </div>
  )
}
