/**
 * Whether a link in a text is allowed: a page by https, an e-mail address or a telephone number. A URL may hold characters
 * that the database takes nowhere: a NUL and half of a surrogate pair.
 */
export function isSafeLink(address: string): boolean {
  if (address.includes('\0') || !address.isWellFormed() || !URL.canParse(address)) return false
  return ['https:', 'mailto:', 'tel:'].includes(new URL(address).protocol)
}
