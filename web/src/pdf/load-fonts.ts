import type { Fonts } from './document.ts'
import { fontAt } from './fetch-in-worker.ts'
import regularUrl from './fonts/inter-regular.ttf?url'
import semiboldUrl from './fonts/inter-semibold.ttf?url'
import { lettersBeyond, lettersOf } from './runs.ts'

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
