/**
 * A customer's name as shown before we know who is asking: two characters of each word, the rest asterisks (C§2.3,
 * C§5). `Maria Cruz` → `Ma*** Cr**`.
 */
export function maskName(name: string): string {
  return words(name).map(maskWord).join(' ')
}

/** After a comma, these belong to the name before it: the legal form of a company, a generation. */
const nameSuffix = /^(inc|llc|ltd|corp|co|jr|sr|ii|iii|iv)\.?$/i

/** A name in the order it is read: `Cruz, Maria` → `Maria Cruz`; `Island Hotels, Inc.` and `Maria Cruz` stay (C§3). */
export function displayName(fullName: string): string {
  const [last = '', first, ...more] = fullName.split(',').map((part) => part.trim())
  if (!first || more.length > 0 || nameSuffix.test(first)) return words(fullName).join(' ')
  return `${first} ${last}`
}

/**
 * A full name in two parts: `Cruz, Maria Luisa` and `Maria Luisa Cruz` are both Maria Luisa and Cruz. A company, which
 * `isBusiness` tells, has only a last name, and so has a name that keeps a comma in reading order: `Maria Cruz, Jr.`
 */
export function nameParts(fullName: string, isBusiness: boolean): { firstName: string; lastName: string } {
  const name = displayName(fullName)
  const [last, first] = fullName.split(',').map((part) => words(part).join(' '))
  if (isBusiness || name.includes(',')) return { firstName: '', lastName: name }
  if (first && last && name === `${first} ${last}`) return { firstName: first, lastName: last }
  const parts = words(name)
  return { firstName: parts.slice(0, -1).join(' '), lastName: parts.at(-1) ?? '' }
}

/** `Maria Luisa Cruz` → `Cruz, Maria Luisa` (C§3); a name that has only one part stays as it is. */
export function lastFirst(fullName: string, isBusiness: boolean): string {
  const { firstName, lastName } = nameParts(fullName, isBusiness)
  return firstName === '' ? lastName : `${lastName}, ${firstName}`
}

function maskWord(word: string): string {
  const letters = [...word]
  return letters.slice(0, 2).join('') + '*'.repeat(Math.max(0, letters.length - 2))
}

/**
 * An address as shown before we know who is asking: the first two characters of each word, X for every other
 * letter and digit; punctuation stays (C§5). `123 Marine Corps Dr, Tamuning` → `12X MaXXXX CoXXX Dr, TaXXXXXX`.
 */
export function maskAddress(address: string): string {
  return words(address)
    .map((word) => {
      let shown = 0
      return [...word].map((letter) => (!/[\p{L}\p{N}]/u.test(letter) || shown++ < 2 ? letter : 'X')).join('')
    })
    .join(' ')
}

/**
 * An email address as shown before we know who is asking (R31): `elena85@example.com` → `e***5@example.com`. No form
 * takes it for an address.
 */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@')
  if (at < 0) return ''
  return `${address.slice(0, 1)}***${at > 2 ? address.slice(at - 1, at) : ''}${address.slice(at)}`
}

/**
 * `1234567.5` → `1,234,567.5` (A§9), rounded to at most that many decimals. American numbers do not use
 * `Intl.NumberFormat`, whose first use takes a browser 15 ms, and a slow phone four times that.
 */
export function groupThousands(value: number, mostDecimals = 0, locale = 'en-US'): string {
  if (locale !== 'en-US') return new Intl.NumberFormat(locale, { maximumFractionDigits: mostDecimals }).format(value)
  return String(Number(value.toFixed(mostDecimals))).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',')
}

/**
 * A text with plain digits: what NFKC makes of it, and the digits of every other script as `0` to `9`. Raised and
 * circled digits, which NFKC would make plain ones of, stay: the footnote in `58.3²` must not become a cent.
 */
export function plainDigits(text: string): string {
  return text.replace(/\P{No}+/gu, (part) => part.normalize('NFKC')).replace(/(?!\d)\p{Nd}/gu, plainDigit)
}

/** Unicode keeps the ten digits of a script together, from zero to nine. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value % 10)
}

/**
 * A number as it is compared and stored: in plain digits, without the spaces and dashes with which people write it, and
 * without the invisible marks of direction with which phones surround a number that is copied. The long-vowel mark
 * stands where a dash does on Japanese keyboards.
 */
export function bareNumber(text: string): string {
  return plainDigits(text).replace(/[\s\p{Cf}\p{Pd}\u2212\u30FC]/gu, '')
}

export function onlyDigits(text: string): string {
  return plainDigits(text).replace(/\D/g, '')
}

/**
 * A text for staff to read, in which nothing is hidden: control, invisible and bidirectional characters and unusual
 * spaces are escaped, as in `fin\u{200b}`.
 */
export function visibleText(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu, escaped)
}

/**
 * An administrator's username for staff to read. Two names that differ look different: in a name older than the rule
 * for usernames, everything that is not an ordinary character of a keyboard is escaped. What is escaped already stays as it is.
 */
export function visibleAdminName(name: string): string {
  return name.replaceAll(/[^ -~]|^ | $| (?= )/g, escaped)
}

function escaped(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`
}

function words(text: string): string[] {
  return text.trim().split(/\s+/).filter(Boolean)
}

/** The first `limit` characters of a text, followed by an ellipsis when there are more (A§9, C§9). */
export function truncate(text: string, limit: number): string {
  const letters = [...text]
  return letters.length <= limit ? text : `${letters.slice(0, limit).join('')}…`
}

/** So many characters of a service location are shown in tables (A§9, C§9). */
export const serviceLocationLimit = 25

/** Ours, where the specification has no message. */
export const tooLongText = 'Please use at most {longest} characters.'
