import { answerFromWorker, type PdfRequest } from '#pdf/worker.ts'
import type { PrintedBill } from '../printed-bill.ts'
import { makeBillPdf } from './bill-pdf.ts'
declare const self: DedicatedWorkerGlobalScope

self.addEventListener('message', (event: MessageEvent<PdfRequest<PrintedBill>>) => {
  void answerFromWorker(event.data, makeBillPdf)
})
