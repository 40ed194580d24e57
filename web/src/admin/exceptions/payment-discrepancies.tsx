import { formatDate } from '@portal/contract/dates'
import { type OpenDiscrepancy, discrepancyKinds } from '@portal/contract/discrepancies'
import { exceptionsTexts } from '@portal/contract/exceptions-texts'
import { useState } from 'react'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { dollarsOf } from '../payments/dollars-of.ts'
import { books } from './books.ts'
import { ResolveDiscrepancy } from './resolve-discrepancy.tsx'
import outlined from '#ui/button/outlined-button.module.css'
import classes from './exceptions.module.css'

/** What the books disagree about in a payment, the oldest first. Each can be resolved here as in the list. */
export function PaymentDiscrepancies({ discrepancies }: { readonly discrepancies: readonly OpenDiscrepancy[] }) {
  // Still shown when it is resolved and so no longer among them: then its dialog says so.
  const [open, setOpen] = useState<OpenDiscrepancy | null>(null)
  return (
    <>
      {discrepancies.map((discrepancy) => (
        <Notice key={discrepancy.id} tone="warning" title={discrepancyKinds[discrepancy.kind].meaning}>
          <p>
            {discrepancy.subject}. {discrepancy.detail}
          </p>
          <p>
            {formatDate(discrepancy.day)}: {figuresOf(discrepancy)}
          </p>
          <div className={classes.answers} data-no-print>
            <button type="button" className={outlined.button} onClick={() => setOpen(discrepancy)}>
              {exceptionsTexts.resolve}
              <HiddenText>: {discrepancy.subject}</HiddenText>
            </button>
          </div>
        </Notice>
      ))}
      {open ? <ResolveDiscrepancy discrepancy={open} onClose={() => setOpen(null)} /> : null}
    </>
  )
}

/** Such as 'Gateway $42.50, Portal $40.00'; a book that says nothing is left out. */
function figuresOf(discrepancy: OpenDiscrepancy): string {
  return books
    .filter(({ key }) => discrepancy[key] !== null)
    .map(({ key, name }) => `${name} ${dollarsOf(discrepancy[key])}`)
    .join(', ')
}
