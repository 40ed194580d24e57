import { hash } from '@node-rs/argon2'

/**
 * What is kept of a password or an answer, as `hashSecret` makes it but for the least cost. A secret is compared at the
 * cost its hash tells, so whoever signs in with this one is let in a hundred times as fast.
 */
export async function cheapHash(secret: string): Promise<string> {
  return await hash(secret.normalize('NFKC'), { memoryCost: 8, timeCost: 1, parallelism: 1 })
}
