import { savePdf } from '#pdf/save-pdf.ts'
import workerUrl from './receipt-worker.ts?worker&url'
import type { Receipt } from './receipt.ts'

/**
 * Makes the PDF file of a receipt in a worker and lets the browser save it.
 * @throws Error when it could not be made
 */
export async function saveReceipt(receipt: Receipt, fileName: string): Promise<void> {
  await savePdf(workerUrl, receipt, fileName)
}
