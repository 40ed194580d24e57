import { type Checkout, mayBeTriedAgain, receiptFileName } from '@portal/contract/checkout'
import { paymentTexts } from '@portal/contract/payments'
import { usePortalStart } from '#api/portal-start.tsx'
import { usePdf } from '#pdf/use-pdf.ts'
import type { Look } from '#ui/button/button.tsx'
import { SaveOrPrint } from '#ui/button/save-or-print.tsx'
import workerUrl from '../receipt/receipt-worker.ts?worker&url'
import type { Receipt } from '../receipt/receipt.ts'
import { GoBack } from './go-back.tsx'
import { usePayer } from './use-payer.ts'
import classes from './result.module.css'

interface ReceiptActionsProps {
  readonly receipt: Receipt
  /** Null when the payment never reached the server. */
  readonly checkout: Checkout | null
}

/**
 * The buttons of a result (C§2.8): Go Back comes first where it leads to another attempt, and for a clerk to the next
 * caller; otherwise the receipt.
 */
export function ReceiptActions({ receipt, checkout }: ReceiptActionsProps) {
  const isPhonedIn = usePayer() === 'admin'
  const leadsOn = isPhonedIn || mayBeTriedAgain(receipt.outcome)
  return (
    <div className={classes.actions} data-no-print>
      {leadsOn ? <GoBack look="primary" /> : null}
      <ReceiptButtons receipt={receipt} checkout={checkout} look={leadsOn ? 'secondary' : 'primary'} />
      {leadsOn ? null : <GoBack />}
    </div>
  )
}

/** 'Save this as PDF file' and Print. */
function ReceiptButtons({ receipt, checkout, look }: ReceiptActionsProps & { readonly look: Look }) {
  const { profile } = usePortalStart()
  const savePdf = usePdf(workerUrl, receipt)
  const save = async () => await savePdf(receiptFileName(profile.receiptFilePrefix, checkout))
  return <SaveOrPrint name={paymentTexts.saveAsPdf} look={look} save={save} />
}
