/**
 * Who owns what in the utility of the mixed load. Accounts count from 0 and form blocks of ten: the first seven belong
 * to a home each, the other three to one family. Of every ten thousand accounts the first three hundred belong to one
 * agency. Every fourth block has logins.
 */
const blockAccounts = 10
const homesOfBlock = 7
const agencyBlocks = 1_000
const agencyOwnBlocks = 30
const loginEvery = 4

/** The zip code of every bill. */
export const zip = '96913'
/** Of every customer; they share its hash, because hashing is dear. */
export const password = 'Talofofo-1671'

/** The number of an account, from 0; also of its owner, of its premise and of its agreement. */
export const numberOf = (nth: number): string => String(1_000_000_000 + nth)
export const usernameOf = (owner: number): string => `customer${numberOf(owner)}`

/** The owner of the account `n`, as an expression of SQL. */
export const ownerOfAccount = `(case
  when n % ${blockAccounts * agencyBlocks} < ${blockAccounts * agencyOwnBlocks} then n - n % ${blockAccounts * agencyBlocks}
  when n % ${blockAccounts} >= ${homesOfBlock} then n - n % ${blockAccounts} + ${homesOfBlock}
  else n end)`
/** Whether the owner `n` has a login, as an expression of SQL. */
export const hasLogin = `n / ${blockAccounts} % ${loginEvery} = 0`

/** The owner's number of somebody who can sign in: an agency in one of a thousand visits. */
export function ownerWithLogin(accounts: number, chance: () => number): number {
  const areas = Math.max(1, Math.floor(accounts / (blockAccounts * agencyBlocks)))
  const firstOfArea = Math.floor(chance() * areas) * blockAccounts * agencyBlocks
  if (chance() < 0.001) return firstOfArea
  const firstBlock = Math.ceil(agencyOwnBlocks / loginEvery)
  const lastBlock = Math.min(agencyBlocks, accounts / blockAccounts) / loginEvery
  const block = (firstBlock + Math.floor(chance() * (lastBlock - firstBlock))) * loginEvery
  return firstOfArea + block * blockAccounts + Math.floor(chance() * (homesOfBlock + 1))
}
