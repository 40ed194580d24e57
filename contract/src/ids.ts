import { z } from 'zod'
import { bareNumber } from './text.ts'

/**
 * A whole number, 0 or more, as pages, forms and addresses send it: a number, or a string of digits. Whatever else
 * JavaScript would turn into a number is refused, such as `true`, `[1]`, `null`, `'1e0'`, `' 1 '` and `'0x1'`.
 * @param message for everything else
 */
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

/** The key of a row, which counts from 1. */
export const RowId = WholeNumber.pipe(z.int().positive())

/**
 * The ten digits of a utility account, as printed on the bill (C§5). Leading zeros count. Spaces and dashes do not, nor
 * does the script of the digits.
 */
export const accountNumberDigits = 10
export const AccountNumber = z
  .string()
  .overwrite(bareNumber)
  .regex(new RegExp(String.raw`^\d{${accountNumberDigits}}$`), 'Account number is invalid.')
  .brand<'AccountNumber'>()
export type AccountNumber = z.infer<typeof AccountNumber>

/**
 * An account number as the utility's staff give it: a spreadsheet may have dropped its zeros at the beginning, so one to
 * nine digits have them before them again. Any other text is returned trimmed.
 */
export function accountToSearch(typed: string): string {
  const bare = bareNumber(typed)
  return new RegExp(`^\\d{1,${accountNumberDigits}}$`).test(bare)
    ? bare.padStart(accountNumberDigits, '0')
    : typed.trim()
}
export const AccountToSearch = z.string().overwrite(accountToSearch).pipe(AccountNumber)

/** The billing system's key of a person: ten digits. */
export const PersonId = z
  .string()
  .regex(/^\d{10}$/)
  .brand<'PersonId'>()
export type PersonId = z.infer<typeof PersonId>

/** The billing system's key of a bill: twelve digits. */
export const BillId = z
  .string()
  .regex(/^\d{12}$/)
  .brand<'BillId'>()
export type BillId = z.infer<typeof BillId>

/** Names a checkout to the browser that began it. It reveals nothing, and opens nothing without the session. */
export const CheckoutPublicId = z.uuid().brand<'CheckoutPublicId'>()
export type CheckoutPublicId = z.infer<typeof CheckoutPublicId>

/**
 * The tag by which a card gateway knows a transaction (A§4). Each gateway has its own form, which its adapter checks. It
 * never has the 13 digits in a row of a card number.
 */
const tag = String.raw`(?!\w*\d{13})\w{1,40}`
export const tagPattern = new RegExp(`^${tag}$`)

/** `W-{tag}`, with `-{n}` when one card payment covers several accounts (A§9, R1). */
export const receiptPattern = new RegExp(String.raw`^W-(?<tag>${tag})(-\d{1,4})?$`)
export const ReceiptNumber = z.string().regex(receiptPattern).brand<'ReceiptNumber'>()
export type ReceiptNumber = z.infer<typeof ReceiptNumber>

/** The five digits of a US zip code (C§5), with the form's message for anything else. */
export const zipCode = (message: string) =>
  z
    .string()
    .overwrite(bareNumber)
    .regex(/^\d{5}$/, message)
    .brand<'ZipCode'>()

export const ZipCode = zipCode('Invalid Zip Code')
export type ZipCode = z.infer<typeof ZipCode>
