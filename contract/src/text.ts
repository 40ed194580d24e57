/** Before we know who is asking (C§2.3, C§5): `Maria Cruz` → `Ma*** Cr**`. */
export function maskName(name: string): string {
  return words(name).map(maskWord).join(' ')
}

/** After a comma, these belong to the name before it: the legal form of a company, a generation. */
export const nameSuffix = /^(inc|llc|ltd|corp|co|jr|sr|ii|iii|iv)\.?$/i

/** A name in the order it is read: `Cruz, Maria` → `Maria Cruz`; `Island Hotels, Inc.` and `Maria Cruz` stay (C§3). */
export function displayName(fullName: string): string {
  const [last = '', first, ...more] = fullName.split(',').map((part) => part.trim())
  if (!first || more.length > 0 || nameSuffix.test(first)) return words(fullName).join(' ')
  return `${first} ${last}`
}

/** A company has only a last name, and so has a name that keeps a comma in reading order: `Maria Cruz, Jr.` */
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

/** C§5: `123 Marine Corps Dr, Tamuning` → `12X MaXXXX CoXXX Dr, TaXXXXXX`. */
export function maskAddress(address: string): string {
  return words(address)
    .map((word) => {
      let shown = 0
      return [...word].map((letter) => (!/[\p{L}\p{N}]/u.test(letter) || shown++ < 2 ? letter : 'X')).join('')
    })
    .join(' ')
}

/** R31: `elena85@example.com` → `e***5@example.com`, which no form takes for an address. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@')
  if (at < 0) return ''
  return `${address.slice(0, 1)}***${at > 2 ? address.slice(at - 1, at) : ''}${address.slice(at)}`
}

/** A§9. American numbers do without `Intl.NumberFormat`, whose first use takes a slow phone 60 ms. */
export function groupThousands(value: number, mostDecimals = 0, locale = 'en-US'): string {
  if (locale !== 'en-US') return new Intl.NumberFormat(locale, { maximumFractionDigits: mostDecimals }).format(value)
  return String(Number(value.toFixed(mostDecimals))).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',')
}

/** Every script's digits as `0` to `9`. Raised and circled ones stay: the footnote in `58.3²` must not become a cent. */
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

/** A name or address that was typed to find something by: without spaces around it, and without what cannot be seen. */
export function typedName(text: string): string {
  return text
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .normalize('NFC')
}

/** As it is compared and stored: without spaces and dashes. */
export function bareNumber(text: string): string {
  return unspaced(text).replaceAll('-', '')
}

/**
 * With plain digits and dashes, and without spaces and the invisible marks of direction around a number copied on a
 * phone. The long-vowel mark stands where a dash does on Japanese keyboards.
 */
export function unspaced(text: string): string {
  const plain = plainDigits(text).replace(/[\s\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
  return plain.replace(/[\p{Pd}\u2212\u30FC]/gu, '-')
}

/** The ten digits of an American number, however it is written: with +1, spaces, dashes, dots, parentheses. Else null. */
export function phoneDigits(typed: string): string | null {
  return /^(?:\+?1)?(\d{10})$/.exec(bareNumber(typed).replaceAll(/[().]/g, ''))?.[1] ?? null
}

export function onlyDigits(text: string): string {
  return plainDigits(text).replace(/\D/g, '')
}

/** What the database can store: no NUL, no half of a surrogate pair. `isWellFormed` is too new (web/build/browsers.ts). */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text)
}

/** For staff: control, invisible and bidirectional characters and unusual spaces are escaped, as in `fin\u{200b}`. */
export function visibleText(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu, escaped)
}

/** In a name older than the rule for usernames, whatever is not on a keyboard is escaped: two names never look alike. */
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

/** C§2.8: a service location up to its first comma. */
export function placeOf(serviceLocation: string): string {
  return (serviceLocation.split(',')[0] ?? '').trim()
}

/** A§9, C§9. */
export const serviceLocationLimit = 25

export const tooLongText = 'Please use at most {longest} characters.'
