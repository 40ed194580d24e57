import { ledgerBilling } from '@portal/server/adapters/billing-system/ledger/ledger.ts'
import type { Db } from '@portal/server/database/connect.ts'
import type { Work } from '@portal/server/foundation/work/loop.ts'
import { scanWork } from '@portal/server/messages/notifications/find.ts'
import { releaseWork } from '@portal/server/messages/notifications/runs.ts'
import { lostTexts } from '@portal/server/messages/sending/lost-texts.ts'
import { emailDelivery } from '@portal/server/messages/sending/send-emails.ts'
import { notificationLoops } from '@portal/server/messages/sending/send-notifications.ts'
import { sources } from '@portal/server/payments/notify.ts'
import { pino } from 'pino'
import { FaultDice } from '../faults.ts'
import { simulatedUtility } from '../product.ts'
import { type Random, seededRandom } from '../random.ts'
import { Scheduler, type SimulatedProcess, world } from '../scheduler.ts'
import type { NotificationDatabase } from './database.ts'
import { Partners } from './partners.ts'

/** A promise of the product that is taken back in a world, to see that its loss is noticed (safeguards.ts). */
export interface Lie {
  /** A process believes that everybody holds every account. */
  holdsAll?: true
  /** It sends at night, too. */
  allDay?: true
}

const never = new AbortController().signal
const minute = 60_000
const config = {
  LINK_SECRET: 'only for simulated worlds, and long enough',
  PUBLIC_URL: 'https://portal.utility.example',
  BOUNCE_DOMAIN: 'bounces.utility.example',
  PAYMENT_PACE: 1,
}

/** One simulated world of notifications: processes that die and stand still, partners, and people who change their minds. */
export class NotificationWorld {
  readonly random: Random
  readonly scheduler: Scheduler
  readonly dice: FaultDice
  readonly partners: Partners
  readonly database: NotificationDatabase
  readonly config = config
  readonly profile
  /** Whether staff has stopped all notifications. */
  isStopped = false
  crashes = 0
  readonly #lie: Lie
  #started = 0

  constructor(seed: number, database: NotificationDatabase, lie: Lie) {
    this.database = database
    this.#lie = lie
    this.random = seededRandom(seed)
    this.scheduler = new Scheduler(this.random)
    const share = () => this.random.between(0, 100) / 100
    const chances = {
      crash: 0.01 * share(),
      stall: 0.01 * share(),
      databaseRefuses: 0.02 * share(),
      databaseForgetsToAnswer: 0.02 * share(),
    }
    this.dice = new FaultDice(this.random, chances, null)
    this.partners = new Partners(this.scheduler, seededRandom(seed + 1_000_000))
    const hours: [number, number] = lie.allDay ? [0, 24] : [8, 20]
    const own = { dueSoonDays: 2, overdueDays: 1, unusualAbove: 1_000_000, emailsPerSecond: 100, textsPerSecond: 100 }
    this.profile = { ...simulatedUtility, notifications: { ...simulatedUtility.notifications, ...own, hours } }
    this.scheduler.beforeStep = (process) => {
      if (process === world || !process.isAlive || !this.dice.happens('crash')) return
      this.crashes += 1
      this.scheduler.kill(process)
      void this.scheduler.sleep(world, this.random.between(1, 120) * 1000).then(() => this.start())
    }
  }

  /** What the product needs, for people: without faults. */
  people() {
    const { db } = this.database
    return { ...this.#deps(db), clock: this.scheduler.clockOf(world), mail: this.partners.mailFor(world) }
  }

  /** Waits for the database, while nothing else happens. */
  async at<Result>(work: Promise<Result>): Promise<Result> {
    return await this.scheduler.outside(work)
  }

  start(): void {
    const { scheduler, dice, partners } = this
    const process: SimulatedProcess = { name: `server ${++this.#started}`, isAlive: true }
    const db = this.database.seenBy({ process, scheduler, dice, onChange: () => undefined })
    const deps = {
      ...this.#deps(db),
      clock: scheduler.clockOf(process),
      mail: partners.mailFor(process),
      texts: partners.textsFor(process),
      isStopped: async () => this.isStopped,
    }
    const works = [
      scanWork(deps),
      releaseWork(deps),
      ...notificationLoops(deps),
      lostTexts(deps),
      emailDelivery(deps),
    ] satisfies Work[]
    void this.#live(process, works)
  }

  #deps(db: Db) {
    const billing = ledgerBilling(db, 'GWA')
    return {
      db,
      billing: this.#lie.holdsAll ? { ...billing, holdsAccount: () => 'true' } : billing,
      profile: this.profile,
      config,
      log: pino({ level: 'silent' }),
      wake: () => undefined,
      sources,
      texts: this.partners.textsFor(world),
    }
  }

  /** Rests longer at night. */
  async #live(process: SimulatedProcess, works: readonly Work[]): Promise<void> {
    const { scheduler, random } = this
    for (;;) {
      let worked = 0
      for (const work of works) worked += await work.run(never).catch(() => 0)
      const hour = (Math.floor(scheduler.epoch() / (60 * minute)) + 10) % 24
      const isDay = hour >= 7 && hour < 20
      await scheduler.sleep(process, worked > 0 ? 1500 : random.between(45, isDay ? 90 : 240) * minute)
    }
  }
}
