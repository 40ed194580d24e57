import type { Work } from '@portal/server/foundation/work/loop.ts'
import { type Kind, kinds } from './live.ts'
import { type Product, productIn } from './product.ts'
import { type SimulatedProcess, world } from './scheduler.ts'
import type { SimulatedWorld } from './world.ts'

export interface Server extends Product {
  process: SimulatedProcess
}

const never = new AbortController().signal
/** Work stops on a machine whose clock differs by more. In milliseconds. */
const worstClock = 9_000
/** Failed work is tried again after this, then after twice as long, and so on. */
const longestRest = 3_600_000

/** The server processes of one simulated world: they crash at any step and come back some time later. */
export class Servers {
  readonly #simulated: SimulatedWorld
  readonly #running: Server[] = []
  #started = 0

  constructor(simulated: SimulatedWorld, count: number) {
    this.#simulated = simulated
    for (let index = 0; index < count; index++) this.#start()
    simulated.scheduler.beforeStep = (process) => this.#maybeCrash(process)
    simulated.gateway.tellTo?.(async (body, headers) => {
      const heard =
        this.any()
          ?.hear(body, headers)
          .catch(() => false) ?? false
      return await Promise.race([heard, simulated.scheduler.sleep(world, 20_000).then(() => false)])
    })
  }

  /** A server that answers, or null when all are down. */
  any(): Server | null {
    return this.#running[this.#simulated.random.between(0, Math.max(0, this.#running.length - 1))] ?? null
  }

  #start(): void {
    const simulated = this.#simulated
    const { scheduler, dice, database, gateway, billing, random } = simulated
    const process: SimulatedProcess = { name: `server ${++this.#started}`, isAlive: true }
    if (dice.happens('clockAstray')) process.ahead = random.between(-worstClock, worstClock)
    const product = productIn({
      db: database.seenBy({ process, scheduler, dice, onChange: (what) => simulated.changed(what) }),
      gateway: gateway.for(process),
      billing: simulated.bills.for(billing.for(process)),
      mostPerHour: simulated.mostPerHour,
      isRunStopped: () => simulated.isRunStopped,
      typedCard: async () => await gateway.typedCard(),
      typedBank: async (lastFour) => {
        if (!gateway.typedBank) throw new Error('This gateway debits no bank accounts')
        return await gateway.typedBank(lastFour)
      },
      credit: () => simulated.credit,
      serviceFees: simulated.serviceFees,
      clock: scheduler.clockOf(process),
      random,
      newUuid: () => simulated.newUuid(),
      alarm: (message) => simulated.alarms.push(message),
    })
    this.#running.push({ ...product, process })
    for (const kind of kinds) {
      const work = product.works[kind]
      if (work) void this.#work(process, work, kind)
    }
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

  /** Like `startWork`, but rests until a row is due, so that hours without work take no steps. */
  async #work(process: SimulatedProcess, work: Work, kind: Kind): Promise<void> {
    const { scheduler, random } = this.#simulated
    let rest = work.restMilliseconds
    for (;;) {
      const late = random.between(0, work.restMilliseconds)
      await scheduler.sleepUntil(process, () => this.#simulated.dueAt(kind) + late)
      const worked = await work.run(never).catch(() => 0)
      rest = worked > 0 ? work.restMilliseconds : Math.min(2 * rest, longestRest)
      if (worked === 0) await scheduler.sleep(process, rest)
    }
  }
}
