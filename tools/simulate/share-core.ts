import { spawnSync } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { threadId } from 'node:worker_threads'

/**
 * Lets this thread and its PostgreSQL processes share one core, because they only ever wait for one another: waking
 * another core for each statement costs a third of all work. Where that cannot be done, nothing changes.
 */
export function shareCore(postgresProcesses: readonly number[]): void {
  if (process.platform !== 'linux') return
  const core = String(threadId % availableParallelism())
  const ownThread = basename(readlinkSync('/proc/thread-self'))
  for (const id of [ownThread, ...postgresProcesses.map(String)]) {
    spawnSync('taskset', ['--cpu-list', '--pid', core, id])
  }
}
