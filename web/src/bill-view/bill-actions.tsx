import { billViewTexts } from '@portal/contract/bill-view-texts'
import { instantOf } from '@portal/contract/dates'
import { startTransition, useActionState } from 'react'
import { usePortalStart } from '#session/portal-start.tsx'
import { Button } from '#ui/button.tsx'
import { DownloadIcon, PrintIcon } from '#ui/icons.tsx'
import { BackToBills } from './back-to-bills.tsx'
import classes from './bill-actions.module.css'
import { billFileName } from './bill-file-name.ts'
import type { PrintedBill } from './printed-bill.ts'

type Saved = 'not yet' | 'saved' | 'failed'

const words: Readonly<Record<Saved, string>> = {
  'not yet': '',
  saved: 'The file was saved to your downloads.',
  failed: 'The file could not be made. You can print this page instead.',
}

/** Download (PDF), Print, and Go Back to My Bills (C§2.7). */
export function BillActions({ bill }: { readonly bill: PrintedBill }) {
  const { profile } = usePortalStart()
  const [saved, save, isSaving] = useActionState<Saved>(async () => {
    try {
      // The PDF library is larger than the rest of the page, so it is only loaded when needed.
      const { saveBill } = await import('./pdf/save-bill.ts')
      await saveBill(bill, billFileName(profile, instantOf(Date.now())))
      return 'saved'
    } catch {
      return 'failed'
    }
  }, 'not yet')
  return (
    <div className={classes.actions} data-no-print>
      <BackToBills account={bill.accountId} />
      <Button icon={<DownloadIcon />} busy={isSaving} onClick={() => startTransition(save)}>
        {billViewTexts.download}
      </Button>
      <Button look="secondary" icon={<PrintIcon />} onClick={() => window.print()}>
        Print
      </Button>
      <p role="status" className={classes.saved}>
        {isSaving ? '' : words[saved]}
      </p>
    </div>
  )
}
