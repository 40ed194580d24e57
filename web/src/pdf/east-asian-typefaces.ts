import japaneseRanges from '@fontsource/biz-udpgothic/unicode.json'
import koreanRanges from '@fontsource/nanum-gothic/unicode.json'
import chineseRanges from '@fontsource/noto-sans-sc/unicode.json'

/** The files of a typeface that have the letters still to be found. */
type FilesFor = (letters: ReadonlySet<number>) => string[]

// These typefaces come in a hundred files each, by how often letters are used, so that a name needs one to three.
const japanese = typeface(
  japaneseRanges,
  import.meta.glob<string>('../../../node_modules/@fontsource/biz-udpgothic/files/*-400-normal.woff', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
)
const chinese = typeface(
  chineseRanges,
  import.meta.glob<string>('../../../node_modules/@fontsource/noto-sans-sc/files/*-500-normal.woff', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
)
const korean = typeface(
  koreanRanges,
  import.meta.glob<string>('../../../node_modules/@fontsource/nanum-gothic/files/*-400-normal.woff', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
)

/**
 * The typefaces to look in, in order. The same Chinese character has other strokes in Japan, and only kana tell that a
 * text is Japanese.
 */
export function eastAsianTypefaces(letters: ReadonlySet<number>): FilesFor[] {
  const text = String.fromCodePoint(...letters)
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
  return [
    ...(/\p{Script=Hangul}/u.test(text) ? [korean] : []),
    ...(isJapanese ? [japanese, chinese] : [chinese, japanese]),
  ]
}

/**
 * @param ranges by the number of the file in brackets, as a style sheet's `unicode-range`
 * @param addresses by path; a file's name has its number
 */
function typeface(ranges: Readonly<Record<string, string>>, addresses: Readonly<Record<string, string>>): FilesFor {
  return (letters) =>
    Object.entries(ranges).flatMap(([name, range]) => {
      // Without brackets, it is one of the western alphabets.
      const [, number] = /^\[(\d+)\]$/.exec(name) ?? []
      if (!number || !Array.from(letters).some((letter) => isWithin(letter, range))) return []
      const [, address] = Object.entries(addresses).find(([path]) => path.includes(`-${number}-`)) ?? []
      return address === undefined ? [] : [address]
    })
}

/** @param range such as `U+3041-3096,U+30FB` */
function isWithin(letter: number, range: string): boolean {
  return range.split(',').some((each) => {
    const [first = '', last = first] = each.trim().slice(2).split('-')
    return letter >= parseInt(first, 16) && letter <= parseInt(last, 16)
  })
}
