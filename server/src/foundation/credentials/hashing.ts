import pLimit from 'p-limit'
import { secretHashSeconds } from '../../metrics.ts'
import { hashInThread, hashesAtOnce, verifyInThread } from './hash-threads.ts'

/** For unknown names: of the same cost, made from 32 random bytes that were thrown away. */
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$8Yy6VqPzrVOOJDrHROSfiw$aDxHVdXRH8EIp9ETnXgIynVBW7aozvQBxdYE13aRASk'

const hashes = workQueue(hashesAtOnce)
const turns = workQueue(hashesAtOnce)

/** Runs password checks a few at a time; do not wait for a partner meanwhile. @throws HashQueueFull before any work */
export async function inQueue<Result>(work: () => Promise<Result>): Promise<Result> {
  turns.refuseWhenLong()
  return await turns.run(work)
}

/** Argon2id in its textual form, with a salt of its own. @throws HashQueueFull */
export async function hashSecret(secret: string): Promise<string> {
  hashes.refuseWhenLong()
  return await measured(() => hashInThread(prepared(secret)))
}

/** Null takes the same time, so that time does not show whether a user exists. @throws HashQueueFull */
export async function matchesSecret(kept: string | null, secret: string): Promise<boolean> {
  hashes.refuseWhenLong()
  return await matchesInQueue(kept, secret)
}

/** For work that runs `inQueue`: once a attempt is counted, it is also compared, however many wait. */
export async function matchesInQueue(kept: string | null, secret: string): Promise<boolean> {
  const isRight = await measured(() => verifyInThread(kept ?? dummyHash, prepared(secret)))
  return isRight && kept !== null
}

/** Starting threads takes a tenth of a second or more; the first people to sign in should not wait for it. */
export async function prepareHashing(): Promise<void> {
  await verifyInThread(dummyHash, '')
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

const weightOfLast = 0.1

export class HashQueueFull extends Error {
  override readonly name = 'HashQueueFull'
}

interface WorkQueue {
  run: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** @throws HashQueueFull when the line is too long, or would take too long at the pace of the last work. */
  refuseWhenLong: () => void
}

export function workQueue(atOnce: number): WorkQueue {
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
      if (isLong) throw new HashQueueFull(`${pendingCount} wait already`)
    },
  }
}
