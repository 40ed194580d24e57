import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { clearOrphans } from './orphans.ts'
import { type Place, dataOf } from './place.ts'
import { hasEnded, spawnAs, tiedToUs } from './run.ts'
import { settingsFor } from './settings.ts'

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

  /**
   * Resolves when PostgreSQL accepts connections.
   * @throws Error with its last output when it ends before that.
   */
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
