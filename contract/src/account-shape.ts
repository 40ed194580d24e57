import { bareNumber, unspaced } from './text.ts'

/** 1 to 20 capital letters and digits, and what stands between them on a bill. Safe in addresses, file names and CSV. */
const characters = /^[0-9A-Z][0-9A-Z./-]{0,19}$/
/** Whatever could be a card number is refused wherever numbers are kept. */
const likeCardNumber = /\d{13}/

/** How a utility prints its account numbers, which is also how they are stored (docs/profile.md). */
export interface AccountShape {
  /** A regular expression of the whole number. */
  readonly pattern: string
  readonly example: string
  /** How many digits a number has, where staff may leave out zeros at its beginning. */
  readonly padTo?: number | undefined
  /** How many of the last characters name an account in a message. */
  readonly shownAtEnd: number
}

/** C§5: ten digits. */
export const specifiedShape: AccountShape = {
  pattern: '[0-9]{10}',
  example: '0123456789',
  padTo: 10,
  shownAtEnd: 4,
}

let shape = specifiedShape
let whole = wholeOf(shape)

/** Once, before anything is parsed: a process and a page serve one utility. */
export function setAccountShape(given: AccountShape = specifiedShape): void {
  shape = given
  whole = wholeOf(given)
}

/** What fields say about it. `isDigits`: a keypad of digits is enough, and nothing else needs to be taken in. */
export function accountShape(): AccountShape & { readonly isDigits: boolean } {
  const hasLetters = /[A-Za-z]/.test(shape.pattern.replaceAll('\\d', ''))
  return { ...shape, isDigits: /^\d+$/.test(shape.example) && !hasLetters }
}

/** By which a message that others may read names it. */
export function accountEnd(account: string): string {
  return account.slice(-Math.max(1, Math.min(shape.shownAtEnd, Math.floor(account.length / 2))))
}

export function isAccountNumber(text: string): boolean {
  return isStorable(text) && whole.test(text)
}

/** As printed, of what was typed or copied: in small letters, in any script’s digits, with spaces, without its dashes. */
export function printedAccount(typed: string): string {
  const kept = unspaced(typed).toUpperCase()
  const bare = bareNumber(typed).toUpperCase()
  const spellings = [kept, bare, withSeparators(bare.replaceAll(/[./]/g, ''))]
  return spellings.find(isAccountNumber) ?? bare
}

/** Gives back the leading zeros a spreadsheet dropped; any other text is trimmed. */
export function accountToSearch(typed: string): string {
  const printed = printedAccount(typed)
  if (isAccountNumber(printed)) return printed
  const padded = /^\d+$/.test(printed) ? withSeparators(printed.padStart(shape.padTo ?? 0, '0')) : ''
  if (isAccountNumber(padded)) return padded
  return /^\d+$/.test(printed) ? printed : typed.trim()
}

/** As the example has them, where it has as many letters and digits. */
function withSeparators(bare: string): string {
  let at = 0
  const printed = shape.example.replaceAll(/[0-9A-Z]/g, () => bare.charAt(at++))
  return at === bare.length ? printed : bare
}

/** Whether the shape's own example can be one. */
export function hasGoodExample(given: AccountShape): boolean {
  return isStorable(given.example) && wholeOf(given).test(given.example)
}

function isStorable(text: string): boolean {
  return characters.test(text) && !likeCardNumber.test(text)
}

function wholeOf({ pattern }: AccountShape): RegExp {
  return new RegExp(`^(?:${pattern})$`)
}
