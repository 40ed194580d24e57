import { create } from 'fontkit'

/** A line break, white space, a letter of a script without spaces, or a word up to its hyphen. */
const part =
  /\n|[^\S\n]+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\p{M}*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}-]*-|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}-]+/gu

/** The parts between which a text may be broken into lines, each in the faces it needs. */
export function partsOf(text: string, faces: readonly Face[]): Run[][] {
  return (text.match(part) ?? []).map((each) =>
    each === '\n' ? faces.slice(0, 1).map((face) => ({ face, text: each })) : runsOf(each, faces),
  )
}

/** Breaks parts into lines that are no wider than `width`; a part that is wider itself is broken between letters. */
export function wrap(parts: readonly Run[][], width: number, widthOf: (run: Run) => number): Run[][] {
  const lines: Run[][] = []
  let line: Run[] = []
  let used = 0
  const end = (): void => {
    lines.push(joined(line.slice(0, line.findLastIndex((run) => !isSpace(run)) + 1)))
    line = []
    used = 0
  }
  const widthOfAll = (runs: readonly Run[]): number => runs.reduce((sum, run) => sum + widthOf(run), 0)
  const add = (runs: readonly Run[]): void => {
    line.push(...runs)
    used += widthOfAll(runs)
  }
  const addWord = (runs: readonly Run[]): void => {
    if (line.length > 0 && used + widthOfAll(runs) > width) end()
    add(runs)
  }
  for (const runs of parts) {
    const [first] = runs
    if (first?.text === '\n') end()
    else if (runs.every(isSpace)) {
      // A line does not begin with the space that the one before ended with.
      if (line.length > 0 || lines.length === 0) add(runs)
    } else if (widthOfAll(runs) > width) {
      for (const letter of runs.flatMap(lettersOfRun)) addWord([letter])
    } else addWord(runs)
  }
  end()
  return lines
}

function isSpace({ text }: Run): boolean {
  return text.trim() === ''
}

function lettersOfRun({ face, text }: Run): Run[] {
  return charactersOf(text).map((letter) => ({ face, text: letter }))
}

/** A font file, under the name that it has in the document. */
export interface Face {
  readonly name: string
  /** The code points it has letters for. */
  readonly letters: ReadonlySet<number>
}

/** A piece of text whose letters all come from one face. */
export interface Run {
  readonly face: Face
  readonly text: string
}

/** What stands for a letter that no face has, so that nobody takes a part for the whole. */
const replacement = '□'

/** Characters that only steer how text is written. */
const unseen = /[\p{Cf}\p{Variation_Selector}]/gu

/**
 * What a reader takes for one character: a letter with its marks, a picture of several code points, a flag.
 * `Intl.Segmenter` is too new (web/build/browsers.ts).
 */
const oneCharacter = /\p{Regional_Indicator}{2}|\P{M}(?:\u200d\P{M}|[\p{M}\p{Cf}\p{Emoji_Modifier}])*|\p{M}+/gu

function charactersOf(text: string): string[] {
  return text.match(oneCharacter) ?? []
}

/** The code points of a font file; none when it cannot be read. */
export function lettersOf(font: Uint8Array): ReadonlySet<number> {
  try {
    return new Set(create(font).characterSet)
  } catch {
    return new Set()
  }
}

/**
 * The same text in letters that the faces have, which are in order of preference. A word comes from one face where one
 * has all of it. A letter that is in none is written in another way that Unicode says is the same (`Ｍ` becomes `M`),
 * then without its marks.
 */
export function runsOf(text: string, faces: readonly Face[]): Run[] {
  const whole = text.normalize('NFC')
  const own = faces.find((face) => hasAll(face.letters, whole))
  if (own) return [{ face: own, text: whole }]
  const [first] = faces
  if (!first) return []
  const runs = charactersOf(whole).map((letter): Run => {
    const found = spellings(letter).flatMap((spelling) => {
      const face = faces.find(({ letters }) => hasAll(letters, spelling))
      return face ? [{ face, text: spelling }] : []
    })
    return found[0] ?? { face: faces.find(({ letters }) => hasAll(letters, replacement)) ?? first, text: replacement }
  })
  return joined(runs)
}

/** Puts neighbors of the same face together, so that they are drawn, and read from the file, as one. */
export function joined(runs: readonly Run[]): Run[] {
  const together: Run[] = []
  for (const run of runs) {
    const last = together.at(-1)
    if (last?.face === run.face) together[together.length - 1] = { face: run.face, text: last.text + run.text }
    else together.push(run)
  }
  return together
}

/** The code points of a text that these letters cannot write: those for which another face is to be found. */
export function lettersBeyond(letters: ReadonlySet<number>, text: string): Set<number> {
  const beyond = new Set<number>()
  for (const letter of charactersOf(text.normalize('NFC'))) {
    const [plain = '', same = ''] = spellings(letter)
    if (hasAll(letters, plain) || hasAll(letters, same)) continue
    for (const codePoint of codePointsOf(plain)) if (!letters.has(codePoint)) beyond.add(codePoint)
  }
  return beyond
}

/** The ways to write a character, best first. */
function spellings(character: string): string[] {
  const plain = character.replaceAll(unseen, '').replaceAll(/\p{Cc}/gu, ' ')
  const same = plain.normalize('NFKC')
  return [plain, same, same.normalize('NFD').replaceAll(/\p{M}/gu, '')]
}

function hasAll(letters: ReadonlySet<number>, text: string): boolean {
  return codePointsOf(text).every((codePoint) => letters.has(codePoint))
}

function codePointsOf(text: string): number[] {
  return Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
}
