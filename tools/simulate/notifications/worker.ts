import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { changeModules } from '../change-modules.ts'
import { newsSafeguards } from './safeguards.ts'

/** A thread of the simulation of notifications: runs its seeds, without one safeguard if it is told so. */

const NewsTask = z.object({
  url: z.string(),
  first: z.number().int(),
  many: z.number().int(),
  people: z.number().int(),
  without: z.string().nullable(),
})

const { url, without, first, many, people } = NewsTask.parse(workerData)
const { lie, sql = '', modules = [] } = newsSafeguards.find(({ name }) => name === without) ?? {}
changeModules(modules)
// Only now, so that they get the changed modules.
const { openNewsDatabase } = await import('./database.ts')
const { runNewsSeeds } = await import('./run.ts')

const database = await openNewsDatabase(url, { people, without: sql })
const say = (message: object): void => parentPort?.postMessage(message)
const done = await runNewsSeeds(
  { first, many, lie, stopAtFirst: without !== null, onProgress: (progress) => say({ progress }) },
  database,
)
await database.close()
say({ done })
