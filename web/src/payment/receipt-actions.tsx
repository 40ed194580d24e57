import { paymentTexts, receiptFileName } from '@portal/contract/payments'
import { useMutation } from '@tanstack/react-query'
import { usePortalStart } from '#session/portal-start.tsx'
import { Button } from '#ui/button.tsx'
import { DownloadIcon, PrintIcon } from '#ui/icons.tsx'
import type { Receipt } from './receipt/receipt.ts'
import classes from './result.module.css'

interface ReceiptActionsProps {
  readonly receipt: Receipt
  readonly receiptNumber: string | null
}

/** 'Save this as PDF file' and Print. */
export function ReceiptActions({ receipt, receiptNumber }: ReceiptActionsProps) {
  const { profile } = usePortalStart()
  const save = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      // The PDF library is larger than the rest of the page; it is loaded when somebody wants it.
      const { saveReceipt } = await import('./receipt/save-receipt.ts')
      await saveReceipt(receipt, receiptFileName(profile.receiptFilePrefix, receiptNumber))
    },
  })
  return (
    <>
      <Button icon={<DownloadIcon />} busy={save.isPending} onClick={() => save.mutate()}>
        {paymentTexts.saveAsPdf}
      </Button>
      <Button look="secondary" icon={<PrintIcon />} onClick={() => window.print()}>
        Print
      </Button>
      <p role="status" className={classes.saved}>
        {save.isSuccess ? 'The file was saved to your downloads.' : ''}
        {save.isError ? 'The file could not be made. You can print this page instead.' : ''}
      </p>
    </>
  )
}
