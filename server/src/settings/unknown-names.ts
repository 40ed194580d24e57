import { nearest } from './nearest.ts'

/**
 * Which variables of an environment look like settings, and are none: one begins as a known setting does, up to the
 * first `_`, or is like one.
 * @returns a sentence without a full stop for each
 */
export function unknownNames(variables: readonly string[], known: readonly string[]): string[] {
  const beginnings = new Set(known.map(beginningOf).filter((each) => each !== undefined))
  return variables.flatMap((variable) => {
    const name = variable.replace(/_FILE$/, '')
    if (known.includes(variable) || known.includes(name)) return []
    // Not HOME for HOST.
    const meant = name.includes('_') ? nearest(name, known, 1 / 3) : undefined
    if (meant === undefined && !beginnings.has(beginningOf(name) ?? '')) return []
    return [`${variable} is no setting${meant === undefined ? '' : `, did you mean ${meant}?`}`]
  })
}

function beginningOf(name: string): string | undefined {
  return /^[A-Z]+(?=_)/.exec(name)?.[0]
}
