/** Lengths count characters after unescaping (docs/extract-format.md). */
type FieldKind = 'digits' | 'text' | 'date' | 'instant' | 'cents' | 'count' | 'flag' | 'code'

/** Its name is also the ledger's column where the record becomes a row. */
export interface Field {
  name: string
  kind: FieldKind
  /** Exact for digits, the greatest for everything else. */
  length: number
  required: boolean
  /** For a `code`. */
  codes?: readonly string[]
  /** For the documentation. */
  meaning: string
}

export const digits = (name: string, length: number, meaning: string): Field => field(name, 'digits', length, meaning)
export const text = (name: string, length: number, meaning: string): Field => field(name, 'text', length, meaning)
export const date = (name: string, meaning: string): Field => field(name, 'date', 10, meaning)
export const instant = (name: string, meaning: string): Field => field(name, 'instant', 24, meaning)
export const cents = (name: string, meaning: string): Field => field(name, 'cents', 14, meaning)
export const count = (name: string, length: number, meaning: string): Field => field(name, 'count', length, meaning)
export const flag = (name: string, meaning: string): Field => field(name, 'flag', 1, meaning)
export const code = (name: string, codes: readonly string[], meaning: string): Field => ({
  ...field(name, 'code', Math.max(...codes.map((value) => value.length)), meaning),
  codes,
})
export const optional = (given: Field): Field => ({ ...given, required: false })

function field(name: string, kind: FieldKind, length: number, meaning: string): Field {
  return { name, kind, length, required: true, meaning }
}

/** `value` is still escaped; null: no fault. Looks at characters, as it runs a dozen times per line. */
export function faultOf(given: Field, value: string): string | null {
  if (value === '') return given.required ? `${given.name} is empty` : null
  switch (given.kind) {
    case 'digits':
      return value.length === given.length && isDigits(value, 0) ? null : `${given.name} is not ${given.length} digits`
    case 'text':
      return textFault(given, value)
    case 'date':
      return isDate(value) ? null : `${given.name} is not a date`
    case 'instant':
      return isInstant(value) ? null : `${given.name} is not an instant`
    case 'cents':
      return isCents(value) ? null : `${given.name} is not a number of cents`
    case 'count':
      return value.length <= given.length && isDigits(value, 0) ? null : `${given.name} is not a count`
    case 'flag':
      return value === 'Y' || value === 'N' ? null : `${given.name} is neither Y nor N`
    case 'code':
      return given.codes?.includes(value) ? null : `${given.name} is not a known code`
  }
}

function textFault(given: Field, value: string): string | null {
  if (!value.includes('\\')) return value.length <= given.length ? null : `${given.name} is too long`
  if (!/^(?:[^\\]|\\[\\pnrt])*$/.test(value)) return `${given.name} has an unknown escape`
  const escapes = value.length - value.replace(/\\./g, ' ').length
  return value.length - escapes <= given.length ? null : `${given.name} is too long`
}

function isDigits(value: string, from: number): boolean {
  for (let at = from; at < value.length; at++) {
    const unit = value.charCodeAt(at)
    if (unit < 48 || unit > 57) return false
  }
  return value.length > from
}

/** At most 13 digits, so that sums stay exact; no leading zeros, no `-0`. */
export function isCents(value: string): boolean {
  const from = value.startsWith('-') ? 1 : 0
  if (value.length - from > 13 || !isDigits(value, from)) return false
  return value.charCodeAt(from) !== 48 || value === '0'
}

const daysInMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** `2026-01-31`, of a day that there is. */
export function isDate(value: string): boolean {
  if (value.length !== 10 || value[4] !== '-' || value[7] !== '-') return false
  const year = numberAt(value, 0, 4)
  const month = numberAt(value, 5, 7)
  const day = numberAt(value, 8, 10)
  if (!(year >= 1900 && month >= 1 && day >= 1 && day <= (daysInMonth[month - 1] ?? 0))) return false
  return month !== 2 || day < 29 || (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0))
}

/** NaN for anything but digits. */
function numberAt(value: string, from: number, to: number): number {
  let result = 0
  for (let at = from; at < to; at++) {
    const unit = value.charCodeAt(at)
    if (unit < 48 || unit > 57) return Number.NaN
    result = result * 10 + unit - 48
  }
  return result
}

function isInstant(value: string): boolean {
  return /^.{10}T([01]\d|2[0-3])(:[0-5]\d){2}\.\d{3}Z$/.test(value) && isDate(value.slice(0, 10))
}
