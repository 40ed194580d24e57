import { nextTick } from 'node:process'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Instant, epochOf, instantOf } from '@portal/contract/dates'
import type { Clock } from '@portal/server/clock.ts'
import type { Random } from './random.ts'

/** A simulated server process. When it dies, nothing it waits for ever reaches it. */
export interface SimulatedProcess {
  readonly name: string
  isAlive: boolean
  /** Of its clock, in milliseconds; negative when it is behind. */
  ahead?: number
}

interface Waiting {
  process: SimulatedProcess
  resume: () => void
}

interface Timer extends Waiting {
  at: () => number
}

/** The outside world, which never dies: payers, the gateway, time itself. */
export const world: SimulatedProcess = { name: 'world', isAlive: true }

/** One step at a time, in an order drawn from the seed. Time jumps to the next timer when nothing else can happen. */
export class Scheduler {
  readonly #random: Random
  #ready: Waiting[] = []
  #timers: Timer[] = []
  #outside = 0
  #back: () => void = () => undefined
  #now = epochOf(instantOf(Date.UTC(2026, 5, 1)))
  #shown = { at: this.#now, instant: instantOf(this.#now) }
  steps = 0
  /** Set by a step that only reads the database: a process that dies now leaves the same behind as before it. */
  hasOnlyRead = false
  /** The statement by which a step changed the database; empty when it did not. */
  written = ''
  /** Called before every step. This is where processes are killed. */
  beforeStep: (process: SimulatedProcess) => void = () => undefined
  /** Called before time moves on, when everything that could happen at this moment has happened. */
  beforeTimeMoves: () => Promise<void> = async () => undefined

  constructor(random: Random) {
    this.#random = random
  }

  /** Cached, because it is read many times before the time moves. */
  now(): Instant {
    if (this.#shown.at !== this.#now) this.#shown = { at: this.#now, instant: instantOf(this.#now) }
    return this.#shown.instant
  }

  epoch(): number {
    return this.#now
  }

  /** One point at which anything else may happen first, and at which the process may die. */
  pause(process: SimulatedProcess): Promise<void> {
    return new Promise((resume) => {
      if (process.isAlive) this.#ready.push({ process, resume })
    })
  }

  sleep(process: SimulatedProcess, milliseconds: number): Promise<void> {
    const end = this.#now + Math.max(0, milliseconds)
    return this.sleepUntil(process, () => end)
  }

  /** Sleeps until a time that may still change, infinity for never. */
  sleepUntil(process: SimulatedProcess, at: () => number): Promise<void> {
    return new Promise((resume) => {
      if (process.isAlive) this.#timers.push({ process, resume, at })
    })
  }

  /** Waits for something real, such as a database, while nothing else may happen. */
  async outside<T>(work: Promise<T>): Promise<T> {
    this.#outside++
    try {
      return await work
    } finally {
      this.#outside--
      if (this.#outside === 0) this.#back()
    }
  }

  clockOf(process: SimulatedProcess): Clock {
    return {
      now: () => instantOf(this.epoch() + (process.ahead ?? 0)),
      sleep: (milliseconds, signal) => {
        if (signal?.aborted) return Promise.resolve()
        return this.sleep(process, milliseconds)
      },
    }
  }

  kill(process: SimulatedProcess): void {
    process.isAlive = false
    this.#ready = this.#ready.filter((waiting) => waiting.process.isAlive)
    this.#timers = this.#timers.filter((timer) => timer.process.isAlive)
  }

  /** Runs everything until the given time, or until nothing is left to happen. */
  async runUntil(end: number): Promise<void> {
    // Real timers and sockets of this process get a turn here, because settling gives them none.
    await nextTurn()
    for (;;) {
      await this.#settled()
      if (this.#ready.length === 0) {
        await this.beforeTimeMoves()
        this.#ripen(end)
      }
      const next = this.#take()
      if (!next) return
      this.steps++
      this.beforeStep(next.process)
      this.hasOnlyRead = false
      this.written = ''
      if (next.process.isAlive) next.resume()
    }
  }

  async #settled(): Promise<void> {
    await settled()
    while (this.#outside > 0) {
      await new Promise<void>((resolve) => {
        this.#back = resolve
      })
      await settled()
    }
  }

  #take(): Waiting | null {
    const [taken] = this.#ready.splice(this.#random.between(0, Math.max(0, this.#ready.length - 1)), 1)
    return taken ?? null
  }

  #ripen(end: number): void {
    const times = this.#timers.map((timer) => timer.at())
    const soonest = Math.min(...times)
    if (soonest > end || soonest === Infinity) return
    this.#now = Math.max(this.#now, soonest)
    const isOver = (index: number): boolean => (times[index] ?? Infinity) <= this.#now
    this.#ready = this.#timers.filter((_, index) => isOver(index))
    this.#timers = this.#timers.filter((_, index) => !isOver(index))
  }
}

/** Node calls back once no promise can continue, before it looks at timers and sockets, which would cost a third. */
function settled(): Promise<void> {
  return new Promise((resolve) => nextTick(resolve))
}
