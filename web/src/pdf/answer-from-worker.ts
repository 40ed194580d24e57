import type { Fonts } from './document.ts'
import { loadFonts } from './load-fonts.ts'

/** A worker's answer: the file, or that it could not be made. */
export type PdfAnswer = { readonly pdf: Blob } | { readonly failed: true }

declare const self: DedicatedWorkerGlobalScope

/**
 * Makes a file of each content that the page sends to this worker, and sends it back. Drawing takes a few hundred
 * milliseconds on a slow phone; in a worker it does not block the page.
 */
export function answerFromWorker<Content>(
  make: (content: Content, fonts: Fonts) => Promise<Uint8Array<ArrayBuffer>>,
): void {
  self.addEventListener('message', (event: MessageEvent<Content>) => {
    void answerOf(event.data, make).then((answer) => self.postMessage(answer))
  })
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
