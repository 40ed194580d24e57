import { useEffect, useEffectEvent, useRef } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { spoken } from '#ui/text/t.ts'
import { startWorker } from '#ui/worker.ts'
import type { Design } from './document.ts'
import type { PdfAnswer, PdfRequest } from './worker.ts'

/** How long to wait until what the page itself loads is there, in milliseconds. */
const afterThePage = 500

/**
 * Makes a file after the page is shown, so that it can be saved when the network has gone away meanwhile, and again
 * whenever its content changes.
 * @param workerUrl the address of a worker that calls `answerFromWorker`
 * @param content what the worker makes the file of
 * @returns has the browser save the file; rejects when it could not be made
 */
export function usePdf(workerUrl: string, content: unknown): (fileName: string) => Promise<void> {
  const { look, paper } = usePortalStart().profile
  const made = useRef<{ readonly of: string; readonly file: Promise<Blob> } | null>(null)
  const of = JSON.stringify(content)
  const make = (): Promise<Blob> => {
    if (made.current?.of !== of) made.current = { of, file: pdfOf(workerUrl, content, { look, paper }) }
    return made.current.file
  }
  const makeAgain = async (): Promise<Blob> => {
    try {
      return await make()
    } catch {
      made.current = null
      return await make()
    }
  }
  const prepare = useEffectEvent(() => {
    // Without a network it cannot be made; then pressing the button tries again, and says so.
    if (navigator.onLine) void make().catch(() => (made.current = null))
  })
  useEffect(() => {
    const timer = setTimeout(prepare, afterThePage)
    window.addEventListener('online', prepare)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', prepare)
    }
  }, [of])
  return async (fileName) => saveFile(await makeAgain(), fileName)
}

/**
 * Has a worker make a file.
 * @param workerUrl the address of a worker that calls `answerFromWorker`
 * @param content what the worker makes the file of
 * @throws Error when it could not be made
 */
export async function pdfOf(workerUrl: string, content: unknown, design: Design): Promise<Blob> {
  const worker = startWorker(workerUrl)
  try {
    const answer = await new Promise<PdfAnswer>((resolve, reject) => {
      worker.addEventListener('message', (event: MessageEvent<PdfAnswer>) => resolve(event.data))
      worker.addEventListener('error', () => reject(new Error('We couldn’t create the file')))
      worker.postMessage({ content, design, said: spoken() } satisfies PdfRequest<unknown>)
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
