import { CheckoutPublicId } from '@portal/contract/ids'
import type { HandStore } from '@portal/server/features/payments/by-hand/hand-store.ts'
import type { DraftStore } from '@portal/server/features/payments/stepwise/stepwise-store.ts'
import { draftSweep } from '@portal/server/features/stepwise-payments/drafts.ts'
import type { Work } from '@portal/server/foundation/work/loop.ts'
import { type Engine, referenceOf } from '@portal/server/payments/engine.ts'
import { cancellationLoop, postingLoop } from '@portal/server/payments/posting/post-to-billing.ts'
import { resolveLoop } from '@portal/server/payments/recovery/resolve-unknown.ts'
import { reversalLoop } from '@portal/server/payments/reversals/send-reversals.ts'
import { faultyDrafts, faultyHands, faultyCancellations, faultyReversals, faultyStore } from './faulty-store.ts'
import { type SimulatedProcess, world } from './scheduler.ts'
import { simulatedUtility } from './utility.ts'
import type { SimulatedWorld } from './world.ts'

export interface Server {
  process: SimulatedProcess
  engine: Engine
  drafts: DraftStore
  hands: HandStore
}

/** The server processes of one simulated world: they crash at any step and come back some time later. */
export class Servers {
  readonly #simulated: SimulatedWorld
  readonly #running: Server[] = []
  #started = 0

  constructor(simulated: SimulatedWorld, count: number) {
    this.#simulated = simulated
    for (let index = 0; index < count; index++) this.#start()
    simulated.scheduler.beforeStep = (process) => this.#maybeCrash(process)
  }

  /** A server that answers, or null when all are down. */
  any(): Server | null {
    return this.#running[this.#simulated.random.between(0, Math.max(0, this.#running.length - 1))] ?? null
  }

  #start(): void {
    const process: SimulatedProcess = { name: `server ${++this.#started}`, isAlive: true }
    const engine = engineOf(this.#simulated, process)
    const drafts = faultyDrafts(this.#simulated.backend.drafts, placeOf(this.#simulated, process))
    const hands = faultyHands(this.#simulated.backend.hands, placeOf(this.#simulated, process))
    this.#running.push({ process, engine, drafts, hands })
    const work = [
      postingLoop(engine),
      resolveLoop(engine),
      reversalLoop(engine),
      cancellationLoop(engine),
      draftSweep(drafts, engine.clock),
    ]
    for (const one of work) void this.#loop(process, one)
  }

  #maybeCrash(process: SimulatedProcess): void {
    if (process !== world && process.isAlive && this.#simulated.dice.happens('crash')) this.crash(process)
  }

  /** Kills a process at once. Another one takes its place some time later. */
  crash(process: SimulatedProcess): void {
    const { scheduler, random } = this.#simulated
    scheduler.kill(process)
    const index = this.#running.findIndex((server) => server.process === process)
    if (index >= 0) this.#running.splice(index, 1)
    const comeBack = async (): Promise<void> => {
      await scheduler.sleep(world, random.between(1, 120) * 1000)
      this.#start()
    }
    void comeBack()
  }

  /** Like `startWork`, but rests until something is due, so that a day without work takes no steps. */
  async #loop(process: SimulatedProcess, work: Work): Promise<void> {
    const { scheduler, random, backend } = this.#simulated
    const never = new AbortController().signal
    for (;;) {
      const worked = await work.run(never).catch(() => 0)
      if (worked > 0) continue
      const due = await scheduler.outside(backend.nextDue())
      const rest = Math.max(work.restMilliseconds, due - scheduler.epoch())
      if (Number.isFinite(rest)) await scheduler.sleep(process, rest + random.between(0, 2_000))
      else await this.#simulated.change(process)
    }
  }
}

function placeOf(simulated: SimulatedWorld, process: SimulatedProcess) {
  const { scheduler, dice } = simulated
  return { process, scheduler, dice, onChange: () => simulated.changed() }
}

function engineOf(simulated: SimulatedWorld, process: SimulatedProcess): Engine {
  const { scheduler, backend, gateway, billing, random } = simulated
  const place = placeOf(simulated, process)
  return {
    store: faultyStore(backend.store, place),
    reversals: faultyReversals(backend.reversals, place),
    cancellations: faultyCancellations(backend.cancellations, place),
    gateway: gateway.for(process),
    billing: billing.for(process),
    clock: scheduler.clockOf(process),
    profile: simulatedUtility,
    publicUrl: 'https://portal.utility.example',
    pace: 1,
    chargeTimeoutMilliseconds: 65_000,
    newReference: () => referenceOf(() => random.bytes(16)),
    newPublicId: () => CheckoutPublicId.parse(simulated.newUuid()),
    wake: () => undefined,
    monitoring: {
      alarm: (message) => simulated.alarms.push(message),
      charged: () => undefined,
      checkedOut: () => undefined,
      posted: () => undefined,
      undecided: () => undefined,
      searchFailed: () => undefined,
      outcomeFound: () => undefined,
    },
  }
}
