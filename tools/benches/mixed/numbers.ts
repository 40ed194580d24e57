/**
 * Who owns what in the utility of the mixed load. Accounts are numbered from 0 and form blocks of ten. In each block,
 * the first seven accounts belong to one home each and the other three to one family. Of every ten thousand accounts,
 * the first three hundred belong to one agency. Every fourth block has logins.
 */
const blockAccounts = 10
const homesOfBlock = 7
const agencyBlocks = 1_000
const agencyOwnBlocks = 30
const loginEvery = 4

/** The zip code of every bill. */
export const zip = '96913'
/** The password of every customer. They share its hash, because hashing is expensive. */
export const password = 'Talofofo-1671'

/** The number of an account, counted from 0. Its owner, premise and agreement have the same number. */
export const numberOf = (nth: number): string => String(1_000_000_000 + nth)
export const usernameOf = (owner: number): string => `customer${numberOf(owner)}`

/** The owner of the account `n`, as an expression of SQL. */
export const ownerOfAccount = `(case
  when n % ${blockAccounts * agencyBlocks} < ${blockAccounts * agencyOwnBlocks} then n - n % ${blockAccounts * agencyBlocks}
  when n % ${blockAccounts} >= ${homesOfBlock} then n - n % ${blockAccounts} + ${homesOfBlock}
  else n end)`
/** Whether the owner `n` has a login, as an expression of SQL. */
export const hasLogin = `n / ${blockAccounts} % ${loginEvery} = 0`

/** The number of an owner who can sign in. In one of a thousand visits it is an agency. */
export function ownerWithLogin(accounts: number, chance: () => number): number {
  const areas = Math.max(1, Math.floor(accounts / (blockAccounts * agencyBlocks)))
  const firstOfArea = Math.floor(chance() * areas) * blockAccounts * agencyBlocks
  if (chance() < 0.001) return firstOfArea
  const firstBlock = Math.ceil(agencyOwnBlocks / loginEvery)
  const lastBlock = Math.min(agencyBlocks, accounts / blockAccounts) / loginEvery
  const block = (firstBlock + Math.floor(chance() * (lastBlock - firstBlock))) * loginEvery
  return firstOfArea + block * blockAccounts + Math.floor(chance() * (homesOfBlock + 1))
}
