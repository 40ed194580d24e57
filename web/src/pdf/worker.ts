import { speak, type spoken } from '#ui/text/t.ts'
import type { Design, Fonts } from './document.ts'
import { fontAt, logo } from './fetch-in-worker.ts'
import regularUrl from './fonts/public-sans-regular.ttf?url'
import semiboldUrl from './fonts/public-sans-semibold.ttf?url'
import { lettersBeyond, lettersOf } from './runs.ts'

/** A worker's answer: the file, or that it could not be made. */
export type PdfAnswer = { readonly pdf: Blob } | { readonly failed: true }

/** What a page sends to such a worker: what to make a file of, how it looks, and in which language. */
export interface PdfRequest<Content> {
  readonly content: Content
  readonly design: Omit<Design, 'logo'>
  readonly said: ReturnType<typeof spoken>
}

declare const self: DedicatedWorkerGlobalScope

type Make<Content> = (content: Content, fonts: Fonts, design: Design) => Promise<Uint8Array<ArrayBuffer>>

/**
 * Makes a file of what the page sent to this worker, and sends it back. Drawing takes a few hundred milliseconds on a
 * slow phone; in a worker it does not block the page.
 */
export async function answerFromWorker<Content>(
  { said, ...asked }: PdfRequest<Content>,
  make: Make<Content>,
): Promise<void> {
  speak(said)
  self.postMessage(await answerOf(asked, make))
}

async function answerOf<Content>(
  { content, design }: Omit<PdfRequest<Content>, 'said'>,
  make: Make<Content>,
): Promise<PdfAnswer> {
  try {
    const [fonts, drawn] = await Promise.all([loadFonts(JSON.stringify(content)), logo()])
    return { pdf: new Blob([await make(content, fonts, { ...design, logo: drawn })], { type: 'application/pdf' }) }
  } catch {
    return { failed: true }
  }
}

/**
 * Fetches the fonts that a text needs: the usual ones, and others only for letters that these lack.
 * @throws Error when one cannot be fetched
 */
export async function loadFonts(text: string): Promise<Fonts> {
  const [regular, semibold] = await Promise.all([fontAt(regularUrl), fontAt(semiboldUrl)])
  const missing = lettersBeyond(lettersOf(regular), text)
  if (missing.size === 0) return { regular: [regular], semibold: [semibold] }
  const { loadMoreFonts } = await import('./more-typefaces.ts')
  const more = await loadMoreFonts(missing)
  return {
    regular: [regular, ...more.map((font) => font.regular)],
    semibold: [semibold, ...more.map((font) => font.semibold)],
  }
}
