import { z } from 'zod'
import { plainDigits } from './text.ts'

/**
 * An amount of US money in whole cents: a safe integer, negative for a credit.
 * There are no fractions of a cent and no floating-point dollars anywhere in the product.
 */
export const Cents = z.number().int().brand<'Cents'>()
export type Cents = z.infer<typeof Cents>

/**
 * Makes an amount of cents from a plain number.
 * @throws RangeError when the number is not a safe integer: a fraction of a cent is always a programming error.
 */
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

/**
 * `123456` → `1,234.56`; negative amounts carry a leading minus sign. Two decimals and thousands separators (A§9), or
 * what the locale of the profile has instead.
 */
export function formatCents(amount: Cents, locale = 'en-US'): string {
  if (locale !== 'en-US') return new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(amount / 100)
  return decimalCents(amount).replace(/\B(?=(\d{3})+\.)/g, ',')
}

/** An amount as `$1,234.56`, a credit as `-$12.00`, or as the locale of the profile writes US money. */
export function dollars(amount: Cents, locale = 'en-US'): string {
  if (locale !== 'en-US') {
    return new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }).format(amount / 100)
  }
  return `${amount < 0 ? '-' : ''}$${formatCents(cents(Math.abs(amount)))}`
}

/** `123456` → `1234.56`: the plain decimal that partners and the stepwise calls use. */
export function decimalCents(amount: Cents): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** An amount as the specification's own calls carry it: plain dollars with two decimals, `-1234.56`. */
export const DecimalAmount = z.string().regex(/^-?\d{1,13}\.\d\d$/)

/**
 * Reads a partner's decimal (`1.0`, `5013`, `-12.50`) exactly.
 * @returns null when the text is not a decimal with at most two significant fraction digits, or has more than thirteen
 *   digits before the point.
 */
export function parseDecimalCents(text: string): Cents | null {
  const match = /^(-?)(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(text.trim())
  if (!match) return null
  const amount = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'))
  return cents(match[1] === '-' && amount !== 0 ? -amount : amount)
}

const writtenAmount =
  /^(?:usd|us\$|\$)?\s*(?<whole>0|[1-9]\d*|[1-9]\d{0,2}(?:,\d{3})+|(?=\.))(?<cents>\.\d\d?)?\s*(?:usd|\$)?$/i

/**
 * Reads a whole text as an amount the way people write it: `173`, `$173.5`, `1,234.56`, `USD 1,234.56`, in digits of any
 * script, with blanks around.
 * @returns null for everything else: more than two decimals, a comma that does not separate thousands, a sign, leading
 *   zeros as an account number has them
 */
export function readAmount(text: string): Cents | null {
  const { whole, cents: fraction = '' } =
    writtenAmount.exec(
      plainDigits(text)
        .replace(/\p{Cf}/gu, '')
        .trim(),
    )?.groups ?? {}
  return whole === undefined ? null : parseDecimalCents(`${whole.replaceAll(',', '') || '0'}${fraction}`)
}

/** What a field says about a text that is no amount, or a larger one than it takes. Ours. */
export function unreadAmount(largest: Cents): string {
  return `Please enter an amount up to $${formatCents(largest)}, such as 1,234.56. Your amount has not changed.`
}
