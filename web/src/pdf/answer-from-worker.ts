import type { Fonts } from './document.ts'
import regularUrl from './fonts/inter-regular.ttf?url'
import semiboldUrl from './fonts/inter-semibold.ttf?url'

/** A worker's answer: the file, or that it could not be made. */
export type PdfAnswer = { readonly pdf: Blob } | { readonly failed: true }

declare const self: DedicatedWorkerGlobalScope

/**
 * Makes a file and sends it to the page that started this worker. Drawing takes a few hundred milliseconds on a slow
 * phone; in a worker it does not block the page.
 */
export async function answerFromWorker(make: (fonts: Fonts) => Promise<Uint8Array<ArrayBuffer>>): Promise<void> {
  self.postMessage(await answerOf(make))
}

async function answerOf(make: (fonts: Fonts) => Promise<Uint8Array<ArrayBuffer>>): Promise<PdfAnswer> {
  try {
    const [regular, semibold] = await Promise.all([fontAt(regularUrl), fontAt(semiboldUrl)])
    return { pdf: new Blob([await make({ regular, semibold })], { type: 'application/pdf' }) }
  } catch {
    return { failed: true }
  }
}

async function fontAt(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`No font at ${url}`)
  return new Uint8Array(await response.arrayBuffer())
}
