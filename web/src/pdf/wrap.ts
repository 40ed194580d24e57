import { type Face, joined, type Run, runsOf } from './runs.ts'

/** A line break, white space, a letter of a script without spaces, or a word up to its hyphen. */
const part =
  /\n|[^\S\n]+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\p{M}*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}-]*-|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}-]+/gu

const characters = new Intl.Segmenter()

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
  return Array.from(characters.segment(text), ({ segment }) => ({ face, text: segment }))
}
