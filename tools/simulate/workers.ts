import { Worker } from 'node:worker_threads'
import type { NewDatabase } from './postgres.ts'
import { type Tally, joined } from './tally.ts'
import { Message, type Task } from './task.ts'

type Share = Omit<Task, 'url'>

/** Runs seeds on several threads, each with a database of its own. */
export async function runOnWorkers(
  { first, many, ...rest }: Share,
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

/** Runs seeds on one thread. */
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
