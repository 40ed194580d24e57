import type { Backend } from './backend.ts'
import { BrokenPromise } from './broken-promise.ts'
import type { FaultName } from './faults.ts'
import { checkAlways, checkAtRest } from './invariants.ts'
import { modelBackend } from './model/store.ts'
import { compareNightly } from './nightly.ts'
import { payer } from './payers.ts'
import { type Plan, planOf } from './plan.ts'
import { seeToPayments } from './see-to-payments.ts'
import { Servers } from './servers.ts'
import type { Trial } from './shrink.ts'
import { SimulatedWorld } from './world.ts'

/** What happened in one simulated world. */
export interface WorldReport {
  seed: number
  steps: number
  checkouts: number
  faults: ReadonlyMap<FaultName, number>
  edges: ReadonlySet<string>
}

const minute = 60_000
/**
 * Once the faults have stopped, everything must come to rest within this time, even though the gateway's search may
 * stay down for days.
 */
const calm = 250 * 60 * minute

/**
 * Runs the world of a seed and checks the promises after every step and at rest.
 * @throws BrokenPromise
 */
export async function runSeed(seed: number, backend: Backend): Promise<WorldReport> {
  const plan = planOf(seed)
  return liveThrough(new SimulatedWorld(plan, backend), plan)
}

/** Runs the world of a plan and says whether it kept its promises. */
export async function tryPlan(plan: Plan, backend: Backend = modelBackend()): Promise<Trial> {
  const simulated = new SimulatedWorld(plan, backend)
  try {
    await liveThrough(simulated, plan)
    return { promise: null, thrown: simulated.dice.thrown }
  } catch (error) {
    if (!(error instanceof BrokenPromise)) throw error
    return { promise: error.message, thrown: simulated.dice.thrown }
  }
}

async function liveThrough(simulated: SimulatedWorld, plan: Plan): Promise<WorldReport> {
  const { scheduler, dice, backend } = simulated
  const servers = new Servers(simulated, plan.servers)
  const crash = scheduler.beforeStep
  scheduler.beforeStep = (process) => {
    checkAlways(simulated, backend.live)
    crash(process)
  }
  for (let session = 1; session <= plan.payers; session++) void payer(simulated, servers, session, plan)
  void compareNightly(simulated, plan.seed)
  void seeToPayments(simulated, servers, plan.seed)
  const start = scheduler.epoch()
  const stormy = plan.stormyMinutes * minute
  await scheduler.runUntil(start + stormy)
  dice.isCalm = true
  await scheduler.runUntil(start + stormy + calm)
  const records = await checkAtRest(simulated)
  return {
    seed: plan.seed,
    steps: scheduler.steps,
    checkouts: records.checkouts.size,
    faults: dice.happened,
    edges: records.edges,
  }
}
