import { billViewTexts } from '@portal/contract/bill-view-texts'
import { instantOf } from '@portal/contract/dates'
import { usePortalStart } from '#api/portal-start.tsx'
import { usePdf } from '#pdf/use-pdf.ts'
import { SaveOrPrint } from '#ui/button/save-or-print.tsx'
import { BackToBills } from './back-to-bills.tsx'
import { billFileName } from './bill-file-name.ts'
import workerUrl from './pdf/bill-worker.ts?worker&url'
import type { PrintedBill } from './printed-bill.ts'
import classes from './bill-actions.module.css'

/** Download (PDF), Print, and Go Back to My Bills (C§2.7). */
export function BillActions({ bill }: { readonly bill: PrintedBill }) {
  const { profile } = usePortalStart()
  const savePdf = usePdf(workerUrl, bill)
  const save = async () => await savePdf(billFileName(profile, instantOf(Date.now())))
  return (
    <div className={classes.actions} data-no-print>
      <BackToBills account={bill.accountId} />
      <SaveOrPrint name={billViewTexts.download} save={save} />
    </div>
  )
}
