/** For callers unknown to us: `Maria Cruz` → `Ma*** Cr**` (C§2.3, C§5). */
export function maskName(name: string): string {
  return words(name).map(maskWord).join(' ')
}

/** After a comma, these belong to the name before it. */
const nameSuffix = /^(inc|llc|ltd|corp|co|jr|sr|ii|iii|iv)\.?$/i

/** `Cruz, Maria` → `Maria Cruz`; `Island Hotels, Inc.` and `Maria Cruz` stay (C§3). */
export function displayName(fullName: string): string {
  const [last = '', first, ...more] = fullName.split(',').map((part) => part.trim())
  if (!first || more.length > 0 || nameSuffix.test(first)) return words(fullName).join(' ')
  return `${first} ${last}`
}

/** In either order; a company, or a name that keeps a comma (`Maria Cruz, Jr.`), has only a last name. */
export function nameParts(fullName: string, isBusiness: boolean): { firstName: string; lastName: string } {
  const name = displayName(fullName)
  const [last, first] = fullName.split(',').map((part) => words(part).join(' '))
  if (isBusiness || name.includes(',')) return { firstName: '', lastName: name }
  if (first && last && name === `${first} ${last}`) return { firstName: first, lastName: last }
  const parts = words(name)
  return { firstName: parts.slice(0, -1).join(' '), lastName: parts.at(-1) ?? '' }
}

/** `Maria Luisa Cruz` → `Cruz, Maria Luisa` (C§3); a name of one part stays. */
export function lastFirst(fullName: string, isBusiness: boolean): string {
  const { firstName, lastName } = nameParts(fullName, isBusiness)
  return firstName === '' ? lastName : `${lastName}, ${firstName}`
}

function maskWord(word: string): string {
  const letters = [...word]
  return letters.slice(0, 2).join('') + '*'.repeat(Math.max(0, letters.length - 2))
}

/** `123 Marine Corps Dr` → `12X MaXXXX CoXXX Dr`; punctuation stays (C§5). */
export function maskAddress(address: string): string {
  return words(address)
    .map((word) => {
      let shown = 0
      return [...word].map((letter) => (!/[\p{L}\p{N}]/u.test(letter) || shown++ < 2 ? letter : 'X')).join('')
    })
    .join(' ')
}

/** `1,234,567.5` (A§9). American numbers avoid `Intl.NumberFormat`, whose first use takes a slow phone 60 ms. */
export function groupThousands(value: number, mostDecimals = 0, locale = 'en-US'): string {
  if (locale !== 'en-US') return new Intl.NumberFormat(locale, { maximumFractionDigits: mostDecimals }).format(value)
  return String(Number(value.toFixed(mostDecimals))).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',')
}

/** NFKC, and every script's digits as `0` to `9`. Raised digits stay: the note in `58.3²` must not become a cent. */
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

/** Plain digits without spaces, dashes (also a long-vowel mark, as on Japanese keyboards) and direction marks. */
export function bareNumber(text: string): string {
  return plainDigits(text).replace(/[\s\p{Cf}\p{Pd}\u2212\u30FC]/gu, '')
}

export function onlyDigits(text: string): string {
  return plainDigits(text).replace(/\D/g, '')
}

export function tooLong(longest: number): string {
  return `Please use at most ${longest} characters.`
}

/** Hides nothing: control, invisible and bidirectional characters and odd spaces become `fin\u{200b}`. */
export function visibleText(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu, escaped)
}

/** Names that differ look different: all but ordinary keyboard characters are escaped, once. */
export function visibleAdminName(name: string): string {
  return name.replaceAll(/[^ -~]|^ | $| (?= )/g, escaped)
}

function escaped(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`
}

function words(text: string): string[] {
  return text.trim().split(/\s+/).filter(Boolean)
}

/** Ends in an ellipsis when there are more characters (A§9, C§9). */
export function truncate(text: string, limit: number): string {
  const letters = [...text]
  return letters.length <= limit ? text : `${letters.slice(0, limit).join('')}…`
}

/** Characters in tables (A§9, C§9). */
export const serviceLocationLimit = 25
