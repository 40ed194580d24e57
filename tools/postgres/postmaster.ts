import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile, readdir, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { dataOf, type Place } from './place.ts'
import { hasEnded, run, spawnAs, tiedToUs } from './run.ts'
import { removeSocketLock } from './socket.ts'

interface PostmasterOptions {
  place: Place
  socketFolder: string
  durable: boolean
  ownMachine: boolean
  onLine: (line: string) => void
}

const longestRest = 5_000

/** The PostgreSQL server process: started, started again when it dies, stopped. */
export class Postmaster {
  readonly #options: PostmasterOptions
  #process: ChildProcess | undefined
  #stopping = false
  #relaunching: Promise<void> = Promise.resolve()

  constructor(options: PostmasterOptions) {
    this.#options = options
  }

  /** @throws Error with its last output when it ends before it accepts connections */
  async start(): Promise<void> {
    const { place } = this.#options
    await clearOrphans(place, this.#options.socketFolder)
    const command = [join(place.binaries, 'bin', 'postgres'), '-D', dataOf(place), ...settingsFor(this.#options)]
    // It gets its own session, so that Ctrl-C reaches the applications first and PostgreSQL last.
    const started = spawnAs(tiedToUs('INT', command), place.user, {
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    })
    this.#process = started
    await this.#ready(started)
    started.once('exit', () => {
      this.#relaunching = this.#relaunch()
    })
  }

  /** A fast shutdown: open transactions are rolled back, and everything committed is on disk. */
  async stop(): Promise<void> {
    this.#stopping = true
    await this.#relaunching
    const running = this.#process
    if (!running || hasEnded(running)) return
    const ended = once(running, 'exit')
    running.kill('SIGINT')
    await ended
  }

  #ready(started: ChildProcess): Promise<void> {
    const lastLines: string[] = []
    return new Promise((resolve, reject) => {
      const fail = (reason: string): void => {
        reject(new Error(`PostgreSQL did not start (${reason}):\n${lastLines.join('\n')}`))
      }
      started.once('error', (error) => fail(error.message))
      started.once('close', (code) => fail(`exit code ${code}`))
      if (!started.stderr) return fail('no output')
      createInterface(started.stderr).on('line', (line) => {
        lastLines.push(line)
        if (lastLines.length > 20) lastLines.shift()
        this.#options.onLine(line)
        // A standby is ready for "read-only connections".
        if (line.includes('database system is ready to accept')) resolve()
      })
    })
  }

  async #relaunch(): Promise<void> {
    let rest = 100
    while (!this.#stopping) {
      this.#options.onLine('PostgreSQL stopped unexpectedly. Restarting it.')
      try {
        return await this.start()
      } catch (error) {
        this.#options.onLine(error instanceof Error ? error.message : String(error))
        await wait(rest)
        rest = Math.min(rest * 2, longestRest)
      }
    }
  }
}

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

const common = {
  listen_addresses: '',
  shared_buffers: '192MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
}

const durably = {
  max_connections: '100',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  log_checkpoints: 'off',
}

/** Everything that waits for a disk is off, because a test cluster is made anew for each run. */
const forTests = {
  max_connections: '200',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_init_zero: 'off',
  log_checkpoints: 'off',
}

/** What docs/deployment.md says for a machine of its own with 8 GB. */
const onItsOwnMachine = {
  shared_buffers: '2GB',
  effective_cache_size: '6GB',
}

interface PostgresSettings {
  /** False only for tests: nothing waits for the disk. */
  durable: boolean
  /** Whether it may take as much memory as a large utility's PostgreSQL has. */
  ownMachine: boolean
  socketFolder: string
}

function settingsFor({ durable, ownMachine, socketFolder }: PostgresSettings): string[] {
  const settings = {
    ...common,
    ...(durable ? durably : forTests),
    ...(ownMachine ? onItsOwnMachine : {}),
    // A list of folders. The path is quoted because it may contain a comma.
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
