import { hash } from '@node-rs/argon2'

/**
 * The stored form of a password or an answer, as `hashSecret` makes it, but at the lowest cost. A secret is compared at
 * the cost that its hash states, so signing in with this one is a hundred times as fast.
 */
export async function cheapHash(secret: string): Promise<string> {
  return await hash(secret.normalize('NFKC'), { memoryCost: 8, timeCost: 1, parallelism: 1 })
}
