import type { Backend } from './backend.ts'
import { BrokenPromise } from './broken-promise.ts'
import { modelBackend } from './model/store.ts'
import { runSeed } from './run-plan.ts'
import { type Tally, count, emptyTally } from './tally.ts'

export interface SeedRange {
  first: number
  many: number
  /** Ends with the first seed that breaks a promise. */
  stopAtFirst?: boolean
  /** Where each world keeps its records; in memory when left out. */
  makeBackend?: () => Promise<Backend> | Backend
  /** Called now and then with the progress. */
  onProgress?: (tally: Tally) => void
}

const progressEvery = 500

/** Runs many worlds, one seed after another. A broken promise is recorded with its seed, and the others go on. */
export async function runSeeds(range: SeedRange): Promise<Tally> {
  const { first, many, makeBackend = modelBackend } = range
  const tally = emptyTally()
  for (let seed = first; seed < first + many; seed++) {
    try {
      count(tally, await runSeed(seed, await makeBackend()))
    } catch (error) {
      if (!(error instanceof BrokenPromise)) throw error
      tally.seeds++
      tally.broken.push({ seed, promise: error.message })
    }
    if (tally.seeds % progressEvery === 0) range.onProgress?.(tally)
    if (range.stopAtFirst && tally.broken.length > 0) break
  }
  return tally
}
