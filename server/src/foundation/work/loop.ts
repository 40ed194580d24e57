import type { Clock } from '../../clock.ts'

/** One kind of background work over rows of the database: postings, look-ups, letters. */
export interface Work {
  readonly name: string
  /** Does what is due now, at most one batch. Returns how many rows it handled; 0 means that nothing is due. */
  run(signal: AbortSignal): Promise<number>
  /** How long to rest when nothing is due, in milliseconds. Work also starts at once when woken. */
  readonly restMilliseconds: number
  /** The number of rows in a full batch. After a smaller batch, nothing else is due. 1 when left out. */
  readonly fullBatch?: number
}

/** The loops that are running. */
export interface WorkLoops {
  /** Says that work of this name may be due. It is only a hint: the row in the database counts. */
  wake(name: string): void
  /** Starts no new work and resolves when the work under way is done. */
  stop(): Promise<void>
}

/**
 * Runs each kind of work in its own loop until stopped. A failed batch is logged and tried again after a rest. Due work
 * is recorded in the database, so failing, stopping or crashing here loses nothing.
 */
export function startWork(
  clock: Clock,
  works: readonly Work[],
  onError: (work: string, error: unknown) => void,
): WorkLoops {
  const stopping = new AbortController()
  const rests = new Map<string, AbortController>()
  const woken = new Set<string>()

  async function loop(work: Work): Promise<void> {
    while (!stopping.signal.aborted) {
      woken.delete(work.name)
      const worked = await work.run(stopping.signal).catch((error: unknown) => {
        onError(work.name, error)
        return 0
      })
      if (worked < (work.fullBatch ?? 1) && !woken.has(work.name)) await rest(work)
    }
  }

  async function rest(work: Work): Promise<void> {
    const resting = new AbortController()
    rests.set(work.name, resting)
    await clock.sleep(work.restMilliseconds, AbortSignal.any([resting.signal, stopping.signal]))
  }

  const loops = works.map(loop)
  return {
    wake(name) {
      woken.add(name)
      rests.get(name)?.abort()
    },
    async stop() {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}

const second = 1000
const lease = 60 * second
/** A machine that is merely busy rarely stands still for this long. */
const shortestLease = 10 * second

/**
 * How long a worker may hold a row before another one may take it over, in milliseconds. Every call to a partner ends
 * within this minute, so a lease runs out only when its worker has stopped. If the worker goes on later, the epoch
 * keeps it from recording anything.
 * @param pace PAYMENT_PACE: 1 in production; with less, tests need not wait a minute for what a killed process held
 */
export function leaseMilliseconds(pace: number): number {
  return Math.max(shortestLease, lease * pace)
}
