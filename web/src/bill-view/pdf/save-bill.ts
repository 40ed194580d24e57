import { savePdf } from '#pdf/save-pdf.ts'
import type { PrintedBill } from '../printed-bill.ts'
import workerUrl from './bill-worker.ts?worker&url'

/**
 * Makes the PDF file of a bill in the background and hands it to the browser to save.
 * @throws Error when it could not be made
 */
export async function saveBill(bill: PrintedBill, fileName: string): Promise<void> {
  await savePdf(workerUrl, bill, fileName)
}
