import { savePdf } from '#pdf/save-pdf.ts'
import type { PrintedBill } from '../printed-bill.ts'
import workerUrl from './bill-worker.ts?worker&url'

/**
 * Makes the PDF file of a bill in a worker and lets the browser save it.
 * @throws Error when it could not be made
 */
export async function saveBill(bill: PrintedBill, fileName: string): Promise<void> {
  await savePdf(workerUrl, bill, fileName)
}
