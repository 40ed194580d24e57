import { BrokenPromise } from './invariants.ts'
import { runSeed } from './run-seed.ts'
import { type Tally, count, emptyTally } from './tally.ts'

/** Lives through many worlds, one seed after the other. A broken promise is noted with its seed; the rest go on. */
export async function runSeeds(first: number, many: number, stopAtFirst = false): Promise<Tally> {
  const tally = emptyTally()
  for (let seed = first; seed < first + many; seed++) {
    try {
      count(tally, await runSeed(seed))
    } catch (error) {
      if (!(error instanceof BrokenPromise)) throw error
      tally.seeds++
      tally.broken.push({ seed, promise: error.message })
    }
    if (stopAtFirst && tally.broken.length > 0) break
  }
  return tally
}
