import type { Fonts } from './document.ts'
import { loadFonts } from './load-fonts.ts'

/** A worker's answer: the file, or that it could not be made. */
export type PdfAnswer = { readonly pdf: Blob } | { readonly failed: true }

declare const self: DedicatedWorkerGlobalScope

/**
 * Makes a file of what the page sent to this worker, and sends it back. Drawing takes a few hundred milliseconds on a
 * slow phone; in a worker it does not block the page.
 */
export async function answerFromWorker<Content>(
  content: Content,
  make: (content: Content, fonts: Fonts) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<void> {
  self.postMessage(await answerOf(content, make))
}

async function answerOf<Content>(
  content: Content,
  make: (content: Content, fonts: Fonts) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<PdfAnswer> {
  try {
    const fonts = await loadFonts(JSON.stringify(content))
    return { pdf: new Blob([await make(content, fonts)], { type: 'application/pdf' }) }
  } catch {
    return { failed: true }
  }
}
