import pLimit from 'p-limit'
import { secretHashSeconds } from '../../metrics.ts'
import { hashInThread, hashesAtOnce, verifyInThread } from './hash-threads.ts'

/**
 * Passwords for unknown names are compared with this hash: of the same cost, made from 32 random bytes that were thrown
 * away.
 */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$8Yy6VqPzrVOOJDrHROSfiw$aDxHVdXRH8EIp9ETnXgIynVBW7aozvQBxdYE13aRASk'

const hashes = waitingLine(hashesAtOnce)
const turns = waitingLine(hashesAtOnce)

/**
 * Runs work that ends in comparing a password, such as looking the user up, a few at a time. The rest wait for their
 * turn. So a crowd that signs in slows down only itself, on the processor and in the database. Do not wait for a
 * partner during a turn: everybody behind would wait, too.
 * @throws TooManyHashes before any of the work.
 */
export async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  turns.refuseWhenLong()
  return await turns.run(work)
}

/**
 * Hashes a password or a security answer for storage: Argon2id in its textual form, with a salt of its own.
 * @throws TooManyHashes
 */
export async function hashSecret(secret: string): Promise<string> {
  hashes.refuseWhenLong()
  return await measured(() => hashInThread(prepared(secret)))
}

/**
 * Whether a secret is the one that was hashed. Without a hash (null), it does the same work, so that the time it takes
 * does not show whether a user exists.
 * @throws TooManyHashes
 */
export async function matchesSecret(kept: string | null, secret: string): Promise<boolean> {
  hashes.refuseWhenLong()
  return await matchesInTurn(kept, secret)
}

/**
 * Does the same for work that already runs `inTurn`. It turns nobody away, however many others wait for a hash: once a
 * guess is counted, it is also compared.
 */
export async function matchesInTurn(kept: string | null, secret: string): Promise<boolean> {
  const isRight = await measured(() => verifyInThread(kept ?? nobodysHash, prepared(secret)))
  return isRight && kept !== null
}

/**
 * Starts the hash threads ahead of time. Starting takes a tenth of a second, and much longer on a busy machine; the
 * first people to sign in should not wait for it.
 */
export async function prepareHashing(): Promise<void> {
  await verifyInThread(nobodysHash, '')
}

async function measured<Result>(work: () => Promise<Result>): Promise<Result> {
  return await hashes.run(async () => {
    const stopTimer = secretHashSeconds.startTimer()
    try {
      return await work()
    } finally {
      stopTimer()
    }
  })
}

/** Whether two secrets are one, whichever keyboard composed them. */
export function isSameSecret(one: string, other: string): boolean {
  return prepared(one) === prepared(other)
}

/** The same characters, whichever keyboard composed them (NIST SP 800-63B). */
function prepared(secret: string): string {
  return secret.normalize('NFKC')
}

/** When this many wait, further ones are turned away, however short their wait would be. */
const mostWaiting = 300

/** Seconds. Whoever would wait longer is turned away at once: after that long, people press again. */
const longestWait = 10

/** How much the last piece of work counts in what a piece takes on average. */
const weightOfLast = 0.1

/** More people sign in at once than this process can compare passwords for. They should try again. */
export class TooManyHashes extends Error {
  override readonly name = 'TooManyHashes'
}

/** A line in which work waits while other work of its kind runs. */
interface WaitingLine {
  /** Runs work when its turn comes. */
  run: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** @throws TooManyHashes when the line is too long, or would take too long at the pace of the last work. */
  refuseWhenLong: () => void
}

/** A line whose work runs a few at a time, first come, first served. */
export function waitingLine(atOnce: number): WaitingLine {
  const limit = pLimit(atOnce)
  let secondsEach = 0
  return {
    run: async (work) =>
      await limit(async () => {
        const began = performance.now()
        try {
          return await work()
        } finally {
          secondsEach += ((performance.now() - began) / 1000 - secondsEach) * weightOfLast
        }
      }),
    refuseWhenLong: () => {
      const { pendingCount } = limit
      const isLong = pendingCount >= mostWaiting || (pendingCount / atOnce) * secondsEach > longestWait
      if (isLong) throw new TooManyHashes(`${pendingCount} wait already`)
    },
  }
}
