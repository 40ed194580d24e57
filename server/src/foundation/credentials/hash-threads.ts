import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { z } from 'zod'
import type * as hashThread from './hash-thread.ts'

/** Hashes under way at once: a processor stays free for everybody else. */
export const hashesAtOnce = Math.max(1, Math.min(3, availableParallelism() - 1))

/** The function that runs in the threads, by its name there. */
const task = { name: 'hashOrCompare' satisfies keyof typeof hashThread }

/**
 * The `nice` value of the threads. With this one, work that waits for no hash, such as answering other calls, gets the
 * processor in a ratio of three to two. At 10 it would be nine to one, and on a machine with too much to do nobody
 * could sign in any more.
 */
const lowered = 2

type HashThreads = Piscina<hashThread.HashTask, unknown>

let threads: HashThreads | null = null

/** Made when they are first needed: most commands and tests hash nothing. They end with the process. */
function hashThreads(): HashThreads {
  threads ??= new Piscina({
    filename: fileURLToPath(new URL('hash-thread.ts', import.meta.url)),
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
