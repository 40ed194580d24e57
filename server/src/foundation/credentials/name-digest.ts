import { createHmac } from 'node:crypto'
import type { Deps } from '../../deps.ts'

/**
 * What a typed username is counted under, regardless of case. The name itself is not kept, because people mix up fields
 * and type passwords into it.
 */
export function nameDigest({ config }: { config: Pick<Deps['config'], 'LINK_SECRET'> }, name: string): Buffer {
  return createHmac('sha256', config.LINK_SECRET)
    .update(`name ${caseless(name)}`)
    .digest()
}

/**
 * A name in small letters, such that two ways to write it that the database takes for one name never differ: each would
 * have guesses of its own. JavaScript makes two letters of an `İ`, and another one of the last sigma of a word; databases
 * do or do not, as they were made.
 */
function caseless(name: string): string {
  return name.toLowerCase().replaceAll('i\u0307', 'i').replaceAll('ς', 'σ')
}
