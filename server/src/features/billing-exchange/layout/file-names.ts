import { dateReader, isDateForm } from './forms.ts'

/** Longer ones are refused, as is a third star: so no name takes long to compare. */
export const longestPattern = 64

/** With the day the data are of, where the name has it. */
export interface MatchedName {
  asOf: string | null
}

const piece = /\*|\{as_of:[^{}]*\}/g

/** What is wrong with a pattern such as `bills_{as_of:YYYYMMDD}.csv`, or null. */
export function patternFault(pattern: string): string | null {
  const pieces: readonly string[] = pattern.match(piece) ?? []
  const dates = pieces.filter((each) => each !== '*')
  if (pieces.length - dates.length > 2) return 'it has more than two stars'
  if (dates.length > 1) return 'it has two dates'
  if (/[{}/\\]/.test(pattern.replaceAll(piece, ''))) return 'beside text, it may have * and {as_of:YYYYMMDD}'
  return dates.every((each) => isDateForm(formOf(each))) ? null : `${dates[0]} is not a form of a date`
}

const formOf = (date: string): string => date.slice('{as_of:'.length, -1)

/** Whether a file has such a name, capitals or not; null where it does not, or its date is none. */
export function matchName(pattern: string, name: string, near: number): MatchedName | null {
  const [date] = pattern.match(/\{as_of:[^{}]*\}/) ?? []
  const source = pattern
    .split(date ?? '*')
    .map((part) => part.split('*').map(escaped).join('.*'))
    .join(date === undefined ? '.*' : `(.{${formOf(date).length}})`)
  const found = new RegExp(`^${source}$`, 'i').exec(name)
  if (!found) return null
  if (date === undefined) return { asOf: null }
  const asOf = dateReader(formOf(date), near)(found[1] ?? '')
  return typeof asOf === 'string' && asOf !== '' ? { asOf } : null
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
}
