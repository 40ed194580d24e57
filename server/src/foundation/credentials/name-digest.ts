import { createHmac } from 'node:crypto'
import type { Deps } from '../../deps.ts'

/**
 * The digest under which a typed username is counted, regardless of case. The name itself is not kept, because people
 * mix up fields and type passwords into it.
 */
export function nameDigest({ config }: { config: Pick<Deps['config'], 'LINK_SECRET'> }, name: string): Buffer {
  return createHmac('sha256', config.LINK_SECRET)
    .update(`name ${caseless(name)}`)
    .digest()
}

/**
 * A name in lower case. Two spellings that are the same name for `isSameName` must have the same result, or each
 * spelling would have guesses of its own. JavaScript turns the last sigma of a word into another letter. Whether a
 * database does so depends on how it was created.
 */
function caseless(name: string): string {
  return name.toLowerCase().replaceAll('ς', 'σ')
}
