import { z } from 'zod'
import { emailAddress } from './email.ts'
import type { AccountNumber } from './ids.ts'
import type { BillRoute } from './paperless.ts'
import { phoneDigits } from './text.ts'

/** C§5. */
export const contactTexts = {
  emailRequired: 'Please enter your Email Address!',
  onePhone: 'Please fill atleast 1 contact number!',
} as const

export function isPhone(text: string): boolean {
  return phoneDigits(text) !== null
}

/** `+1 (671) 555 0101` → `671-555-0101`, the one form for a phone number; any other text is trimmed. */
export function storedPhone(text: string): string {
  return phoneDigits(text)?.replace(/^(\d{3})(\d{3})/, '$1-$2-') ?? text.trim()
}

/** PHONE_TYPE_CD (C§9). */
export const PhoneType = z.enum(['MOBILE', 'HOME-PHONE', 'BUSN-PHONE'])
export type PhoneType = z.infer<typeof PhoneType>

/** The person, the mailing premise or the account (C§3); `N/A` or empty means no paper bill (C§4). */
export const BillAddressSource = z.enum(['PER', 'PREM', 'ACOV', 'N/A'])
export type BillAddressSource = z.infer<typeof BillAddressSource>

/** A phone on file. A change names it by its sequence (C§3). */
export const ContactNumber = z.object({
  type: PhoneType,
  number: z.string(),
  sequence: z.number().int(),
})
export type ContactNumber = z.infer<typeof ContactNumber>

export const phoneField = (invalid: string) =>
  z
    .string()
    .max(50, invalid)
    .refine((text) => text.trim() === '' || isPhone(text), invalid)
    .transform(storedPhone)

export const emailField = (invalid: string) => emailAddress(contactTexts.emailRequired, invalid)

/** Deletes the phone on file (C§5); old clients send a text. */
export const DeletionFlag = z
  .union([
    z.boolean(),
    z.literal('').transform(() => false),
    z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'], case: 'sensitive' }),
  ])
  .default(false)

/** From 0; null when none was on file. */
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

export function hasPhone(...numbers: readonly string[]): boolean {
  return numbers.some((number) => number.trim() !== '')
}

export interface BillingAddress {
  address1: string
  address2: string | null
  city: string
  state: string
  /** May have a `-nnnn` extension. The five digits before it are the zip code (C§3). */
  postal: string
  country: string
}

/** The one shape of a person, a change, the queue and the extract, whose keys the portal goes by. */
export interface ContactDetails {
  emailAddress: string | null
  /** The person's own address. Bills may go to another one. */
  address: BillingAddress | null
}

/** What is left out stays as it is. */
export type ContactEdit = {
  readonly [Detail in keyof ContactDetails]?: NonNullable<ContactDetails[Detail]>
} & { readonly phones: readonly PhoneChange[]; readonly billRoutes?: readonly RouteChange[] }

/** How a person's bills of one account are to go out. */
export interface RouteChange {
  accountId: AccountNumber
  route: BillRoute
}

/** If the phone no longer exists, `update` adds it and `delete` does nothing. */
export type PhoneChange =
  | { action: 'add'; type: PhoneType; number: string }
  | { action: 'update'; type: PhoneType; sequence: number; number: string }
  | { action: 'delete'; type: PhoneType; sequence: number }
