/**
 * Whether a link in a text is allowed: an https page, an e-mail address or a telephone number. The address of a page
 * must have no user name: text before an @ looks like the host, but https://bank.example@elsewhere.example leads to
 * elsewhere.example. Nor may it have characters that the database cannot store: NUL and half of a surrogate pair.
 */
export function isSafeLink(address: string): boolean {
  if (address.includes('\0') || !address.isWellFormed() || !URL.canParse(address)) return false
  const { protocol, username, password } = new URL(address)
  return /^(https|mailto|tel):$/.test(protocol) && !username && !password
}
