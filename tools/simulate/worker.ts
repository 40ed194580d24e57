import { spawnSync } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { parentPort, threadId, workerData } from 'node:worker_threads'
import { changeModules } from './change-modules.ts'
import { safeguards } from './safeguards.ts'
import { type Message, Task } from './workers.ts'

/** A thread of the simulation: runs its seeds, without one safeguard if it is told so. */

const { url, gateway, without, ...range } = Task.parse(workerData)
const safeguard = safeguards.find(({ name }) => name === without)
changeModules(safeguard?.modules ?? [])
// Only now, so that they get the changed modules.
const { openWorldDatabase } = await import('./database.ts')
const { gatewayIn, planOf } = await import('./plan.ts')
const { runSeeds } = await import('./run-plan.ts')

const database = await openWorldDatabase(url, safeguard?.sql)
shareCore(await database.processes())
const say = (message: Message): void => parentPort?.postMessage(message)
const done = await runSeeds(
  {
    ...range,
    plan: (seed) => (safeguard ? { ...safeguard.plan(seed), gateway: gatewayIn(gateway) } : planOf(seed, gateway)),
    onProgress: (progress) => say({ progress }),
  },
  database,
)
await database.close()
say({ done })

/**
 * Lets this thread and its PostgreSQL processes share one core, because they only ever wait for one another: waking
 * another core for each statement costs a third of all work. Where that cannot be done, nothing changes.
 */
function shareCore(postgresProcesses: readonly number[]): void {
  if (process.platform !== 'linux') return
  const core = String(threadId % availableParallelism())
  const ownThread = basename(readlinkSync('/proc/thread-self'))
  for (const id of [ownThread, ...postgresProcesses.map(String)]) {
    spawnSync('taskset', ['--cpu-list', '--pid', core, id])
  }
}
