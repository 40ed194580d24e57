import { startWorker } from '#ui/worker.ts'
import type { PdfAnswer } from './answer-from-worker.ts'

/**
 * Lets a worker make a file and hands it to the browser to save.
 * @param workerUrl of a worker that calls `answerFromWorker`
 * @throws Error when it could not be made
 */
export async function savePdf(workerUrl: string, content: unknown, fileName: string): Promise<void> {
  const pdf = await pdfOf(workerUrl, content)
  const url = URL.createObjectURL(pdf)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser has taken the file by the next turn; the address must not outlive it.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}

async function pdfOf(workerUrl: string, content: unknown): Promise<Blob> {
  const worker = startWorker(workerUrl)
  try {
    const answer = await new Promise<PdfAnswer>((resolve, reject) => {
      worker.addEventListener('message', (event: MessageEvent<PdfAnswer>) => resolve(event.data))
      worker.addEventListener('error', () => reject(new Error('The file could not be made')))
      worker.postMessage(content)
    })
    if ('failed' in answer) throw new Error('The file could not be made')
    return answer.pdf
  } finally {
    worker.terminate()
  }
}
