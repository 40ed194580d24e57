import { readFile, readdir, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Place, dataOf } from './place.ts'
import { run } from './run.ts'
import { removeSocketLock } from './socket.ts'

/** On a busy disk, a shutdown that still disconnects clients and writes a checkpoint may take this long. */
const patience = 60_000

/**
 * Stops every PostgreSQL process that an earlier, killed owner left running on these data, then removes its lock files.
 *
 * Whether a process runs the data is told by its working folder, which PostgreSQL sets to the data. A process number in
 * a lock file proves nothing: it may be reused by now, or belong to a dead process nobody has collected.
 * @throws Error when processes stay.
 */
export async function clearOrphans(place: Place, socketFolder: string): Promise<void> {
  const started = performance.now()
  let asked = false
  for (;;) {
    const running = await processesOn(dataOf(place))
    if (running.length === 0) break
    if (performance.now() - started > patience) {
      throw new Error(`PostgreSQL processes of an earlier start will not end: ${running.join(', ')}`)
    }
    if (!asked) running.forEach(askToEnd)
    asked = true
    await wait(50)
  }
  await rm(join(dataOf(place), 'postmaster.pid'), { force: true })
  await removeSocketLock(socketFolder)
}

/** To the postmaster SIGINT is a fast shutdown; to a lone backend it only cancels its query, SIGTERM ends both. */
function askToEnd(pid: number): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      // The process ended between being found and being asked.
    }
  }
}

async function processesOn(data: string): Promise<number[]> {
  if (process.platform !== 'linux') return await postmasterByFile(data)
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const folder = await readlink(`/proc/${name}/cwd`).catch(() => undefined)
    if (folder === data) found.push(Number(name))
  }
  return found
}

/** Without /proc: the process that the lock file names, if it is still a PostgreSQL. */
async function postmasterByFile(data: string): Promise<number[]> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  if (!Number.isInteger(pid)) return []
  const command = await run(['ps', '-o', 'comm=', '-p', String(pid)])
  return command.output.includes('postgres') ? [pid] : []
}
