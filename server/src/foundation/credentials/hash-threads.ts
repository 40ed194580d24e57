import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { z } from 'zod'
import type * as hashWorker from './hash-worker.ts'

/** One processor stays free for everything else. */
export const hashesAtOnce = Math.max(1, Math.min(3, availableParallelism() - 1))

const task = { name: 'hashOrCompare' satisfies keyof typeof hashWorker }

/** A `nice` value that gives other work three fifths of the processor. With 10, nobody could sign in under load. */
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

export async function hashInThread(secret: string): Promise<string> {
  return z.string().parse(await hashThreads().run({ secret, kept: null }, task))
}

export async function verifyInThread(kept: string, secret: string): Promise<boolean> {
  return z.boolean().parse(await hashThreads().run({ secret, kept }, task))
}
