import { answerFromWorker } from '#pdf/answer-from-worker.ts'
import { makeReceiptPdf } from './receipt-pdf.ts'

answerFromWorker(makeReceiptPdf)
