import { setTimeout as wait } from 'node:timers/promises'
import { type NodeProgram, startProgram } from './node-program.ts'

const script = 'server/src/main.ts'
const startPatience = 60_000
/** A little longer than the longest payment, because it finishes those under way. */
const stopPatience = 80_000
/** Between an end and the next start, so that one that cannot start leaves the machine some time. */
const restMilliseconds = 200

/** One server process with a fixed address. It is started again whenever it ends without having been asked to. */
export class LastingServer {
  readonly address: string
  readonly #settings: Record<string, string>
  readonly #onLine: (line: string) => void
  readonly #lastLines: string[] = []
  #program: NodeProgram | undefined
  #isStopping = false

  /** @param settings name its port */
  constructor(settings: Record<string, string>, onLine: (line: string) => void) {
    const { HOST = '', PORT } = settings
    this.address = `http://${['', '0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST}:${PORT}`
    this.#settings = settings
    this.#onLine = onLine
  }

  get pid(): number {
    return this.#program?.process.pid ?? 0
  }

  /** @throws Error with its last output when it ends before it serves. */
  async start(): Promise<void> {
    this.#isStopping = false
    const program = this.#launch()
    const failed = program.ended.then(() => Promise.reject(new Error(`The server did not start:\n${this.#said()}`)))
    await Promise.race([this.untilServing(), failed])
    void this.#keepAlive()
  }

  /** @throws Error with its last output when it does not serve in time. */
  async untilServing(): Promise<void> {
    const deadline = performance.now() + startPatience
    while (!(await this.isServing())) {
      if (performance.now() > deadline) throw new Error(`${this.address} does not serve:\n${this.#said()}`)
      await wait(50)
    }
  }

  async isServing(): Promise<boolean> {
    const reply = await fetch(`${this.address}/readyz`).catch(() => null)
    await reply?.body?.cancel()
    return reply?.status === 200
  }

  /** Kills it with SIGKILL, as the kernel or a power cut would. */
  kill(): void {
    this.#program?.kill('SIGKILL')
  }

  /** After what is under way. @returns the exit code of the process that ended */
  async restart(): Promise<number | null> {
    const code = await this.stop()
    await this.start()
    return code
  }

  /** Asks it to finish what is under way. @returns its exit code. */
  async stop(): Promise<number | null> {
    this.#isStopping = true
    const impatience = setTimeout(() => this.kill(), stopPatience)
    this.#program?.kill('SIGTERM')
    const code = (await this.#program?.ended) ?? null
    clearTimeout(impatience)
    return code
  }

  #launch(): NodeProgram {
    this.#program = startProgram(script, this.#settings, (line) => this.#hear(line))
    return this.#program
  }

  async #keepAlive(): Promise<void> {
    for (;;) {
      const program = this.#program
      const code = await program?.ended
      if (this.#isStopping) return
      this.#hear(`The server stopped unexpectedly (${program?.process.signalCode ?? code}). Restarting it.`)
      await wait(restMilliseconds)
      if (this.#isStopping || this.#program !== program) return
      this.#launch()
    }
  }

  #hear(line: string): void {
    this.#lastLines.push(line)
    if (this.#lastLines.length > 20) this.#lastLines.shift()
    this.#onLine(line)
  }

  #said(): string {
    return this.#lastLines.join('\n')
  }
}
