import { checkAlways, checkAtRest } from './invariants.ts'
import type { Backend } from './backend.ts'
import { modelBackend } from './model-store.ts'
import { payer } from './payers.ts'
import type { FaultName } from './faults.ts'
import { Servers } from './servers.ts'
import { SimulatedWorld } from './world.ts'

/** What one simulated world went through. */
export interface SeedReport {
  seed: number
  steps: number
  checkouts: number
  faults: ReadonlyMap<FaultName, number>
  edges: ReadonlySet<string>
}

const hour = 3_600_000
/** Faults rage this long; then everything must come to rest, though the gateway's search may stay away for days. */
const stormy = 1.5 * hour
const calm = 250 * hour

/**
 * Lives through one world drawn from a seed and checks the promises after every step and at rest.
 * @throws BrokenPromise
 */
export async function runSeed(seed: number, backend: Backend = modelBackend()): Promise<SeedReport> {
  const simulated = new SimulatedWorld(seed, backend)
  const servers = new Servers(simulated, simulated.random.between(1, 3))
  const { scheduler, dice } = simulated
  const crash = scheduler.beforeStep
  scheduler.beforeStep = (process) => {
    checkAlways(simulated, backend.live)
    crash(process)
  }
  const payers = simulated.random.between(1, 3)
  for (let session = 1; session <= payers; session++) void payer(simulated, servers, session)
  const start = scheduler.epoch()
  await scheduler.runUntil(start + stormy)
  dice.isCalm = true
  await scheduler.runUntil(start + stormy + calm)
  const records = await checkAtRest(simulated)
  return {
    seed,
    steps: scheduler.steps,
    checkouts: records.checkouts.size,
    faults: dice.happened,
    edges: records.edges,
  }
}
