import { type Options, hashSync, verifySync } from '@node-rs/argon2'

/** In a thread of its own, and synchronously: Node's thread pool could not have that thread's priority. */

/** OWASP's first choice for Argon2id: 19 MiB, two passes, one lane. */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface HashTask {
  secret: string
  /** The hash to compare with, at the cost it states; null to hash the secret. */
  kept: string | null
}

export function hashOrCompare({ secret, kept }: HashTask): string | boolean {
  return kept === null ? hashSync(secret, cost) : verifySync(kept, secret)
}
