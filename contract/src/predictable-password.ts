/** OWASP ASVS 5.0 6.2.4, 6.2.11. Only the server knows the most common passwords and the utility's words. */
export const easyPasswordTexts = {
  common: 'This password is too common. Please choose one that’s harder to guess.',
  repeated: 'A password that repeats itself is guessed first. Please choose another one.',
  sequence:
    'A password made of sequences such as "1234", "abcd" or "qwerty" is guessed first. Please choose another one.',
  ofNames: 'Passwords with your username, or words like “water”, are easy to guess. Please choose another.',
} as const

const keyboard = ['1234567890', 'qwertyuiop', 'asdfghjkl;', 'zxcvbnm,./'] as const

/** So many characters beside its sequences do not make a password safe. */
const fewOthers = 2

/** Null when it is not. Finds repetitions (`12341234`), sequences (`abc123xyz`) and keyboard walks (`zaq12wsx`). */
export function whyPredictable(password: string): string | null {
  const letters = [...password.normalize('NFKC').toLowerCase()]
  const once = letters.filter((letter, at) => letter !== letters[at - 1])
  if (repeatsItself(letters) || once.length <= 3) return easyPasswordTexts.repeated
  return [letters, once].some((each) => lettersOutsideRuns(each) <= fewOthers) ? easyPasswordTexts.sequence : null
}

/** The first half or less comes again and again; the last time may be cut off. */
function repeatsItself(letters: readonly string[]): boolean {
  const half = Math.floor(letters.length / 2)
  return Array.from({ length: half }, (_, index) => index + 1).some((period) =>
    letters.every((letter, at) => at < period || letter === letters[at - period]),
  )
}

function lettersOutsideRuns(letters: readonly string[]): number {
  let others = 0
  for (let at = 0; at < letters.length;) {
    const run = longestRun(letters.slice(at))
    others += run === 0 ? 1 : 0
    at += Math.max(1, run)
  }
  return others
}

/** Three letters or more by the same step, or four or more by two steps in turn, as in `1q2w`; 0 for none. */
function longestRun(letters: readonly string[]): number {
  const steps = letters.slice(1).map((letter, at) => [codeStep(letters[at], letter), keyStep(letters[at], letter)])
  const lengths = [0, 1].flatMap((way) =>
    [1, 2].map((period) => {
      const end = steps.findIndex(
        (step, at) => step[way] === null || (at >= period && step[way] !== steps[at - period]?.[way]),
      )
      const length = (end === -1 ? steps.length : end) + 1
      return length >= period + 2 ? length : 0
    }),
  )
  return Math.max(...lengths)
}

/** To the next one, the one before, or itself. */
function codeStep(from = '', to = ''): string | null {
  const step = (to.codePointAt(0) ?? 0) - (from.codePointAt(0) ?? 0)
  return Math.abs(step) <= 1 ? String(step) : null
}

function keyStep(from = '', to = ''): string | null {
  const [start, end] = [keyOf(from), keyOf(to)]
  if (!start || !end) return null
  const [down, right] = [end.row - start.row, end.column - start.column]
  return Math.abs(down) <= 1 && Math.abs(right) <= 1 ? `${down} ${right}` : null
}

function keyOf(letter: string): { row: number; column: number } | null {
  const row = keyboard.findIndex((keys) => keys.includes(letter))
  return row === -1 || letter === '' ? null : { row, column: keyboard[row]?.indexOf(letter) ?? 0 }
}
