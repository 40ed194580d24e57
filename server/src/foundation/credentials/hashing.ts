import pLimit, { type LimitFunction } from 'p-limit'
import { secretHashSeconds } from '../../metrics.ts'
import { hashInThread, hashesAtOnce, verifyInThread } from './hash-threads.ts'

/**
 * What passwords for unknown names are compared with: a hash of the same cost, of 32 random bytes that were thrown
 * away.
 */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$8Yy6VqPzrVOOJDrHROSfiw$aDxHVdXRH8EIp9ETnXgIynVBW7aozvQBxdYE13aRASk'

const hashes = pLimit(hashesAtOnce)
const turns = pLimit(hashesAtOnce)

/** With this many waiting, some ten seconds of work, nobody else may join them. */
const mostWaiting = 300

/** More people sign in at once than this process can compare passwords for. They should try again. */
export class TooManyHashes extends Error {
  override readonly name = 'TooManyHashes'
}

/**
 * Runs work that ends in comparing a password, such as looking the user up, a few at a time; the rest wait for their
 * turn. So a crowd that signs in slows down itself and nobody else, neither on the processor nor in the database. Do
 * not wait for a partner in a turn: everybody behind would wait, too.
 * @throws TooManyHashes before any of the work.
 */
export async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  refuseWhenMany(turns)
  return await turns(work)
}

/**
 * Hashes a password or a security answer for storage: Argon2id in its textual form, with its own salt.
 * @throws TooManyHashes
 */
export async function hashSecret(secret: string): Promise<string> {
  refuseWhenMany(hashes)
  return await measured(() => hashInThread(prepared(secret)))
}

/**
 * Whether a secret is the one that was hashed. Without a hash (null) it does the same work, so that its time does not
 * show whether a user exists.
 * @throws TooManyHashes
 */
export async function matchesSecret(kept: string | null, secret: string): Promise<boolean> {
  refuseWhenMany(hashes)
  return await matchesInTurn(kept, secret)
}

/**
 * The same for work that runs `inTurn`, which nobody is sent away from any more, however many others wait for a hash: a
 * guess that was counted is compared.
 */
export async function matchesInTurn(kept: string | null, secret: string): Promise<boolean> {
  const isRight = await measured(() => verifyInThread(kept ?? nobodysHash, prepared(secret)))
  return isRight && kept !== null
}

/**
 * Starts the hash threads ahead of time. It takes a tenth of a second, much longer on a busy machine, and the first
 * people to sign in should not wait for it.
 */
export async function prepareHashing(): Promise<void> {
  await verifyInThread(nobodysHash, '')
}

async function measured<Result>(work: () => Promise<Result>): Promise<Result> {
  return await hashes(async () => {
    const stopTimer = secretHashSeconds.startTimer()
    try {
      return await work()
    } finally {
      stopTimer()
    }
  })
}

function refuseWhenMany({ pendingCount }: LimitFunction): void {
  if (pendingCount >= mostWaiting) throw new TooManyHashes(`${pendingCount} wait already`)
}

/** The same characters, whichever keyboard put them together (NIST SP 800-63B). */
function prepared(secret: string): string {
  return secret.normalize('NFKC')
}
