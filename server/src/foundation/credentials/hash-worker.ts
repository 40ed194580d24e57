import { type Options, hashSync, verifySync } from '@node-rs/argon2'

/**
 * Runs in a thread for hashes (hash-threads.ts). It hashes synchronously to keep that thread's priority, which Node's
 * own thread pool could not give it.
 */

/** The first choice of OWASP for Argon2id, and the package's default: 19 MiB, two passes, one lane. */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A secret to hash with a salt of its own, or to compare with a hash. */
export interface HashTask {
  secret: string
  /** The hash to compare with, at the cost it states; null to hash the secret. */
  kept: string | null
}

/** @returns the hash in its textual form, or whether the secret matches the hash. */
export function hashOrCompare({ secret, kept }: HashTask): string | boolean {
  return kept === null ? hashSync(secret, cost) : verifySync(kept, secret)
}
