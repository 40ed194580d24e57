import { z } from 'zod'
import { cardBrands, type specifiedBrands } from './card-brands.ts'
import { ZipCode } from './ids.ts'
import { bareNumber, plainDigits } from './text.ts'

export const CardBrand = z.enum(cardBrands)
export type CardBrand = z.infer<typeof CardBrand>

/** A§9; the last is ours. */
export const sourceCodeOf = {
  Visa: 'CCV',
  Mastercard: 'CCM',
  Discover: 'CCD',
  'American Express': 'CCA',
} as const satisfies Record<CardBrand, string>
/** That of a bank account is the profile's. */
export type SourceCode = string

export const cardNumberDigits = 16

/** Messages of C§5 / A§5, to the letter ('Dicover' included, R25). */
export const cardMessages = {
  holder: 'Require card holder name',
  number: 'Require card number',
  numberFormat: 'Invalid Card Number Format!',
  numberOf: {
    Visa: 'Please enter a valid Visa Card Number!',
    Mastercard: 'Please enter a valid Mastercard Number!',
    Discover: 'Please enter a valid Dicover Card Number!',
  },
  expiry: 'Require valid expiration date',
  securityCode: 'Require CVV',
  zip: 'Invalid Zip Code',
  email: 'Invalid email address!',
} as const

/** The utility's cards; `acceptMastercard2Series` is beyond the specification's rule (R12). */
export interface CardOptions {
  readonly cardBrands: readonly CardBrand[]
  readonly acceptMastercard2Series: boolean
}

/** A brand that can be typed into a form of ours. */
export type TypedBrand = (typeof specifiedBrands)[number]

/** By the first digits (A§5), of the cards that are taken; works while the number is being typed. */
export function cardBrandOf(digits: string, options: CardOptions): TypedBrand | null {
  const brand = brandBy(digits, options)
  return brand !== null && options.cardBrands.includes(brand) ? brand : null
}

function brandBy(digits: string, options: Pick<CardOptions, 'acceptMastercard2Series'>): TypedBrand | null {
  if (digits.startsWith('4')) return 'Visa'
  if (digits.startsWith('6')) return 'Discover'
  if (/^5[1-5]/.test(digits)) return 'Mastercard'
  if (options.acceptMastercard2Series && isMastercard2Series(digits)) return 'Mastercard'
  return null
}

function isMastercard2Series(digits: string): boolean {
  const prefix = Number(digits.slice(0, 4))
  return prefix >= 2221 && prefix <= 2720
}

/** No digits of a card number in any script or punctuation. An `@` ends a number: 1234567890@163.com passes. */
export function holdsNoCardNumber(text: string): boolean {
  return !/\p{Nd}{12,}/u.test(text.normalize('NFKC').replace(/[^\p{L}\p{Nd}@]/gu, ''))
}

const wholeCardNumbers = /(?<!\d)\d{4}([\s.\p{Pd}]?)(?:\d{4}\1){2}\d{4}(?!\d)/gu

/** Card numbers with or without the usual spaces; adjacent accounts, phone numbers and dates are none. */
export function mentionsNoCardNumber(text: string): boolean {
  return !plainDigits(text.normalize('NFKC'))
    .match(wholeCardNumbers)
    ?.some((found) => passesLuhn(found.replace(/\D/g, '')))
}

/** In the specification's words; null when it may be sent to the gateway. */
export function cardNumberError(typed: string, options: CardOptions): string | null {
  const digits = bareNumber(typed)
  if (digits === '') return cardMessages.number
  const brand = cardBrandOf(digits, options)
  if (!brand) return cardMessages.numberFormat
  const valid = new RegExp(`^\\d{${cardNumberDigits}}$`).test(digits) && passesLuhn(digits)
  return valid ? null : cardMessages.numberOf[brand]
}

/** ISO/IEC 7812-1. */
function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let place = 1; place <= digits.length; place++) {
    const counted = Number(digits.at(-place)) * (2 - (place % 2))
    sum += counted > 9 ? counted - 9 : counted
  }
  return sum % 10 === 0
}

/** `expiry` is `MMYY`; `month` is `YYYY-MM` in the utility's time zone. */
export function isExpiryGood(expiry: string, month: string): boolean {
  const match = /^(0[1-9]|1[0-2])(\d\d)$/.exec(expiry)
  if (!match) return false
  const until = `20${match[2]}-${match[1]}`
  return until >= month && Number(match[2]) <= Number(month.slice(2, 4)) + 20
}

/** Never stored, never logged; only the checkout call and the gateway port hold it (P1, PCI DSS 3.3.1). */
export const CardDetails = z.object({
  cardHolderName: z
    .string()
    .trim()
    .min(1, cardMessages.holder)
    .max(100, cardMessages.holder)
    .refine(holdsNoCardNumber, cardMessages.holder),
  cardNumber: z.string().min(1, cardMessages.number).max(40, cardMessages.numberFormat).overwrite(bareNumber),
  /** `MMYY` */
  validExpDate: z
    .string()
    .overwrite(bareNumber)
    .regex(/^(0[1-9]|1[0-2])\d\d$/, cardMessages.expiry),
  cvv: z
    .string()
    .overwrite(bareNumber)
    .regex(/^\d{3}$/, cardMessages.securityCode),
  billingZipCode: ZipCode,
})
export type CardDetails = z.infer<typeof CardDetails>

/** A card that was typed into the gateway's own frame: its number never comes to us. */
export const CardToken = CardDetails.pick({ cardHolderName: true, billingZipCode: true }).extend({
  token: z.string().regex(/^\w{1,200}$/, cardMessages.number),
})
export type CardToken = z.infer<typeof CardToken>

/** How a card is named to everyone. */
export const cardWords = '{brand} ending in {lastFour}'

/** Only the last four digits are ever kept or shown: `############1111`. */
export function maskCardNumber(lastFour: string): string {
  return `${'#'.repeat(cardNumberDigits - 4)}${lastFour}`
}
