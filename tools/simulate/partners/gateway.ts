import type { CardDetails } from '@portal/contract/card'
import { dateIn, epochOf, instantOf, type CalendarDate, type Instant } from '@portal/contract/dates'
import { cents } from '@portal/contract/money'
import { gge4Traits } from '@portal/server/adapters/payment-gateway/gge4/traits.ts'
import type {
  PaymentGateway,
  ChargeRequest,
  ChargeResult,
  FoundTransaction,
  InquiryAnswer,
  ReportResult,
  ReversalRefusal,
  ReversalRequest,
  ReversalResult,
} from '@portal/server/adapters/payment-gateway/port.ts'
import { earlier } from '../database.ts'
import type { FaultDice } from '../faults.ts'
import { simulatedUtility } from '../product.ts'
import type { Random } from '../random.ts'
import { type Scheduler, type SimulatedProcess, world } from '../scheduler.ts'
import {
  aCard,
  authorizationOfAll,
  batchAt,
  givenBack,
  listed,
  listedReversal,
  madeInConsole,
  otherwise,
  refusalOf,
  reverseVerdictOf,
  type GatewayOfWorld,
  type GatewayReversal,
  type GatewayRow,
  verdictOf,
} from './books.ts'

const callerPatience = 65_000
/** After this time, the payer may have been told that nothing was charged. */
const foreseeable = 30 * 60_000
/** How long a process stands still inside the client: until others look the charge up, or have stopped looking. */
const stalls = [90_000, 3 * 3_600_000] as const
/** How long a suspended machine sleeps: longer than the days around a charge that a search covers. */
const suspension = 3 * 24 * 3_600_000
/** A search for a charge covers the transactions from this long before it was sent until now. */
const searchedBefore = 36 * 3_600_000
const longestSearch = 15_000
const second = 1000
const hour = 3_600 * second

/** The specified gateway, whose client is left out: what it makes of replies is tested elsewhere. */
export class SimulatedGateway implements GatewayOfWorld {
  readonly rows: GatewayRow[] = []
  /** Voids and refunds, including those that the gateway made by itself. */
  readonly reversals: GatewayReversal[] = []
  readonly posts = new Map<string, number>()
  readonly reversalPosts = new Map<string, number>()
  /** When each charge was decided. */
  readonly #decidedAt = new Map<GatewayRow, number>()
  readonly #scheduler: Scheduler
  readonly #dice: FaultDice
  readonly #random: Random
  #nextTag = 1000
  #blindUntil = 0
  #awayUntil = 0
  #answers = 0

  constructor(scheduler: Scheduler, dice: FaultDice, random: Random, hasHistory: boolean) {
    this.#scheduler = scheduler
    this.#dice = dice
    this.#random = random
    const paid = { amount: cents(100), status: 'approved', authorization: authorizationOfAll } as const
    if (hasHistory) this.rows.push({ ...earlier.gge4, ...paid, isReversed: false, isSurprise: false, listedAt: 0 })
  }

  for(process: SimulatedProcess): PaymentGateway {
    return {
      ...gge4Traits,
      limits: { charge: callerPatience, inquiry: longestSearch },
      charge: async (request) => this.#asUnderstood(await this.#charge(process, request)),
      inquire: ({ reference, sentAt }) => this.#find(process, reference, sentAt),
      reverse: (request) => this.#reverse(process, request),
      report: (day) => this.#report(process, day),
      check: async () => [],
    }
  }

  async typedCard(): Promise<CardDetails> {
    return aCard
  }

  inventedTag(checkoutId: number): string {
    return String(500_000 + checkoutId)
  }

  async #charge(process: SimulatedProcess, request: ChargeRequest): Promise<ChargeResult> {
    await this.#scheduler.pause(process)
    const isSuspended = this.#dice.happens('suspendedInClient')
    const stall = isSuspended ? suspension : this.#stall()
    if (stall > 0) await this.#scheduler.sleep(process, stall)
    this.posts.set(request.reference, (this.posts.get(request.reference) ?? 0) + 1)
    if (this.#dice.happens('gatewayRefuses')) return { outcome: 'notSent', reason: 'refused' }
    if (this.#dice.happens('requestLost')) return this.#timeOut(process)
    const answer = this.#decideOutside(request, stall > foreseeable)
    // The connection did not survive the suspension.
    if (isSuspended || this.#dice.happens('gatewayLate')) return this.#timeOut(process)
    const row = await answer
    await this.#scheduler.pause(process)
    if (this.#dice.happens('answerLost')) {
      if (row.status === 'approved') this.#doubleOrTakeBack(row)
      return this.#timeOut(process)
    }
    if (row.status === 'approved' && this.#dice.happens('gatewayMisspeaks')) {
      row.isSurprise = true
      return verdictOf({ ...row, status: 'declined' })
    }
    return verdictOf(row)
  }

  #asUnderstood(verdict: ChargeResult): ChargeResult {
    const isMistaken = verdict.outcome === 'unknown' && this.#dice.lies('unknownIsNo')
    return isMistaken ? { outcome: 'notSent', reason: verdict.reason } : verdict
  }

  #stall(): number {
    return this.#dice.happens('stallInClient') ? this.#dice.pick(stalls) : 0
  }

  /** The gateway goes on working, whatever happens to the process that asked. */
  async #decideOutside(request: ChargeRequest, cameLate: boolean): Promise<GatewayRow> {
    await this.#scheduler.sleep(world, this.#random.between(0, 70) * second)
    const row: GatewayRow = {
      tag: String(this.#nextTag++),
      reference: request.reference,
      amount: request.amount,
      status: this.#dice.happens('gatewayDeclines') ? 'declined' : 'approved',
      authorization: authorizationOfAll,
      isReversed: false,
      isSurprise: cameLate,
      listedAt: this.#scheduler.epoch() + this.#random.between(0, 600) * second,
    }
    this.rows.push(row)
    this.#decidedAt.set(row, this.#scheduler.epoch())
    return row
  }

  #doubleOrTakeBack(row: GatewayRow): void {
    const isTakenBack = this.#dice.happens('autoReversal')
    const charges: [GatewayRow, ...GatewayRow[]] = [row]
    if (this.#dice.happens('gatewayDoubles')) charges.push(this.#double(row))
    if (isTakenBack) this.#reverseLater(this.#dice.pick(charges))
  }

  #double(row: GatewayRow): GatewayRow {
    const twin = { ...row, tag: String(this.#nextTag++) }
    this.rows.push(twin)
    this.#decidedAt.set(twin, this.#scheduler.epoch())
    return twin
  }

  #reverseLater(row: GatewayRow): void {
    const reverse = async (): Promise<void> => {
      await this.#scheduler.sleep(world, this.#random.between(1, 200) * second)
      const at = this.#scheduler.epoch()
      if (givenBack(this.reversals, row.tag) > 0) return
      const { tag, reference, amount, status } = row
      const listedAt = Math.max(at, row.listedAt)
      this.reversals.push({ tag: `9${tag}`, reference, of: tag, kind: 'void', amount, status, at, listedAt })
      row.isReversed = true
    }
    void reverse()
  }

  async #reverse(process: SimulatedProcess, request: ReversalRequest): Promise<ReversalResult> {
    await this.#scheduler.pause(process)
    if (this.#dice.happens('gatewayRefuses')) return { outcome: 'notSent', reason: 'refused' }
    this.reversalPosts.set(request.reference, (this.reversalPosts.get(request.reference) ?? 0) + 1)
    if (this.#dice.happens('requestLost')) return this.#timeOut(process)
    const answer = this.#reverseOutside(request)
    if (this.#dice.happens('gatewayLate')) return this.#timeOut(process)
    const { tag, refusal } = await answer
    await this.#scheduler.pause(process)
    return this.#dice.happens('answerLost') ? this.#timeOut(process) : reverseVerdictOf(tag, refusal)
  }

  async #reverseOutside(request: ReversalRequest): Promise<{ tag: string; refusal: ReversalRefusal | null }> {
    await this.#scheduler.sleep(world, this.#random.between(0, 70) * second)
    const at = this.#scheduler.epoch()
    const row = this.rows.find(({ tag }) => tag === request.tag)
    const rule = refusalOf(row ? this.#reversible(row) : null, request)
    const refusal = rule === null && this.#dice.happens('gatewayKeeps') ? 'other' : rule
    const tag = String(this.#nextTag++)
    const { reference, kind, amount } = request
    const listedAt = at + this.#random.between(0, 600) * second
    const status = refusal === null ? 'approved' : 'declined'
    this.reversals.push({ tag, reference, of: request.tag, kind, amount, status, at, listedAt })
    if (row) row.isReversed = row.status === 'approved' && givenBack(this.reversals, row.tag) === row.amount
    return { tag, refusal }
  }

  #reversible(row: GatewayRow): Parameters<typeof refusalOf>[0] {
    const isBatchOpen = batchAt(this.#decidedAt.get(row) ?? 0) === batchAt(this.#scheduler.epoch())
    return { ...row, givenBack: givenBack(this.reversals, row.tag), isBatchOpen }
  }

  async #timeOut(process: SimulatedProcess): Promise<Extract<ChargeResult, { outcome: 'unknown' }>> {
    await this.#scheduler.sleep(process, callerPatience)
    return { outcome: 'unknown', reason: 'timeout', reply: null, operatorAlarm: false }
  }

  async #find(process: SimulatedProcess, reference: string, sentAt: Instant): Promise<InquiryAnswer> {
    await this.#scheduler.pause(process)
    if (this.#dice.happens('searchSlow')) await this.#scheduler.sleep(process, longestSearch)
    if (this.#isAway()) return { outcome: 'unavailable', reason: 'no connection' }
    const now = this.#scheduler.epoch()
    if (this.#dice.happens('searchBlind')) this.#blindUntil = now + this.#random.between(1, 90) * 60 * second
    const isListed = (row: { reference: string; listedAt: number }, at: number): boolean =>
      now >= this.#blindUntil &&
      row.reference === reference &&
      row.listedAt <= now &&
      at >= epochOf(sentAt) - searchedBefore &&
      (at <= epochOf(sentAt) + searchedBefore || !this.#dice.lies('searchOfItsDays'))
    const transactions = [
      ...this.rows.filter((row) => isListed(row, this.#decidedAt.get(row) ?? now)).map((row) => this.#perhapsBare(row)),
      ...this.reversals.filter((row) => isListed(row, row.at)).map(listedReversal),
    ]
    await this.#scheduler.pause(process)
    if (transactions.length === 0) return { outcome: 'nothing' }
    return { outcome: 'found', transactions: this.#perhapsRepeated(transactions) }
  }

  #perhapsBare(row: GatewayRow): FoundTransaction {
    const isBare = this.#dice.isAbout('searchBare') && Number(row.tag) % 2 === 0
    return isBare ? { ...listed(row), authorization: null } : listed(row)
  }

  async giveBackInConsole(tag: string): Promise<boolean> {
    const row = this.rows.find((charge) => charge.tag === tag)
    if (!row || row.isReversed) return true
    this.reversals.push(madeInConsole(row, this.reversals, this.#scheduler.epoch()))
    row.isReversed = true
    row.isGoneUntold = true
    return true
  }

  /** A list may repeat a row, because its pages shift during the read. Every other answer of this gateway does. */
  #perhapsRepeated(transactions: FoundTransaction[]): FoundTransaction[] {
    if (this.#dice.happens('searchContradicts')) return [...transactions, ...transactions.map(otherwise)]
    this.#answers += 1
    return this.#answers % 2 === 0 ? [...transactions, ...transactions] : transactions
  }

  async #report(process: SimulatedProcess, day: CalendarDate): Promise<ReportResult> {
    await this.#scheduler.pause(process)
    if (this.#isAway()) return { outcome: 'unavailable', reason: 'no connection' }
    const isOfDay = (epoch: number): boolean => dateIn(simulatedUtility.timeZone, instantOf(epoch)) === day
    const transactions = [
      ...this.rows.filter((row) => isOfDay(this.#decidedAt.get(row) ?? 0)).map(listed),
      ...this.reversals.filter(({ at }) => isOfDay(at)).map(listedReversal),
    ]
    await this.#scheduler.pause(process)
    return {
      outcome: 'listed',
      transactions: transactions.map((transaction) => ({ ...transaction, customerReference: null })),
    }
  }

  #isAway(): boolean {
    if (this.#dice.happens('searchAwayForDays'))
      this.#awayUntil = this.#scheduler.epoch() + this.#random.between(1, 60) * hour
    return this.#dice.happens('searchAway') || this.#scheduler.epoch() < this.#awayUntil
  }
}
