import { answerFromWorker, type PdfRequest } from '#pdf/worker.ts'
import type { Receipt } from './receipt-content.ts'
import { makeReceiptPdf } from './receipt-pdf.ts'

declare const self: DedicatedWorkerGlobalScope

self.addEventListener('message', (event: MessageEvent<PdfRequest<Receipt>>) => {
  void answerFromWorker(event.data, makeReceiptPdf)
})
