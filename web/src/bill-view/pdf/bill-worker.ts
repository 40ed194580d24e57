import { answerFromWorker } from '#pdf/answer-from-worker.ts'
import { makeBillPdf } from './bill-pdf.ts'

answerFromWorker(makeBillPdf)
