import type { Containment } from '@portal/contract/billing-data'
import type { Random } from '../random.ts'
import { type Account, type BalanceFile, type Books, type Payment, type Snapshot, accounts, at } from './books.ts'

/** What became of the seeds. */
export interface Tally {
  seeds: number
  files: number
  payments: number
  refunds: number
  /** Times a balance was shown too low, because a payment or refund was in doubt. */
  low: number
  /** Of all that was shown: worlds that showed the same have the same one. */
  checksum: number
  broken: { seed: number; promise: string }[]
}

const days = 12

/** A promise that did not hold. */
export class BrokenPromise extends Error {}

/** A portal, a billing system and what goes between them, for some days. */
export class Weather {
  readonly #books: Books
  readonly #random: Random
  readonly #tally: Tally
  readonly #containment: Containment
  /** Of the layout of payment files. */
  readonly #negative: boolean
  readonly #hasOffice: boolean
  readonly #payments: Payment[] = []
  readonly #files: { number: number; isLoaded: boolean; isMarked: boolean }[] = []
  readonly #owed = new Map<Account, number>(accounts.map((account) => [account, 0]))
  readonly #billed = new Map<Account, number>(accounts.map((account) => [account, 0]))
  readonly #snapshots: Snapshot[] = []
  /** Of the newest full or delta file that was written. */
  #written: ReadonlyMap<Account, number> = new Map()
  #liveDay = -1
  /** What the live balance of each account is made of. */
  readonly #live = new Map<Account, number>()
  #day = 0
  #minute = 0

  constructor(books: Books, random: Random, tally: Tally) {
    this.#books = books
    this.#random = random
    this.#tally = tally
    this.#containment = random.pick(['loadedFile', 'loadedFile', 'cutoff'])
    this.#negative = random.chance(0.5)
    this.#hasOffice = random.chance(0.5)
  }

  async live(): Promise<void> {
    for (const account of accounts) this.#bill(account)
    await this.#deliver(this.#snapshot('full'), true)
    for (this.#day = 1; this.#day <= days; this.#day++) {
      this.#minute = 60
      const steps = this.#random.between(6, 14)
      for (let step = 0; step < steps; step++) await this.#step()
    }
    await this.#settle()
  }

  async #step(): Promise<void> {
    this.#minute += this.#random.between(5, 80)
    const steps: readonly [number, () => Promise<void> | void][] = [
      [8, () => this.#bill(this.#random.pick(accounts))],
      [5, () => this.#payAtOffice()],
      [18, async () => await this.#pay()],
      [6, async () => await this.#refund()],
      [14, async () => await this.#export()],
      [14, () => this.#load()],
      [12, async () => await this.#mark()],
      [8, async () => await this.#reverse()],
      [14, () => void this.#snapshot(this.#random.pick(['full', 'full', 'delta', 'intraday']))],
      [16, async () => await this.#deliverSome()],
    ]
    let left = this.#random.between(
      1,
      steps.reduce((sum, [weight]) => sum + weight, 0),
    )
    for (const [weight, run] of steps) {
      left -= weight
      if (left <= 0) return await run()
    }
  }

  get #now() {
    return { day: this.#day, at: at(this.#day, this.#minute) }
  }

  #bill(account: Account): void {
    const cents = this.#random.between(1000, 9000)
    add(this.#owed, account, cents)
    add(this.#billed, account, cents)
  }

  #payAtOffice(): void {
    if (this.#hasOffice) add(this.#owed, this.#random.pick(accounts), -this.#random.between(500, 3000))
  }

  /** As AutoPay and customers do: what they are shown. */
  async #pay(): Promise<void> {
    const account = this.#random.pick(accounts)
    const shown = (await this.#look()).get(account) ?? 0
    if (shown <= 0) return
    const cents = this.#random.chance(0.7) ? shown : this.#random.between(1, shown)
    const receipt = `W-${this.#payments.length + 1}`
    this.#payments.push({ receipt, account, cents, file: null, isPosted: false, refund: null })
    await this.#books.pay(receipt, account, cents, this.#now)
    this.#tally.payments++
    const paid = this.#standing(account)
    const billed = this.#billed.get(account) ?? 0
    if (paid > billed) throw new BrokenPromise(`day ${this.#day}: ${account} was billed ${billed} and paid ${paid}`)
  }

  async #refund(): Promise<void> {
    const [payment] = this.#some(({ refund }) => refund === null)
    if (!payment) return
    payment.refund = { file: null, isPosted: false, isMarked: false }
    await this.#books.refund(payment.receipt, this.#now)
    this.#tally.refunds++
  }

  async #export(): Promise<void> {
    const payments = this.#payments.filter(({ file }) => file === null)
    const refunds = this.#negative ? this.#payments.filter(({ refund }) => refund?.file === null) : []
    if (payments.length + refunds.length === 0) return
    const names = [payments, refunds].map((each) => each.map(({ receipt }) => receipt))
    const number = await this.#books.export(names[0] ?? [], names[1] ?? [], this.#negative, this.#now)
    for (const payment of payments) payment.file = number
    for (const { refund } of refunds) if (refund) refund.file = number
    this.#files.push({ number, isLoaded: false, isMarked: false })
  }

  /** In any order; some never. */
  #load(): void {
    const file = this.#random.pick([undefined, ...this.#files.filter(({ isLoaded }) => !isLoaded)])
    if (!file) return
    file.isLoaded = true
    for (const payment of this.#payments) {
      if (payment.file === file.number) this.#post(payment)
      if (payment.refund?.file === file.number) this.#takeBack(payment)
    }
  }

  #post(payment: Payment): void {
    payment.isPosted = true
  }

  #takeBack({ refund }: Payment): void {
    if (refund) refund.isPosted = true
  }

  async #mark(): Promise<void> {
    const file = this.#random.pick([undefined, ...this.#files.filter((each) => each.isLoaded && !each.isMarked)])
    if (!file) return
    file.isMarked = true
    await this.#books.markLoaded(file.number, this.#now)
  }

  /** By hand, in the billing system, and some time later in the portal. */
  async #reverse(): Promise<void> {
    if (this.#negative) return
    const [payment] = this.#some(({ isPosted, refund }) => isPosted && refund !== null && !refund.isMarked)
    if (!payment?.refund) return
    if (!payment.refund.isPosted) return this.#takeBack(payment)
    payment.refund.isMarked = true
    await this.#books.markReversed(payment.receipt, this.#now)
  }

  /** One at random that is so. */
  #some(isSo: (payment: Payment) => boolean): Payment[] {
    const found = this.#payments.filter(isSo)
    return found.length === 0 ? [] : [found[this.#random.between(0, found.length - 1)]].flatMap((each) => each ?? [])
  }

  #snapshot(kind: BalanceFile['kind']): Snapshot {
    const balances = new Map(
      accounts.map((account) => {
        const ours = this.#payments.filter((each) => each.account === account)
        const posted = ours.reduce(
          (sum, each) => sum + (each.isPosted ? each.cents : 0) - (each.refund?.isPosted ? each.cents : 0),
          0,
        )
        return [account, (this.#owed.get(account) ?? 0) - posted] as const
      }),
    )
    const unloaded = this.#files.filter(({ isLoaded }) => !isLoaded).map(({ number }) => number)
    const loaded = this.#files.map(({ number }) => number).filter((number) => number < Math.min(...unloaded, Infinity))
    const chosen = accounts.filter((account) => {
      if (kind === 'full') return true
      const isLeftOut = this.#random.chance(0.2)
      return (
        !isLeftOut &&
        (kind === 'intraday' ? this.#random.chance(0.5) : balances.get(account) !== this.#written.get(account))
      )
    })
    if (kind !== 'intraday') this.#written = balances
    const through = loaded.length > 0 && this.#random.chance(0.7) ? Math.max(...loaded) : null
    const rows = new Map([...balances].filter(([account]) => chosen.includes(account)))
    const snapshot = { day: this.#day, kind, balances: rows, through, owedWithoutUs: new Map(this.#owed) }
    this.#snapshots.push(snapshot)
    return snapshot
  }

  /** The newest, or an older one again; some are lost. */
  async #deliverSome(): Promise<void> {
    const newest = this.#snapshots.at(-1)
    const snapshot = this.#random.chance(0.5) ? newest : this.#random.pick([newest, ...this.#snapshots])
    if (snapshot) await this.#deliver(snapshot, snapshot.kind === 'full' && this.#random.chance(0.15))
  }

  /** As an import does: what is older than the live data needs force. */
  async #deliver(file: Snapshot, isForced: boolean): Promise<void> {
    if (file.balances.size === 0 || (file.day < this.#liveDay && !isForced)) return
    this.#liveDay = file.day
    this.#tally.files++
    await this.#books.goLive(file, this.#containment)
    for (const account of file.balances.keys()) this.#live.set(account, file.owedWithoutUs.get(account) ?? 0)
    await this.#look()
  }

  /** Our payments that were not refunded. */
  #standing(account: Account): number {
    const ours = this.#payments.filter((each) => each.account === account && each.refund === null)
    return ours.reduce((sum, { cents }) => sum + cents, 0)
  }

  /** Never more than the live data would say if each of our payments were in them once. */
  async #look(isSettled = false): Promise<ReadonlyMap<string, number>> {
    const shown = await this.#books.shown()
    for (const account of accounts) {
      const expected = (this.#live.get(account) ?? 0) - this.#standing(account)
      const seen = shown.get(account) ?? 0
      if (seen > expected || (isSettled && seen !== expected))
        throw new BrokenPromise(`day ${this.#day}: ${account} owes ${expected}, and ${seen} is shown`)
      if (seen < expected) this.#tally.low++
      this.#tally.checksum = (this.#tally.checksum * 31 + seen) % 1_000_000_007
    }
    return shown
  }

  /** In the end, all is loaded and marked; the next full file shows what is owed. */
  async #settle(): Promise<void> {
    await this.#export()
    for (const file of this.#files) file.isLoaded = true
    for (const payment of this.#payments) {
      this.#post(payment)
      this.#takeBack(payment)
    }
    for (const file of this.#files.filter(({ isMarked }) => !isMarked))
      await this.#books.markLoaded(file.number, this.#now)
    for (const { receipt, refund } of this.#payments)
      if (refund && refund.file === null && !refund.isMarked) await this.#books.markReversed(receipt, this.#now)
    this.#day++
    const last = this.#snapshot('full')
    const through = Math.max(0, ...this.#files.map(({ number }) => number))
    await this.#deliver({ ...last, through }, true)
    await this.#look(true)
  }
}

function add(amounts: Map<Account, number>, account: Account, cents: number): void {
  amounts.set(account, (amounts.get(account) ?? 0) + cents)
}
