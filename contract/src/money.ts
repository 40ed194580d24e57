import { z } from 'zod'
import { plainDigits } from './text.ts'

/** Ten billion dollars. A thousand such amounts add up exactly. */
const most = 1_000_000_000_000

/** US money in whole cents, negative for a credit. No fractions and no floating-point dollars anywhere. */
export const Cents = z.number().int().min(-most).max(most).brand<'Cents'>()
export type Cents = z.infer<typeof Cents>

/** @throws RangeError when it is no safe integer: a fraction of a cent is a programming error */
export function cents(value: number): Cents {
  if (!isCents(value)) throw new RangeError(`Not a whole number of cents: ${value}`)
  return value
}

function isCents(value: number): value is Cents {
  return Number.isSafeInteger(value)
}

export const noCents = cents(0)

export function sumCents(amounts: Iterable<Cents>): Cents {
  let total = 0
  for (const amount of amounts) total += amount
  return cents(total)
}

/** `123456` → `1,234.56`, `-` before a credit (A§9), or as the profile's locale has it. */
export function formatCents(amount: Cents, locale = 'en-US'): string {
  if (locale !== 'en-US') return new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(amount / 100)
  return decimalCents(amount).replace(/\B(?=(\d{3})+\.)/g, ',')
}

/** `$1,234.56`, a credit as `-$12.00`, or as the profile's locale has it. */
export function dollars(amount: Cents, locale = 'en-US'): string {
  if (locale !== 'en-US') {
    return new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }).format(amount / 100)
  }
  return `${amount < 0 ? '-' : ''}$${formatCents(cents(Math.abs(amount)))}`
}

/** `123456` → `1234.56`: for partners and the stepwise calls. */
export function decimalCents(amount: Cents): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Dollars with two decimals, as the specification's calls carry them: `-1234.56`. */
export const DecimalAmount = z.string().regex(/^-?\d{1,13}\.\d\d$/)

/** Reads `1.0`, `-12.50` exactly; null for more than two decimals or thirteen digits before the point. */
export function parseDecimalCents(text: string): Cents | null {
  const match = /^(-?)(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(text.trim())
  if (!match) return null
  const amount = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'))
  return cents(match[1] === '-' && amount !== 0 ? -amount : amount)
}

const writtenAmount =
  /^(?:usd|us\$|\$)?\s*(?<whole>0|[1-9]\d*|[1-9]\d{0,2}(?:,\d{3})+|(?=\.))(?<cents>\.\d\d?)?\s*(?:usd|\$)?$/i

/** Reads what people write: `$173.5`, `USD 1,234.56`. Null otherwise: a sign, leading zeros, three decimals. */
export function readAmount(text: string): Cents | null {
  const { whole, cents: fraction = '' } =
    writtenAmount.exec(
      plainDigits(text)
        .replace(/\p{Cf}/gu, '')
        .trim(),
    )?.groups ?? {}
  return whole === undefined ? null : parseDecimalCents(`${whole.replaceAll(',', '') || '0'}${fraction}`)
}

/** One amount, or two with a dash or `to` between them: `85.20`, `$50 to $100`. Null otherwise. */
export function readAmountRange(text: string): { least: Cents; most: Cents } | null {
  const [first, last = first, ...more] = text.split(/\s*(?:\p{Pd}|\bto\b)\s*/iu).map(readAmount)
  if (first === undefined || first === null || last === undefined || last === null || more.length > 0) return null
  return { least: cents(Math.min(first, last)), most: cents(Math.max(first, last)) }
}

export const unreadAmount = 'Please enter an amount up to {largest}, such as 1,234.56. Your amount has not changed.'
