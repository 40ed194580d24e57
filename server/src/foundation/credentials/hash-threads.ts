import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { z } from 'zod'
import type * as hashWorker from './hash-worker.ts'

/** How many hashes are computed at once. One processor stays free for everything else. */
export const hashesAtOnce = Math.max(1, Math.min(3, availableParallelism() - 1))

/** The function that runs in the threads, by its exported name. */
const task = { name: 'hashOrCompare' satisfies keyof typeof hashWorker }

/**
 * The `nice` value of the threads. With this value, work that waits for no hash, such as answering other calls, gets
 * the processor in a ratio of three to two. With 10, the ratio would be nine to one, and on an overloaded machine
 * nobody could sign in any more.
 */
const lowered = 2

type HashThreads = Piscina<hashWorker.HashTask, unknown>

let threads: HashThreads | null = null

/** Created when first needed, because most commands and tests hash nothing. The threads end with the process. */
function hashThreads(): HashThreads {
  threads ??= new Piscina({
    filename: fileURLToPath(new URL('hash-worker.ts', import.meta.url)),
    minThreads: 1,
    maxThreads: hashesAtOnce,
    idleTimeout: 60_000,
    niceIncrement: lowered,
  })
  return threads
}

/** Hashes a secret in another thread. */
export async function hashInThread(secret: string): Promise<string> {
  return z.string().parse(await hashThreads().run({ secret, kept: null }, task))
}

/** Compares a secret with a hash in another thread. */
export async function verifyInThread(kept: string, secret: string): Promise<boolean> {
  return z.boolean().parse(await hashThreads().run({ secret, kept }, task))
}
