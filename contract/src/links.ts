/**
 * Whether a link in a text is allowed: a page by https, an e-mail address or a telephone number. In the address of a page,
 * what stands before an @ is the name of a user, and reads like the host: https://bank.example@elsewhere.example leads
 * elsewhere. A URL may hold characters that the database takes nowhere: a NUL and half of a surrogate pair.
 */
export function isSafeLink(address: string): boolean {
  if (address.includes('\0') || !address.isWellFormed() || !URL.canParse(address)) return false
  const { protocol, username, password } = new URL(address)
  return /^(https|mailto|tel):$/.test(protocol) && !username && !password
}
