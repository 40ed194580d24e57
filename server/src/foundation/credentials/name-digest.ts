import { createHmac } from 'node:crypto'
import type { Deps } from '../../deps.ts'

/**
 * What a typed username is counted under, regardless of case. The name itself is not kept, because people mix up fields
 * and type passwords into it.
 */
export function nameDigest({ config }: { config: Pick<Deps['config'], 'LINK_SECRET'> }, name: string): Buffer {
  return createHmac('sha256', config.LINK_SECRET).update(`name ${name.toLowerCase()}`).digest()
}
