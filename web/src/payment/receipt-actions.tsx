import { type Checkout, mayBeTriedAgain, paymentTexts, receiptFileName } from '@portal/contract/payments'
import { useState } from 'react'
import { usePortalStart } from '#session/portal-start.tsx'
import { Button, type Look } from '#ui/button.tsx'
import { DownloadIcon, PrintIcon } from '#ui/icons.tsx'
import { GoBack } from './go-back.tsx'
import type { Receipt } from './receipt/receipt.ts'
import classes from './result.module.css'

interface ReceiptActionsProps {
  readonly receipt: Receipt
  /** Null when the payment never reached the server. */
  readonly checkout: Checkout | null
}

/** The buttons below a result (C§2.8): Go Back comes first where it leads to another attempt, otherwise the receipt. */
export function ReceiptActions({ receipt, checkout }: ReceiptActionsProps) {
  const canTryAgain = mayBeTriedAgain(receipt.outcome)
  return (
    <div className={classes.actions} data-no-print>
      {canTryAgain ? <GoBack look="primary" /> : null}
      <KeepReceipt receipt={receipt} checkout={checkout} look={canTryAgain ? 'secondary' : 'primary'} />
      {canTryAgain ? null : <GoBack />}
    </div>
  )
}

/** 'Save this as PDF file' and Print. */
function KeepReceipt({ receipt, checkout, look }: ReceiptActionsProps & { readonly look: Look }) {
  const { profile } = usePortalStart()
  const [saving, setSaving] = useState<'busy' | 'saved' | 'failed' | null>(null)
  const save = async () => {
    setSaving('busy')
    try {
      // The PDF library is larger than the rest of the page, so it is only loaded when needed.
      const { saveReceipt } = await import('./receipt/save-receipt.ts')
      await saveReceipt(receipt, receiptFileName(profile.receiptFilePrefix, checkout))
      setSaving('saved')
    } catch {
      setSaving('failed')
    }
  }
  return (
    <>
      <Button look={look} icon={<DownloadIcon />} busy={saving === 'busy'} onClick={() => void save()}>
        {paymentTexts.saveAsPdf}
      </Button>
      <Button look="secondary" icon={<PrintIcon />} onClick={() => window.print()}>
        Print
      </Button>
      <p role="status" className={classes.saved}>
        {saving === 'saved' ? 'The file was saved to your downloads.' : ''}
        {saving === 'failed' ? 'The file could not be made. You can print this page instead.' : ''}
      </p>
    </>
  )
}
