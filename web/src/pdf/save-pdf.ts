import { startWorker } from '#ui/worker.ts'
import type { PdfAnswer } from './answer-from-worker.ts'

/**
 * Has a worker make a file.
 * @param workerUrl the address of a worker that calls `answerFromWorker`
 * @param content what the worker makes the file of
 * @throws Error when it could not be made
 */
export async function pdfOf(workerUrl: string, content: unknown): Promise<Blob> {
  const worker = startWorker(workerUrl)
  try {
    const answer = await new Promise<PdfAnswer>((resolve, reject) => {
      worker.addEventListener('message', (event: MessageEvent<PdfAnswer>) => resolve(event.data))
      worker.addEventListener('error', () => reject(new Error('We couldn’t create the file')))
      worker.postMessage(content)
    })
    if ('failed' in answer) throw new Error('We couldn’t create the file')
    return answer.pdf
  } finally {
    worker.terminate()
  }
}

/** Has the browser save a file. */
export function saveFile(file: Blob, fileName: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Free the file's memory once the browser has begun to save it.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
