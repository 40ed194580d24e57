import { z } from 'zod'
import { emailAddress } from './email.ts'
import { plainDigits } from './text.ts'

/**
 * The texts about contact details that sign-up and Edit Account share (C§5). Where their wordings differ, each form has
 * its own.
 */
export const contactTexts = {
  emailRequired: 'Please enter your Email Address!',
  onePhone: 'Please fill atleast 1 contact number!',
} as const

/** Ten digits, with or without parentheses around the area code, and a dash, dot or space between the groups (C§5). */
const phonePattern = /^(?:\(\d{3}\)|\d{3})[-. ]?\d{3}[-. ]?\d{4}$/

/** Whether this can be a phone number (C§5). */
export function isPhone(text: string): boolean {
  return phonePattern.test(plain(text))
}

/**
 * The number with plain digits, spaces and dashes. A copied number may have other kinds of them, and the invisible
 * direction marks that phones put around numbers.
 */
function plain(text: string): string {
  return plainDigits(text)
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Pd}\u2212\u30FC]/gu, '-')
    .replaceAll(/\s/g, ' ')
    .trim()
}

/** A phone number as the portal stores it: `(671) 555 0101` → `671-555-0101`. Any other text is returned trimmed. */
export function storedPhone(text: string): string {
  if (!isPhone(text)) return text.trim()
  return plain(text)
    .replaceAll(/\D/g, '')
    .replace(/^(\d{3})(\d{3})/, '$1-$2-')
}

// Kept apart from the schemas, so that a page that only shows the texts need not load a schema library.

/** PHONE_TYPE_CD, the types of phone a customer has (C§9). */
export const PhoneType = z.enum(['MOBILE', 'HOME-PHONE', 'BUSN-PHONE'])
export type PhoneType = z.infer<typeof PhoneType>

/**
 * Where the address of an account's bills comes from (C§3): the person, the mailing premise, or the override on the
 * account. `N/A` or empty means no paper bill; the customer reads it online (C§4).
 */
export const BillAddressSource = z.enum(['PER', 'PREM', 'ACOV', 'N/A'])
export type BillAddressSource = z.infer<typeof BillAddressSource>

/** A phone on file. A change names it by its sequence (C§3). */
export const ContactNumber = z.object({
  type: PhoneType,
  number: z.string(),
  sequence: z.number().int(),
})
export type ContactNumber = z.infer<typeof ContactNumber>

/** A phone field with the message of its form; empty, or the number as it is stored. */
export const phoneField = (invalid: string) =>
  z
    .string()
    .max(50, invalid)
    .refine((text) => text.trim() === '' || isPhone(text), invalid)
    .transform(storedPhone)

export const emailField = (invalid: string) => emailAddress(contactTexts.emailRequired, invalid)

/**
 * Whether a field was emptied, so that its phone on file is to be deleted (C§5). Old clients send the flag as a text.
 */
export const DeletionFlag = z
  .union([
    z.boolean(),
    z.literal('').transform(() => false),
    z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'], case: 'sensitive' }),
  ])
  .default(false)

/** The sequence of the phone on file that a field stands for, from 0; null when there was none. */
export const PhoneSequence = z
  .union([
    z.number().int().min(0).max(9999),
    z
      .string()
      .regex(/^\d{1,4}$/)
      .transform(Number),
    z.literal(''),
  ])
  .nullable()
  .default(null)
  .transform((sequence) => (sequence === '' ? null : sequence))

/** Whether a form leaves at least one phone (C§5). */
export function hasPhone(...numbers: readonly string[]): boolean {
  return numbers.some((number) => number.trim() !== '')
}
