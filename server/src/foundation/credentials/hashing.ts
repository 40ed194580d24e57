import pLimit, { type LimitFunction } from 'p-limit'
import { secretHashSeconds } from '../../metrics.ts'
import { hashInThread, hashesAtOnce, verifyInThread } from './hash-threads.ts'

/** What a name nobody has is compared with: a hash of the same cost, of 32 random bytes that were thrown away. */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$8Yy6VqPzrVOOJDrHROSfiw$aDxHVdXRH8EIp9ETnXgIynVBW7aozvQBxdYE13aRASk'

const hashes = pLimit(hashesAtOnce)
const turns = pLimit(hashesAtOnce)

/** Whoever would wait behind so many, some ten seconds, is sent away instead. */
const mostWaiting = 300

/** More people sign in at once than this process can compare passwords for; they should come again. */
export class TooManyHashes extends Error {
  override readonly name = 'TooManyHashes'
}

/**
 * Does what leads to a comparison, such as looking the user up, a few at a time and the rest in their turn: many at once make
 * each other wait and nobody else, neither for a processor nor for the database. What may wait for a partner is not done in
 * a turn: everybody behind would wait with it.
 * @throws TooManyHashes before any of the work.
 */
export async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  return await boundedBy(turns, work)
}

/**
 * Hashes a password or an answer for keeping: Argon2id in its textual form, with a salt of its own.
 * @throws TooManyHashes
 */
export async function hashSecret(secret: string): Promise<string> {
  return await measured(() => hashInThread(prepared(secret)))
}

/**
 * Whether a secret is the one that was hashed. It takes the same work when there is no hash (null) to compare with, so that
 * time tells nobody whether a user exists.
 * @throws TooManyHashes
 */
export async function matchesSecret(kept: string | null, secret: string): Promise<boolean> {
  const isRight = await measured(() => verifyInThread(kept ?? nobodysHash, prepared(secret)))
  return isRight && kept !== null
}

/**
 * Makes ready what compares passwords, which takes a tenth of a second, and many on a machine that has too much to do: so
 * that the first who sign in do not wait for it.
 */
export async function prepareHashing(): Promise<void> {
  await verifyInThread(nobodysHash, '')
}

async function measured<Result>(work: () => Promise<Result>): Promise<Result> {
  return await boundedBy(hashes, async () => {
    const told = secretHashSeconds.startTimer()
    try {
      return await work()
    } finally {
      told()
    }
  })
}

async function boundedBy<Result>(queue: LimitFunction, work: () => Promise<Result>): Promise<Result> {
  if (queue.pendingCount >= mostWaiting) throw new TooManyHashes(`${queue.pendingCount} wait already`)
  return await queue(work)
}

/** The same characters, whichever keyboard put them together (NIST SP 800-63B). */
function prepared(secret: string): string {
  return secret.normalize('NFKC')
}
