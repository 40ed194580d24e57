import { setTimeout as wait } from 'node:timers/promises'
import { type NodeProgram, startProgram } from './node-program.ts'

const script = 'server/src/main.ts'
const startPatience = 60_000

/** One server process with a fixed address. It is started again whenever it ends without having been asked to. */
export class LastingServer {
  readonly address: string
  readonly #settings: Record<string, string>
  readonly #onLine: (line: string) => void
  readonly #lastLines: string[] = []
  #program: NodeProgram
  #isStopping = false

  constructor(port: number, settings: Record<string, string>, onLine: (line: string) => void) {
    this.address = `http://127.0.0.1:${port}`
    this.#settings = { ...settings, PORT: String(port) }
    this.#onLine = onLine
    this.#program = this.#launch()
  }

  get pid(): number {
    return this.#program.process.pid ?? 0
  }

  /** @throws Error with its last output when it does not serve in time. */
  async untilServing(): Promise<void> {
    const deadline = performance.now() + startPatience
    while (!(await this.isServing())) {
      if (performance.now() > deadline) {
        throw new Error(`${this.address} does not serve:\n${this.#lastLines.join('\n')}`)
      }
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
    this.#program.kill('SIGKILL')
  }

  /** After what is under way. @returns the exit code of the process that ended */
  async restart(): Promise<number | null> {
    const code = await this.stop()
    this.#isStopping = false
    this.#program = this.#launch()
    await this.untilServing()
    return code
  }

  /** Asks it to finish what is under way. @returns its exit code. */
  async stop(): Promise<number | null> {
    this.#isStopping = true
    this.#program.kill('SIGTERM')
    return await this.#program.ended
  }

  #launch(): NodeProgram {
    const program = startProgram(script, this.#settings, (line) => this.#hear(line))
    void program.ended.then(() => {
      if (!this.#isStopping && this.#program === program) this.#program = this.#launch()
    })
    return program
  }

  #hear(line: string): void {
    this.#lastLines.push(line)
    if (this.#lastLines.length > 20) this.#lastLines.shift()
    this.#onLine(line)
  }
}
