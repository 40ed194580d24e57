/** https, mail or telephone. No user name (text before an @ looks like the host), nothing the database cannot store. */
export function isSafeLink(address: string): boolean {
  if (address.includes('\0') || !address.isWellFormed() || !URL.canParse(address)) return false
  const { protocol, username, password } = new URL(address)
  return /^(https|mailto|tel):$/.test(protocol) && !username && !password
}
