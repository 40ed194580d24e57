import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { changeModules } from '../change-modules.ts'
import { notificationSafeguards } from './safeguards.ts'

/** A thread of the simulation of notifications: runs its seeds, without one safeguard if it is told so. */

const NotificationTask = z.object({
  url: z.string(),
  first: z.number().int(),
  many: z.number().int(),
  people: z.number().int(),
  without: z.string().nullable(),
})

const { url, without, first, many, people } = NotificationTask.parse(workerData)
const { lie, sql = '', modules = [] } = notificationSafeguards.find(({ name }) => name === without) ?? {}
changeModules(modules)
// Only now, so that they get the changed modules.
const { openNotificationDatabase } = await import('./database.ts')
const { runNotificationSeeds } = await import('./run.ts')

const database = await openNotificationDatabase(url, { people, without: sql })
const say = (message: object): void => parentPort?.postMessage(message)
const done = await runNotificationSeeds(
  { first, many, lie, stopAtFirst: without !== null, onProgress: (progress) => say({ progress }) },
  database,
)
await database.close()
say({ done })
