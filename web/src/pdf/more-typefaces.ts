import interRegular from '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf?url'
import interSemibold from '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf?url'
import notoRegular from '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf?url'
import notoSemibold from '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf?url'
import { fontAt } from './fetch-in-worker.ts'
import usualRegular from './fonts/inter-regular.ttf?url'
import usualSemibold from './fonts/inter-semibold.ttf?url'
import type { Weight } from './pen.ts'
import { lettersOf } from './runs.ts'

type Font = Readonly<Record<Weight, Uint8Array<ArrayBuffer>>>

/** Whole typefaces for every alphabet of Europe with all its marks, and for Vietnamese. */
const western = [
  { regular: interRegular, semibold: interSemibold },
  { regular: notoRegular, semibold: notoSemibold },
] as const

const eastAsian =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u30FF\u31F0-\u31FF\uFF00-\uFFEF]/u

/**
 * Fetches the font that has what most names need, and the sign for letters that no font has. Then fetches fonts until
 * each of these letters is in one, or all that may have it were fetched.
 * @param missing code points
 * @throws Error when a font cannot be fetched
 */
export async function loadMoreFonts(missing: ReadonlySet<number>): Promise<Font[]> {
  const fonts: Font[] = []
  const left = new Set(missing)
  const take = (font: Font): void => {
    fonts.push(font)
    for (const letter of lettersOf(font.regular)) left.delete(letter)
  }
  const fetchBoth = async (urls: Readonly<Record<Weight, string>>): Promise<void> => {
    const [regular, semibold] = await Promise.all([fontAt(urls.regular), fontAt(urls.semibold)])
    take({ regular, semibold })
  }
  await fetchBoth({ regular: usualRegular, semibold: usualSemibold })
  for (const urls of western) {
    if (Array.from(left, (letter) => String.fromCodePoint(letter)).some(isWestern)) await fetchBoth(urls)
  }
  if (eastAsian.test(String.fromCodePoint(...left))) {
    const { eastAsianTypefaces } = await import('./east-asian-typefaces.ts')
    for (const filesFor of eastAsianTypefaces(missing)) {
      const files = await Promise.all(filesFor(left).map(fontAt))
      // They have one weight, which stands for both.
      for (const file of files) take({ regular: file, semibold: file })
    }
  }
  return fonts
}

function isWestern(letter: string): boolean {
  return !eastAsian.test(letter) && !/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}/u.test(letter)
}
