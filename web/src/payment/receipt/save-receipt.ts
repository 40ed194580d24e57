import { startWorker } from '#ui/worker.ts'
import type { Receipt } from './receipt.ts'
import type { ReceiptAnswer } from './receipt-worker.ts'
import workerUrl from './receipt-worker.ts?worker&url'

/**
 * Makes the PDF file of a receipt in the background and hands it to the browser to save.
 * @throws Error when it could not be made
 */
export async function saveReceipt(receipt: Receipt, fileName: string): Promise<void> {
  const pdf = await pdfOf(receipt)
  const url = URL.createObjectURL(pdf)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser has taken the file by the next turn; the address must not outlive it.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}

async function pdfOf(receipt: Receipt): Promise<Blob> {
  const worker = startWorker(workerUrl)
  try {
    const answer = await new Promise<ReceiptAnswer>((resolve, reject) => {
      worker.addEventListener('message', (event: MessageEvent<ReceiptAnswer>) => resolve(event.data))
      worker.addEventListener('error', () => reject(new Error('The receipt could not be made')))
      worker.postMessage(receipt)
    })
    if ('failed' in answer) throw new Error('The receipt could not be made')
    return answer.pdf
  } finally {
    worker.terminate()
  }
}
