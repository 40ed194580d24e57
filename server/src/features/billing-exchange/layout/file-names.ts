import { AccountNumber } from '@portal/contract/ids'
import { dateReader, isDateForm } from './forms.ts'

/** Longer ones are refused, as is a third star: so no name takes long to compare. */
export const longestPattern = 64
/** Longer ones are of no layout, for the same reason. */
const longestName = 100

/** With the day the data are of, where the name has it. */
export interface MatchedName {
  asOf: string | null
}

const piece = /(\*|\{account\}|\{(?:as_of|bill_date):[^{}]*\})/
const inBraces = (pattern: string) => pattern.split(piece).filter((part) => part !== '*' && piece.test(part))

const textOf = (pattern: string) =>
  pattern
    .split(piece)
    .filter((part) => !piece.test(part))
    .join('')

/** What is wrong with a pattern such as `bills_{as_of:YYYYMMDD}.csv`, or null. */
export function patternFault(pattern: string): string | null {
  if (inBraces(pattern).length > 1) return 'it has two dates'
  return pieceFault(pattern, '{as_of:YYYYMMDD}')
}

/** What is wrong with a pattern such as `{account}_{bill_date:YYYYMMDD}.pdf`, or null. */
export function imageNameFault(pattern: string): string | null {
  const pieces = inBraces(pattern)
  if (pieces.length !== 2 || !pieces.includes('{account}'))
    return 'it needs {account} and {bill_date:YYYYMMDD}, once each'
  return pieceFault(pattern.replace('{account}', ''), '{bill_date:YYYYMMDD}')
}

function pieceFault(pattern: string, allowed: string): string | null {
  const [date] = inBraces(pattern)
  if (pattern.split('*').length > 3) return 'it has more than two stars'
  const isOther = date !== undefined && !date.startsWith(allowed.slice(0, allowed.indexOf(':')))
  if (isOther || /[{}/\\]/.test(textOf(pattern))) return `beside text, it may have * and ${allowed}`
  return date === undefined || isDateForm(dateFormOf(date)) ? null : `${date} is not a form of a date`
}

const dateFormOf = (pattern: string): string => /:([^{}]*)\}/.exec(pattern)?.[1] ?? ''

/** M and D alone may be two digits, too. */
function dateSource(form: string): string {
  const most = form.length + (form.match(/(?<!M)M(?!M)|(?<!D)D(?!D)/g)?.length ?? 0)
  return `.{${form.length},${most}}`
}

/** Capitals or not. */
function groupsOf(pattern: string, name: string): Readonly<Record<string, string>> | null {
  if (name.length > longestName) return null
  const source = pattern.split(piece).map((part) => {
    if (part === '*') return '.*?'
    if (part === '{account}') return String.raw`(?<account>[^\s_]+)`
    return piece.test(part) ? `(?<date>${dateSource(dateFormOf(part))})` : escaped(part)
  })
  const found = new RegExp(`^${source.join('')}$`, 'i').exec(name)
  return found && { ...found.groups }
}

/** Whether a file has such a name; null where it does not, or its date is none. */
export function matchName(pattern: string, name: string, near: number): MatchedName | null {
  const groups = groupsOf(pattern, name)
  if (!groups || groups['date'] === undefined) return groups && { asOf: null }
  const asOf = dateReader(dateFormOf(pattern), near)(groups['date'])
  return typeof asOf === 'string' && asOf !== '' ? { asOf } : null
}

/** The bill that an image is of; null for another name. */
export function matchImage(pattern: string, name: string, near: number): { account: string; billDate: string } | null {
  const groups = groupsOf(pattern, name)
  const account = AccountNumber.safeParse(groups?.['account'])
  const billDate = dateReader(dateFormOf(pattern), near)(groups?.['date'] ?? '')
  return account.success && typeof billDate === 'string' && billDate !== '' ? { account: account.data, billDate } : null
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
}
