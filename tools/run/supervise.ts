import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type WriteStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { hasEnded, tiedToUs } from '../postgres/run.ts'

export interface Program {
  name: string
  /** Path of the script from the root of the checkout. */
  script: string
  settings: Record<string, string>
  logFile: string
  healthUrl: string
}

const patience = 30_000
/** A little longer than the longest payment, because the server finishes those under way. */
const stopPatience = 80_000
const longestRest = 10_000

/** A program that is started again whenever it ends without having been asked to. */
export class Supervised {
  readonly #program: Program
  readonly #root: string
  readonly #say: (line: string) => void
  readonly #log: WriteStream
  #child: ChildProcess | undefined
  #stopping = false

  constructor(program: Program, root: string, say: (line: string) => void) {
    this.#program = program
    this.#root = root
    this.#say = say
    this.#log = createWriteStream(program.logFile, { flags: 'a' })
  }

  /** @throws Error when it ends before it answers */
  async start(): Promise<void> {
    const child = this.#launch()
    const deadline = performance.now() + patience
    while (!(await answers(this.#program.healthUrl))) {
      if (hasEnded(child)) throw new Error(`The ${this.#program.name} did not start. See ${this.#program.logFile}`)
      if (performance.now() > deadline)
        throw new Error(`The ${this.#program.name} is not responding. See ${this.#program.logFile}`)
      await wait(50)
    }
    void this.#keepAlive()
  }

  /** Asks the program to finish and waits for it. */
  async stop(): Promise<void> {
    this.#stopping = true
    const child = this.#child
    if (child && !hasEnded(child)) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const impatience = setTimeout(() => child.kill('SIGKILL'), stopPatience)
      await ended
      clearTimeout(impatience)
    }
    this.#log.end()
  }

  #launch(): ChildProcess {
    const command = tiedToUs('TERM', [process.execPath, this.#program.script])
    const [file = '', ...parameters] = command
    const child = spawn(file, parameters, {
      cwd: this.#root,
      env: { ...process.env, ...this.#program.settings },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // It gets its own process group, so that Ctrl-C reaches only us, and we stop everything in order.
      detached: true,
    })
    this.#child = child
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue
      createInterface(stream).on('line', (line) => {
        this.#log.write(`${line}\n`)
        const concern = stream === child.stderr ? line : concernOf(line)
        if (concern) this.#say(`${this.#program.name}: ${concern}`)
      })
    }
    child.once('error', (error) => this.#say(`${this.#program.name}: ${error.message}`))
    return child
  }

  async #keepAlive(): Promise<void> {
    let rest = 200
    while (!this.#stopping) {
      const child = this.#child
      const started = performance.now()
      if (child && !hasEnded(child)) await once(child, 'exit')
      if (this.#stopping) return
      this.#say(
        `The ${this.#program.name} stopped unexpectedly (${child?.signalCode ?? child?.exitCode}). Restarting it.`,
      )
      rest = performance.now() - started > longestRest ? 200 : Math.min(rest * 2, longestRest)
      await wait(rest)
      if (!this.#stopping) this.#launch()
    }
  }
}

const LogLine = z.object({
  level: z.string(),
  msg: z.string().default(''),
  err: z.object({ message: z.string() }).optional(),
})
const levelsShown = ['warn', 'error', 'fatal']

/** The part of a JSON log line that the terminal should show: the text of a warning or an error. */
function concernOf(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    const { level, msg, err } = LogLine.parse(JSON.parse(line))
    if (!levelsShown.includes(level)) return undefined
    return err && err.message !== msg ? `${msg} (${err.message})` : msg
  } catch {
    return undefined
  }
}

/** Any response but a server error will do, because not every program has a page at its address. */
async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).status < 500
  } catch {
    return false
  }
}
