import { z } from 'zod'
import { accountShape, accountToSearch, isAccountNumber, printedAccount } from './account-shape.ts'
import { bareNumber } from './text.ts'

/** A number or a string of digits; refuses what JavaScript would convert: `true`, `[1]`, `null`, `'1e0'`, `'0x1'`. */
export const wholeNumber = (message?: string) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^\d{1,16}$/)
          .transform(Number),
      ],
      message,
    )
    .pipe(z.int(message).min(0, message))
export const WholeNumber = wholeNumber()

/** Counts from 1. */
export const RowId = WholeNumber.pipe(z.int().positive())

/** What the database keeps in four bytes: the version of a row, or how many of something. */
export const Count = WholeNumber.pipe(z.int().positive().max(2_147_483_647))

/** As printed on the bill, of the utility's shape: ten digits where its profile has none (C§5). */
export const AccountNumber = z
  .string()
  .overwrite(printedAccount)
  .refine(isAccountNumber, 'Account number is invalid.')
  .brand<'AccountNumber'>()
export type AccountNumber = z.infer<typeof AccountNumber>

/** For previews, as the profile has it. */
export function exampleAccount(): AccountNumber {
  return AccountNumber.parse(accountShape().example)
}

/** As staff type it, without its leading zeros. */
export const AccountToSearch = z.string().overwrite(accountToSearch).pipe(AccountNumber)

/** The billing system's key: ten digits. */
export const PersonId = z
  .string()
  .regex(/^\d{10}$/)
  .brand<'PersonId'>()
export type PersonId = z.infer<typeof PersonId>

/** The billing system's key: twelve digits. */
export const BillId = z
  .string()
  .regex(/^\d{12}$/)
  .brand<'BillId'>()
export type BillId = z.infer<typeof BillId>

/** Opens nothing without the session, but for a payment from a bank account: there, parts of it. */
export const CheckoutPublicId = z.uuid().brand<'CheckoutPublicId'>()
export type CheckoutPublicId = z.infer<typeof CheckoutPublicId>

const longestTag = 40

/** A gateway's key of a transaction (A§4); its adapter checks the form. Never has 13 digits in a row, as cards have. */
const tag = String.raw`(?!\w*\d{13})\w{1,${longestTag}}`
export const tagPattern = new RegExp(`^${tag}$`)

/** `K4M7-92PD`: begins with a letter, so that no tag of digits looks like one, and not with the W of `W-`. */
export const shortNumberForm = '[A-HJKMNPQRTVX-Z][0-9A-HJKMNPQRTV-Z]{3}-[0-9A-HJKMNPQRTV-Z]{4}'

/** `W-{tag}`, with `-{n}` when one payment covers several accounts (A§9, R1). A short number of ours is a tag, too. */
export const receiptPattern = new RegExp(String.raw`^W-(?<tag>${shortNumberForm}|${tag})(-(?<ordinal>\d{1,4}))?$`)
/** Of `W-{tag}-1001`. Whatever carries a receipt is as wide. */
export const longestReceipt = 'W-'.length + longestTag + '-1001'.length
export const ReceiptNumber = z.string().regex(receiptPattern).brand<'ReceiptNumber'>()
export type ReceiptNumber = z.infer<typeof ReceiptNumber>

/** Five digits (C§5). */
export const ZipCode = z
  .string()
  .overwrite(bareNumber)
  .regex(/^\d{5}$/, 'Invalid Zip Code')
  .brand<'ZipCode'>()
export type ZipCode = z.infer<typeof ZipCode>
