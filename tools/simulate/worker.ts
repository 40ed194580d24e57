import { parentPort, workerData } from 'node:worker_threads'
import { replaceModules } from './replace-modules.ts'
import { safeguards } from './safeguards.ts'
import { shareCore } from './share-core.ts'
import { type Message, Task } from './task.ts'

/** A thread of the simulation: runs its seeds, without one safeguard if it is told so. */

const { url, without, ...range } = Task.parse(workerData)
const safeguard = safeguards.find(({ name }) => name === without)
replaceModules(safeguard?.modules ?? [])
// Only now, so that they get the replaced modules.
const { openWorldDatabase } = await import('./database.ts')
const { runSeeds } = await import('./run-seeds.ts')

const database = await openWorldDatabase(url, safeguard?.sql)
shareCore(await database.processes())
const say = (message: Message): void => parentPort?.postMessage(message)
const done = await runSeeds(
  { ...range, ...(safeguard && { plan: safeguard.plan }), onProgress: (progress) => say({ progress }) },
  database,
)
await database.close()
say({ done })
