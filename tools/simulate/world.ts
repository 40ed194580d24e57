import { bankCredits, type BankCredit } from '@portal/contract/bank-accounts'
import type { CheckoutOutcome } from '@portal/contract/checkout'
import type { ServiceFees } from '@portal/contract/fees'
import { AccountNumber } from '@portal/contract/ids'
import type { ManualFinding } from '@portal/server/payments/manual/compare-finding.ts'
import type { StoredCheckout } from '@portal/server/payments/records/stored-checkout.ts'
import { payerOutcomeOf } from '@portal/server/payments/states.ts'
import type { WorldDatabase } from './database.ts'
import { FaultDice } from './faults.ts'
import { type Kind, kinds, type Live, nothingLive, readLive } from './live.ts'
import { SimulatedBilling } from './partners/billing.ts'
import { SimulatedBills } from './partners/bills.ts'
import type { GatewayOfWorld } from './partners/books.ts'
import { SimulatedGateway } from './partners/gateway.ts'
import { SimulatedStripe } from './partners/stripe.ts'
import type { Plan } from './plan.ts'
import { seededRandom, type Random } from './random.ts'
import { Scheduler } from './scheduler.ts'

/** What a session was shown of accounts when it last looked them up, and when that was. */
export interface Sight {
  newestPaid: ReadonlyMap<AccountNumber, number>
  /** Milliseconds since 1970. */
  at: number
}

export interface Press {
  key: string
  turn: number
  sight?: Sight
}

const channels: ServiceFees[number]['channels'] = ['online', 'autoPay', 'schedule']
const fees: ServiceFees = [
  { method: 'card', channels, basisPoints: 295, least: 150 },
  { method: 'bank', channels, flat: 75 },
]

/** Milliseconds. */
const nowAndThen = 6 * 3_600_000

/** One simulated world: a database, a gateway, a billing system, time, faults, and what people were told. */
export class SimulatedWorld {
  readonly random: Random
  /** The random numbers of people who settle payments by hand, so that they change nothing before their first visit. */
  readonly clerks: Random
  readonly scheduler: Scheduler
  readonly dice: FaultDice
  readonly database: WorldDatabase
  readonly gateway: GatewayOfWorld
  readonly billing: SimulatedBilling
  readonly bills: SimulatedBills
  /** Whether staff has stopped AutoPay's run. */
  isRunStopped = false
  /** The last event of AutoPay before a card was removed, by the card. */
  readonly removedMethods = new Map<number, number>()
  /** The most and the ranges that customers have ever asked for, by agreement; infinity without a limit. */
  readonly agreedMost = new Map<number, number[]>()
  readonly agreedRanges = new Map<number, { low: number; high: number }[]>()
  /** Charges of AutoPay that staff saw as exceptions, whenever they looked. */
  readonly exceptions: { charge: number; held: string; at: number }[] = []
  /** Charges of AutoPay in an hour. */
  readonly mostPerHour: number
  readonly accounts = ['1000000001', '2000000002', '3000000003'].map((digits) => AccountNumber.parse(digits))
  readonly told: Told[] = []
  readonly alarms: string[] = []
  /** What two people have said wrongly about payments of which the gateway could not say anything, by the checkout. */
  readonly misjudged = new Map<number, ManualFinding>()
  /** Every press of the button, by the reference that it would charge under. */
  readonly presses = new Map<string, Press>()
  live: Live = nothingLive
  /** What payers are charged on top, in some worlds. */
  readonly serviceFees: ServiceFees
  /** Whether it lasts for days. */
  readonly isLong: boolean
  /** How many servers there are. */
  readonly servers: number
  readonly #credits: readonly BankCredit[]
  readonly #changesPolicy: boolean
  readonly #began: number
  /** What pages said of a balance, if it was not true. */
  shownWrongly: string | null = null
  #change: 'none' | 'leases' | 'all' = 'all'
  /** How many payers, and clerks who give back for them, have not done yet what they came for. */
  busy = 0

  constructor(plan: Plan, database: WorldDatabase) {
    this.database = database
    this.random = seededRandom(plan.seed)
    this.clerks = seededRandom(plan.seed + 1)
    this.scheduler = new Scheduler(this.random)
    this.#began = this.scheduler.epoch()
    this.dice = new FaultDice(this.random, plan.faults, plan.happening)
    const Gateway = plan.gateway === 'stripe' ? SimulatedStripe : SimulatedGateway
    this.gateway = new Gateway(this.scheduler, this.dice, this.random, plan.hasHistory)
    this.billing = new SimulatedBilling(this.scheduler, this.dice, this.random)
    this.bills = new SimulatedBills(this.billing)
    this.mostPerHour = 1 + (plan.seed % 3)
    this.servers = plan.servers
    this.isLong = plan.stormyMinutes > 1_440
    this.#credits = plan.seed % 2 === 0 ? bankCredits : bankCredits.toReversed()
    this.#changesPolicy = plan.seed % 4 > 1
    this.serviceFees = plan.gateway === 'stripe' && plan.seed % 3 === 0 ? fees : []
  }

  /** When payments from bank accounts count: in some worlds, the utility decides otherwise after two days. */
  get credit(): BankCredit {
    const isLater = this.#changesPolicy && this.scheduler.epoch() > this.#began + 2 * 24 * 3_600_000
    return this.#credits[isLater ? 1 : 0] ?? 'submission'
  }

  /** To be called whenever the database has changed. */
  changed(what: 'leases' | 'all' = 'all'): void {
    if (this.#change !== 'all') this.#change = what
  }

  /** Looks at the database once for everything that has changed at one moment. */
  async lookAround(): Promise<void> {
    if (this.#change === 'none') return
    const isLeasesOnly = this.#change === 'leases'
    this.live = await readLive(this.database.db, this.live, { isLeasesOnly, isRunStopped: this.isRunStopped })
    this.#change = 'none'
  }

  /** Somebody who is busy until done. */
  async busyWith(work: Promise<void>): Promise<void> {
    this.busy++
    await work
    this.busy--
  }

  /**
   * When work is due. The hourly look for lost events is made only when one is missing, as it takes many steps; in weeks
   * of AutoPay, what asks the gateway while it does not answer for days is tried now and then.
   */
  dueAt(kind: Kind): number {
    const isNeedless =
      (kind === 'catchUp' && this.live.heard >= (this.gateway.toldLater ?? 0)) ||
      (kind === 'plans' && this.live.leastSeen >= this.bills.newestId)
    const due = isNeedless ? Infinity : this.live.due[kind]
    const back = this.gateway.awayUntil ?? 0
    if ((kind !== 'lookUps' && kind !== 'events') || !this.isLong || due >= back) return due
    return Math.min(back, Math.ceil(due / nowAndThen) * nowAndThen)
  }

  /** Whether nothing more will happen by itself: nobody pays, no work is due, and no payment waits for a person. */
  isAtRest(): boolean {
    const { checkouts } = this.live
    return (
      this.busy === 0 &&
      kinds.every((kind) => this.dueAt(kind) === Infinity) &&
      checkouts.every(({ needsPerson, state }) => !needsPerson && state !== 'CHARGING')
    )
  }

  newUuid(): string {
    const hex = Buffer.from(this.random.bytes(16)).toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
  }
}

export interface Told {
  idempotencyKey: string
  outcome: CheckoutOutcome | 'refused' | 'nothing'
  /** The turn of a request that was refused: no request that was under way in it may begin any more. */
  turn?: number
  checkoutId?: number
}

/** What a payer is told about a checkout; null is for a payment that did not begin. */
export function tellOf(idempotencyKey: string, checkout: StoredCheckout | null): Told {
  if (!checkout) return { idempotencyKey, outcome: 'refused' }
  return { idempotencyKey, outcome: payerOutcomeOf[checkout.state], checkoutId: checkout.id }
}
