import { AccountNumber } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import type { ManualFinding } from '@portal/server/payments/checkout.ts'
import type { Backend } from './backend.ts'
import { FaultDice } from './faults.ts'
import { ModelBilling } from './model/billing.ts'
import { ModelGateway } from './model/gateway.ts'
import type { Plan } from './plan.ts'
import { type Random, seededRandom } from './random.ts'
import { Scheduler, type SimulatedProcess } from './scheduler.ts'
import type { Told } from './told.ts'

/** What a session was shown of accounts when it last looked them up, and when that was. */
export interface Sight {
  newestPaid: ReadonlyMap<AccountNumber, number>
  /** Milliseconds since 1970. */
  at: number
}

/** One simulated world: a database, a gateway, a billing system, time, faults, and what people were told. */
export class SimulatedWorld {
  readonly random: Random
  /** The random numbers of people who settle payments by hand, so that they change nothing before their first visit. */
  readonly clerks: Random
  readonly scheduler: Scheduler
  readonly dice: FaultDice
  readonly backend: Backend
  readonly gateway: ModelGateway
  readonly billing: ModelBilling
  readonly accounts = ['1000000001', '2000000002', '3000000003'].map((digits) => AccountNumber.parse(digits))
  readonly told: Told[] = []
  readonly alarms: string[] = []
  /** What two people have said wrongly about payments of which the gateway could not say anything, by the checkout. */
  readonly misjudged = new Map<number, ManualFinding>()
  /** Every press of the button, by the reference that it would charge under. */
  readonly presses = new Map<string, { turn: number; sight: Sight }>()
  #waiting: (() => void)[] = []

  constructor(plan: Plan, backend: Backend) {
    this.backend = backend
    this.random = seededRandom(plan.seed)
    this.clerks = seededRandom(plan.seed + 1)
    this.scheduler = new Scheduler(this.random)
    this.dice = new FaultDice(this.random, plan.faults, plan.happening)
    this.gateway = new ModelGateway(this.scheduler, this.dice, this.random)
    this.billing = new ModelBilling(this.scheduler, this.dice, this.random)
    if (plan.hasHistory) this.#chargeEarlier()
  }

  #chargeEarlier(): void {
    const reference = 'GEARLIER000000000'
    if (this.backend.live) this.backend.live.earlier = { reference, sentAt: this.scheduler.now() }
    const row = {
      tag: '999',
      reference,
      amount: cents(100),
      status: 'approved',
      isReversed: false,
      isSurprise: false,
      listedAt: 0,
    } as const
    this.gateway.rows.push({ ...row })
  }

  /** Resolves when the database has changed. */
  async change(process: SimulatedProcess): Promise<void> {
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
    await this.scheduler.pause(process)
  }

  changed(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve()
  }

  newUuid(): string {
    const hex = Buffer.from(this.random.bytes(16)).toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
  }
}
