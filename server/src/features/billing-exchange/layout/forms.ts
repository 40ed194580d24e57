import { isDate } from '../format/fields.ts'

/** What a value is, or `{ fault }`: why it is none, after the column's name. */
export interface Fault {
  fault: string
}

export const negativeForms = ['-x', 'x-', '(x)', 'xCR'] as const

export interface AmountForm {
  decimals: 'point' | 'implied2'
  negative: readonly (typeof negativeForms)[number][]
}

/** At most 13 digits, so that sums stay exact. */
export const mostCents = 9_999_999_999_999

const plain = /^\d{1,11}\.\d\d$/
const signed = /^(\()?(-)?\$?([\d,]*)(\.\d*)?(-)?(CR)?(\))?$/i

/** In whole cents. */
export function amountReader({ decimals, negative }: AmountForm): (value: string) => number | Fault {
  return (value) => {
    if (decimals === 'point' && plain.test(value)) return Number(value.slice(0, -3)) * 100 + Number(value.slice(-2))
    const found = signed.exec(value.replaceAll(' ', ''))
    if (!found) return { fault: 'is not an amount' }
    const [, opened, before, whole = '', fraction = '', after, credit, closed] = found
    if ((opened === undefined) !== (closed === undefined)) return { fault: 'has one parenthesis' }
    const signs = [before, after, opened, credit].flatMap((mark, at) => (mark === undefined ? [] : [negativeForms[at]]))
    if (signs.length > 1) return { fault: 'has two signs' }
    if (!signs.every((sign) => negative.some((form) => form === sign)))
      return { fault: 'is negative in a form the layout does not have' }
    return centsOf(decimals, whole, fraction, signs.length > 0)
  }
}

function centsOf(decimals: AmountForm['decimals'], whole: string, fraction: string, isNegative: boolean) {
  if (whole.includes(',') && !/^\d{1,3}(,\d{3})+$/.test(whole)) return { fault: 'has a comma in the wrong place' }
  if (decimals === 'implied2' && fraction !== '') return { fault: 'has a decimal point' }
  if (fraction.length > 3) return { fault: 'has more than 2 decimals' }
  if (fraction === '.' || (whole === '' && fraction === '')) return { fault: 'is not an amount' }
  const units = Number(whole.replaceAll(',', ''))
  const amount = decimals === 'implied2' ? units : units * 100 + Number(fraction.slice(1).padEnd(2, '0'))
  if (amount > mostCents) return { fault: 'is too large' }
  return isNegative && amount !== 0 ? -amount : amount
}

const datePart = /YYYY|YY|MM|M|DD|D|[-/. ]/g
const patterns: Readonly<Record<string, string>> = {
  YYYY: String.raw`(\d{4})`,
  YY: String.raw`(\d{2})`,
  MM: String.raw`(\d{2})`,
  M: String.raw`(\d{1,2})`,
  DD: String.raw`(\d{2})`,
  D: String.raw`(\d{1,2})`,
}

/** Whether a year, a month and a day stand in it, each once; those of one or two digits need something between. */
export function isDateForm(form: string): boolean {
  const parts: readonly string[] = form.match(datePart) ?? []
  const letters = parts.map((part) => part[0] ?? '').filter((letter) => /[YMD]/.test(letter))
  const isOpen = parts.some((part, at) => /^[MD]$/.test(part) && patterns[parts[at + 1] ?? ''] !== undefined)
  return parts.join('') === form && letters.toSorted().join('') === 'DMY' && !isOpen
}

/** As a calendar date, empty for none, such as 00/00/0000. @param near the year that two digits are nearest to */
export function dateReader(form: string, near: number): (value: string) => string | Fault {
  const parts: readonly string[] = form.match(datePart) ?? []
  const pattern = new RegExp(`^${parts.map((part) => patterns[part] ?? `\\${part}`).join('')}$`)
  const order = parts.filter((part) => patterns[part] !== undefined).map((part) => part[0])
  const [year, month, day] = ['Y', 'M', 'D'].map((letter) => order.indexOf(letter) + 1)
  const read = (value: string): string | Fault => {
    if (!/[1-9]/.test(value)) return /^[0\W]*$/.test(value) ? '' : { fault: `is not a date in the form ${form}` }
    const found = pattern.exec(value)
    const years = found?.[year ?? 0] ?? ''
    const full = years.length === 2 ? Number(years) + 100 * Math.round((near - Number(years)) / 100) : years
    const date = [full, found?.[month ?? 0]?.padStart(2, '0'), found?.[day ?? 0]?.padStart(2, '0')].join('-')
    return isDate(date) ? date : { fault: `is not a date in the form ${form}` }
  }
  // The dates of a file are few, and most rows have that of the row before.
  let last = ''
  let lastDate: string | Fault = ''
  return (value) => {
    if (value !== last) [last, lastDate] = [value, read(value)]
    return lastDate
  }
}
