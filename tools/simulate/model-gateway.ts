import type { Cents } from '@portal/contract/money'
import type {
  CardGateway,
  ChargeRequest,
  ChargeVerdict,
  FindResult,
  FoundTransaction,
  GatewayReply,
} from '@portal/server/adapters/card-gateway/port.ts'
import type { FaultDice } from './faults.ts'
import type { Random } from './random.ts'
import { type Scheduler, type SimulatedProcess, world } from './scheduler.ts'

/** What the gateway holds: the oracle of the simulation. */
export interface GatewayRow {
  tag: string
  reference: string
  amount: Cents
  status: 'approved' | 'declined'
  isReversed: boolean
  /** From when the search lists it. */
  listedAt: number
}

const callerPatience = 65_000
const second = 1000
const hour = 3_600 * second

/** The card gateway of one simulated world. It lives outside every process and forgets nothing. */
export class ModelGateway {
  readonly rows: GatewayRow[] = []
  /** How many requests arrived per reference: more than one is a broken promise. */
  readonly posts = new Map<string, number>()
  readonly #scheduler: Scheduler
  readonly #dice: FaultDice
  readonly #random: Random
  #nextTag = 1000
  #blindUntil = 0
  #awayUntil = 0

  constructor(scheduler: Scheduler, dice: FaultDice, random: Random) {
    this.#scheduler = scheduler
    this.#dice = dice
    this.#random = random
  }

  /** The gateway as one process reaches it. */
  for(process: SimulatedProcess): CardGateway {
    return {
      charge: (request) => this.#charge(process, request),
      find: (reference) => this.#find(process, reference),
    }
  }

  async #charge(process: SimulatedProcess, request: ChargeRequest): Promise<ChargeVerdict> {
    await this.#scheduler.pause(process)
    this.posts.set(request.reference, (this.posts.get(request.reference) ?? 0) + 1)
    if (this.#dice.happens('gatewayRefuses')) return { outcome: 'notSent', reason: 'refused' }
    if (this.#dice.happens('requestLost')) return this.#timeOut(process)
    const answer = this.#decideOutside(request)
    if (this.#dice.happens('gatewayLate')) return this.#timeOut(process)
    const row = await answer
    await this.#scheduler.pause(process)
    if (this.#dice.happens('answerLost')) {
      if (row.status === 'approved' && this.#dice.happens('autoReversal')) this.#reverseLater(row)
      return this.#timeOut(process)
    }
    return verdictOf(row)
  }

  /** The gateway works on, whatever becomes of the process that asked. */
  async #decideOutside(request: ChargeRequest): Promise<GatewayRow> {
    await this.#scheduler.sleep(world, this.#random.between(0, 70) * second)
    const row: GatewayRow = {
      tag: String(this.#nextTag++),
      reference: request.reference,
      amount: request.amount,
      status: this.#dice.happens('gatewayDeclines') ? 'declined' : 'approved',
      isReversed: false,
      listedAt: this.#scheduler.epoch() + this.#random.between(0, 600) * second,
    }
    this.rows.push(row)
    return row
  }

  #reverseLater(row: GatewayRow): void {
    const reverse = async (): Promise<void> => {
      await this.#scheduler.sleep(world, this.#random.between(1, 200) * second)
      row.isReversed = true
    }
    void reverse()
  }

  async #timeOut(process: SimulatedProcess): Promise<ChargeVerdict> {
    await this.#scheduler.sleep(process, callerPatience)
    return { outcome: 'unknown', reason: 'timeout', reply: null, operatorAlarm: false }
  }

  async #find(process: SimulatedProcess, reference: string): Promise<FindResult> {
    await this.#scheduler.pause(process)
    if (this.#dice.happens('searchAwayForDays'))
      this.#awayUntil = this.#scheduler.epoch() + this.#random.between(1, 60) * hour
    if (this.#dice.happens('searchAway') || this.#scheduler.epoch() < this.#awayUntil)
      return { outcome: 'unavailable', reason: 'no connection' }
    const now = this.#scheduler.epoch()
    if (this.#dice.happens('searchBlind')) this.#blindUntil = now + this.#random.between(1, 90) * 60 * second
    const isBlind = now < this.#blindUntil
    const rows = isBlind ? [] : this.rows.filter((row) => row.reference === reference && row.listedAt <= now)
    await this.#scheduler.pause(process)
    return rows.length === 0 ? { outcome: 'nothing' } : { outcome: 'found', transactions: rows.flatMap(listed) }
  }
}

function listed(row: GatewayRow): FoundTransaction[] {
  const { tag, reference, amount, status } = row
  const purchase = { tag, reference, amount, status, kind: 'purchase', authorization: 'ET1', at: '' } as const
  return row.isReversed ? [purchase, { ...purchase, tag: `9${tag}`, kind: 'void' }] : [purchase]
}

function verdictOf({ tag, status }: GatewayRow): ChargeVerdict {
  const reply: GatewayReply & { tag: string } = {
    tag,
    authorization: status === 'approved' ? 'ET1' : null,
    sequence: null,
    exactCode: '00',
    exactMessage: null,
    bankCode: null,
    bankMessage: null,
    avs: null,
    cvv2: null,
    record: null,
  }
  return status === 'approved' ? { outcome: 'charged', reply } : { outcome: 'declined', reply }
}

/** Charges that stand for a reference: approved and not given back. */
export function liveCharges(rows: GatewayRow[], reference: string): GatewayRow[] {
  return rows.filter((row) => row.reference === reference && row.status === 'approved' && !row.isReversed)
}
