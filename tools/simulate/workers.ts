import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { NewDatabase } from './database.ts'
import { type Tally, joined } from './report.ts'

export async function runOnWorkers(
  { first, many, ...rest }: Omit<Task, 'url'>,
  {
    workers,
    newDatabase,
    onProgress,
  }: {
    workers: number
    newDatabase: NewDatabase
    onProgress(tally: Tally): void
  },
): Promise<Tally> {
  const count = Math.max(1, Math.min(many, workers))
  const each = Math.ceil(many / count)
  const soFar = new Map<number, Tally>()
  const runs = Array.from({ length: count }, async (_, index) => {
    const start = first + index * each
    const share = { ...rest, first: start, many: Math.max(0, Math.min(each, first + many - start)) }
    return await runOnWorker({ ...share, url: await newDatabase() }, (tally) => {
      soFar.set(index, tally)
      onProgress(joined([...soFar.values()]))
    })
  })
  return joined(await Promise.all(runs))
}

export function runOnWorker(task: Task, onProgress: (tally: Tally) => void): Promise<Tally> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: task })
    worker.on('message', (sent) => {
      const message = Message.parse(sent)
      if ('done' in message) resolve(message.done)
      else onProgress(message.progress)
    })
    worker.on('error', reject)
  })
}

export const Task = z.object({
  url: z.string(),
  gateway: z.enum(['gge4', 'stripe', 'autopay']),
  first: z.number().int(),
  many: z.number().int(),
  stopAtFirst: z.boolean(),
  /** The name of the safeguard that is taken away; the worlds are those in which it matters. */
  without: z.string().nullable(),
})
export type Task = z.infer<typeof Task>

export const Message = z.union([z.object({ progress: z.custom<Tally>() }), z.object({ done: z.custom<Tally>() })])
export type Message = z.infer<typeof Message>
