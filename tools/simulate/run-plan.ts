import { checkAutopay } from './autopay-promises.ts'
import { readAutopay } from './autopay-records.ts'
import { BrokenPromise, must } from './broken-promise.ts'
import { seeToPayments } from './clerks.ts'
import { live } from './customers.ts'
import type { WorldDatabase } from './database.ts'
import { checkEvents } from './dispute-promises.ts'
import { checkAlways, checkAtRest } from './invariants.ts'
import { edgesIn } from './moves.ts'
import { dayOf } from './partners/bills.ts'
import { payer } from './payers.ts'
import { planOf, type Plan } from './plan.ts'
import { seededRandom } from './random.ts'
import { readDraftEvents, readNotRecorded, readRecords } from './records.ts'
import { count, emptyTally, type Tally, type WorldReport } from './report.ts'
import { Servers } from './servers.ts'
import { shownOwed } from './shown-owed.ts'
import type { Trial } from './shrink.ts'
import { checkSummaries, compareNightly, makeSummaries, nextMorning, readFinance } from './summaries.ts'
import { deliverMail, flipSwitch, importNightly, type Life, lookAtExceptions } from './utility.ts'
import { SimulatedWorld } from './world.ts'

const minute = 60_000
/** Everything must come to rest within this time, even though the gateway's search may stay down for days, or a bank return a payment after weeks. */
const calm = 1_800 * 60 * minute
/** A bill that was issued on the last day is noticed, charged, declined and tried again. */
const calmOfAutopay = 40 * 24 * 60 * minute

/** Checks the promises after every step and at rest. @throws BrokenPromise */
export async function runPlan(plan: Plan, database: WorldDatabase): Promise<WorldReport> {
  return await liveThrough(await beginWorld(plan, database), plan)
}

export async function tryPlan(plan: Plan, database: WorldDatabase): Promise<Trial> {
  const simulated = await beginWorld(plan, database)
  const promise = await liveThrough(simulated, plan).then(() => null, promiseIn)
  return { promise, thrown: simulated.dice.thrown }
}

/** Which promise an error says is broken. @throws the error when it says something else */
export function promiseIn(error: unknown): string {
  if (error instanceof BrokenPromise) return error.message
  throw error
}

/** Begins a world on an empty database. */
export async function beginWorld(plan: Plan, database: WorldDatabase): Promise<SimulatedWorld> {
  await database.begin(plan)
  return new SimulatedWorld(plan, database)
}

async function liveThrough(simulated: SimulatedWorld, plan: Plan): Promise<WorldReport> {
  const { scheduler, dice } = simulated
  const servers = new Servers(simulated, plan.servers)
  scheduler.beforeTimeMoves = async () => await checkNow(simulated)
  if (simulated.gateway.typedBank && plan.autopayDays === 0) billOnce(simulated)
  for (let session = 1; session <= plan.payers; session++) {
    void simulated.busyWith(payer(simulated, servers, session, plan))
  }
  void compareNightly(simulated, plan)
  void seeToPayments(simulated, servers, plan)
  useAutopay(simulated, servers, plan)
  const start = scheduler.epoch()
  const stormy = plan.stormyMinutes * minute
  await scheduler.runUntil(start + stormy)
  dice.isCalm = true
  await scheduler.runUntil(start + stormy + (plan.autopayDays > 0 ? calmOfAutopay : calm))
  return { seed: plan.seed, ...(await endWorld(simulated, plan)), faults: dice.happened }
}

/** So that pages show what is owed. */
function billOnce({ bills, accounts, scheduler }: SimulatedWorld): void {
  for (const account of accounts) bills.issue(account, 50_000, dayOf(scheduler.epoch()))
  bills.import(scheduler.epoch(), true)
}

/** Everybody around AutoPay: customers with bills and saved cards, the nightly import, the mail server, and staff. */
function useAutopay(simulated: SimulatedWorld, servers: Servers, { seed, autopayDays }: Plan): void {
  if (autopayDays === 0) return
  const end = simulated.scheduler.epoch() + autopayDays * 24 * 60 * minute
  const part = (nth: number): Life => ({ simulated, servers, random: seededRandom(seed * 8 + nth), end })
  void importNightly(part(1))
  void deliverMail(part(2))
  void flipSwitch(part(3))
  void lookAtExceptions(part(6))
  for (const nth of [1, 2]) void simulated.busyWith(live(part(3 + nth), nth))
}

export async function checkNow(simulated: SimulatedWorld): Promise<void> {
  await simulated.lookAround()
  checkAlways(simulated)
  must(simulated.shownWrongly === null, simulated.shownWrongly ?? '')
}

/** Reads the books of a world that has come to rest, and checks the promises. */
export async function endWorld(
  simulated: SimulatedWorld,
  { hasSummaries, autopayDays }: Pick<Plan, 'hasSummaries' | 'autopayDays'>,
): Promise<Pick<WorldReport, 'steps' | 'checkouts' | 'edges'>> {
  const { db } = simulated.database
  await simulated.lookAround()
  const checkouts = await readRecords(db)
  checkAtRest(simulated, checkouts)
  for (const account of simulated.accounts) await shownOwed(simulated, account)
  must(simulated.shownWrongly === null, simulated.shownWrongly ?? '')
  checkEvents(simulated, await readNotRecorded(db))
  if (autopayDays > 0) checkAutopay(simulated, checkouts, await readAutopay(db))
  if (hasSummaries) {
    await makeSummaries(db, nextMorning(simulated), false)
    checkSummaries(simulated, checkouts, await readFinance(db))
  }
  const events = [...checkouts.flatMap((checkout) => checkout.events), ...(await readDraftEvents(db))]
  return { steps: simulated.scheduler.steps, checkouts: checkouts.length, edges: edgesIn(events) }
}

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
