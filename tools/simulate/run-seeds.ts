import type { WorldDatabase } from './database.ts'
import { type Plan, planOf } from './plan.ts'
import { type Tally, count, emptyTally } from './report.ts'
import { promiseIn, runPlan } from './run-plan.ts'

export interface SeedRange {
  first: number
  many: number
  stopAtFirst?: boolean
  /** The plan of each seed, when it is not drawn. */
  plan?: (seed: number) => Plan
  onProgress?: (tally: Tally) => void
}

const progressEvery = 100

/** Runs many worlds, one seed after another. A broken promise is recorded with its seed, and the others go on. */
export async function runSeeds(range: SeedRange, database: WorldDatabase): Promise<Tally> {
  const { first, many, plan = planOf } = range
  const tally = emptyTally()
  for (let seed = first; seed < first + many; seed++) {
    try {
      count(tally, await runPlan(plan(seed), database))
    } catch (error) {
      tally.seeds++
      tally.broken.push({ seed, promise: promiseIn(error) })
    }
    if (tally.seeds % progressEvery === 0) range.onProgress?.(tally)
    if (range.stopAtFirst && tally.broken.length > 0) break
  }
  return tally
}
