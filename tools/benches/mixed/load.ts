import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '@portal/server/database/connect.ts'
import { chanceOf } from '../../demo/chance.ts'
import { ownerWithLogin } from './numbers.ts'
import { Records } from './records.ts'
import { startStaff } from './staff.ts'
import { type Site, VisitBroken, Visitor } from './visitor.ts'
import { customerVisits, guestVisits } from './visits.ts'

/**
 * The peak of a utility of a million accounts, including bursts: calls per second, at eight calls per visit. Every
 * fourth visit pays.
 */
export const peak = { calls: 160, visits: 20, payments: 5 }
const secondsBetween = { searches: 3, lookUps: 2 }

interface LoadOptions {
  site: Omit<Site, 'records'>
  accounts: number
  db: Db
}

/** Visitors who arrive whether or not earlier ones have been answered. */
export class MixedLoad {
  readonly #options: LoadOptions
  readonly #chance: () => number
  #visitors = 0

  constructor(options: LoadOptions) {
    this.#options = options
    const drawn = chanceOf(20_261)
    let draws = 0
    this.#chance = () => drawn.uniform('mixed load', draws++)
  }

  /**
   * Sends a multiple of the peak's visitors for this many seconds, at random moments (a Poisson process), while the
   * utility's staff works, too.
   * @returns the results of all calls, once the last visitor has left
   */
  async run(times: number, seconds: number): Promise<Records> {
    const records = new Records()
    const site = { ...this.#options.site, records }
    const staff = await startStaff(this.#options.db, site, this.#next(100))
    const end = performance.now() + seconds * 1000
    const arrivals = (perSecond: number, come: (nth: number) => Promise<unknown>): Promise<void> =>
      this.#arrivals(perSecond, end, come)
    await Promise.all([
      arrivals(peak.visits * times, (nth) => this.#visit(site, nth)),
      arrivals(1 / secondsBetween.searches, (nth) => staff.search(nth)),
      arrivals(1 / secondsBetween.lookUps, () => staff.lookUp(this.#account())),
    ])
    staff.goHome()
    return records
  }

  /** Of sixteen visitors, two are guests who pay, and two of the others pay, too: eight calls per visit on average. */
  async #visit(site: Site, nth: number): Promise<void> {
    const visitor = new Visitor(site, this.#next())
    try {
      if (nth % 8 === 0) await guestVisits(visitor, this.#account())
      else await customerVisits(visitor, ownerWithLogin(this.#options.accounts, this.#chance), nth % 8 === 4)
    } finally {
      visitor.leave()
    }
  }

  async #arrivals(perSecond: number, end: number, come: (nth: number) => Promise<unknown>): Promise<void> {
    const here: Promise<unknown>[] = []
    let due = performance.now()
    for (let nth = 0; ; nth++) {
      due += (-Math.log(1 - this.#chance()) / perSecond) * 1000
      if (due > end) break
      const rest = due - performance.now()
      if (rest > 0) await wait(rest)
      here.push(come(nth).catch(unlessBroken))
    }
    await Promise.all(here)
  }

  #account(): number {
    return Math.floor(this.#chance() * this.#options.accounts)
  }

  /**
   * Reserves this many browser numbers.
   * @returns the first
   */
  #next(many = 1): number {
    const first = this.#visitors
    this.#visitors += many
    return first
  }
}

/** A call with a wrong answer is recorded already. */
function unlessBroken(error: unknown): void {
  if (!(error instanceof VisitBroken)) throw error
}
