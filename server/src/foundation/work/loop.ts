import type { Clock } from '../../clock.ts'

export interface Work {
  readonly name: string
  /** At most one batch of what is due. Returns how many rows it handled; 0 means that nothing is due. */
  run(signal: AbortSignal): Promise<number>
  /** When nothing is due, in milliseconds. Work also starts at once when woken. */
  readonly restMilliseconds: number
  /** After a smaller batch, nothing else is due. 1 when left out. */
  readonly fullBatch?: number
}

export interface WorkLoops {
  /** Only a hint that work may be due: the row in the database counts. */
  wake(name: string): void
  /** Starts no new work and resolves when the work under way is done. */
  stop(): Promise<void>
}

/** A failed batch is tried again after a rest. Due work is in the database, so a crash here loses nothing. */
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

/**
 * Keeps so many rows under way until none is due: the next is leased as soon as one ends, so a slow one holds up no
 * others. What failed is due again when its lease ends. Rows leased beyond those wanted wait for their turn, and have it
 * even when the process stops.
 */
export async function inLanes<Row>(
  lanes: number,
  signal: AbortSignal,
  lease: (most: number) => Promise<readonly Row[]>,
  work: (row: Row) => Promise<unknown>,
): Promise<number> {
  const underWay = new Set<Promise<unknown>>()
  const waiting: Row[] = []
  const failed: unknown[] = []
  const fails = (error: unknown): void => void failed.push(error)
  let handled = 0
  do {
    const isOver = signal.aborted || failed.length > 0 || waiting.length > 0
    const leased = isOver ? [] : ((await lease(lanes - underWay.size).catch(fails)) ?? [])
    handled += leased.length
    waiting.push(...leased)
    for (const row of waiting.splice(0, lanes - underWay.size)) {
      const done: Promise<unknown> = work(row)
        .catch(fails)
        .finally(() => underWay.delete(done))
      underWay.add(done)
    }
    if (underWay.size > 0) await Promise.race(underWay)
  } while (underWay.size > 0 || waiting.length > 0)
  if (failed.length > 0) throw new AggregateError(failed, 'Some of the due work failed')
  return handled
}

const second = 1000
const lease = 60 * second
/** A machine that is merely busy rarely stands still for this long. */
const shortestLease = 10 * second

/** Every call to a partner ends within this, so only a worker that stopped loses it; the epoch stops it later. */
export function leaseMilliseconds(pace: number): number {
  return Math.max(shortestLease, lease * pace)
}
