import type { Containment } from '@portal/contract/billing-data'
import type { Instant } from '@portal/contract/dates'
import { type Account, type BalanceFile, type Books, type When, accounts, at } from './books.ts'

/** When a payment is contained, as facts alone: what import/containment.ts says in SQL. */
export const rule = {
  isLoadedBefore: (loadedAt: Instant, day: number): boolean => loadedAt < at(day),
  isOf: (file: BalanceFile, account: Account): boolean => file.kind === 'full' || file.balances.has(account),
  mayHave: (madeOn: number, day: number): boolean => madeOn <= day,
}
export type Rule = typeof rule

interface Item {
  receipt: string
  account: Account
  cents: number
  day: number
  file: PaymentFile | null
  /** The day of the balances that have it. */
  containedOn: number | null
  isInDoubt: boolean
  reversedAt: Instant | null
}

interface PaymentFile {
  number: number
  day: number
  negative: boolean
  loadedAt: Instant | null
}

/** The books without a database: thousands of worlds in seconds. */
export class BooksInMemory implements Books {
  readonly #rule: Rule
  #payments: Item[] = []
  #refunds: Item[] = []
  #files: PaymentFile[] = []
  #balances = new Map<Account, number>()

  constructor(given: Rule = rule) {
    this.#rule = given
  }

  async world<Result>(live: () => Promise<Result>): Promise<Result> {
    this.#payments = []
    this.#refunds = []
    this.#files = []
    this.#balances = new Map()
    return await live()
  }

  async goLive(file: BalanceFile, containment: Containment): Promise<void> {
    for (const [account, cents] of file.balances) this.#balances.set(account, cents)
    const ofFile = [...this.#payments, ...this.#refunds].filter(({ account }) => this.#rule.isOf(file, account))
    for (const item of ofFile) {
      const isAfterCutoff = containment === 'cutoff' && file.through !== null && (item.file?.number ?? 0) > file.through
      if (item.containedOn !== null && (item.containedOn >= file.day || isAfterCutoff)) item.containedOn = null
      if (item.containedOn === null && this.#isIn(item, file, containment)) item.containedOn = file.day
    }
    for (const refund of ofFile.filter((item) => this.#refunds.includes(item)))
      refund.isInDoubt = this.#isInDoubt(refund, file)
  }

  #isIn({ file, reversedAt }: Item, { day, through }: BalanceFile, containment: Containment): boolean {
    if (file === null) return reversedAt !== null && this.#rule.isLoadedBefore(reversedAt, day)
    if (containment === 'cutoff') return through !== null && file.number <= through
    return file.loadedAt !== null && this.#rule.isLoadedBefore(file.loadedAt, day)
  }

  #isInDoubt(refund: Item, { day }: BalanceFile): boolean {
    if (refund.containedOn !== null) return false
    const paidIn = this.#payments.find(({ receipt }) => receipt === refund.receipt)?.file ?? null
    if (refund.file !== null) return refund.file !== paidIn && this.#rule.mayHave(refund.file.day, day)
    return paidIn?.negative === false && this.#rule.mayHave(refund.day, day)
  }

  async pay(receipt: string, account: Account, cents: number, { day }: When): Promise<void> {
    this.#payments.push({
      receipt,
      account,
      cents,
      day,
      file: null,
      containedOn: null,
      isInDoubt: false,
      reversedAt: null,
    })
  }

  async refund(receipt: string, { day }: When): Promise<void> {
    const payment = this.#payments.find((each) => each.receipt === receipt)
    if (payment) this.#refunds.push({ ...payment, day, file: null, containedOn: null })
  }

  async export(
    payments: readonly string[],
    refunds: readonly string[],
    negative: boolean,
    { day }: When,
  ): Promise<number> {
    const file = { number: this.#files.length + 1, day, negative, loadedAt: null }
    this.#files.push(file)
    for (const payment of this.#payments) if (payments.includes(payment.receipt)) payment.file = file
    for (const refund of this.#refunds) if (refunds.includes(refund.receipt)) refund.file = file
    return file.number
  }

  async markLoaded(number: number, { at: loadedAt }: When): Promise<void> {
    for (const file of this.#files) if (file.number === number) file.loadedAt = loadedAt
  }

  async markReversed(receipt: string, { at: reversedAt }: When): Promise<void> {
    for (const refund of this.#refunds) if (refund.receipt === receipt) refund.reversedAt = reversedAt
  }

  async shown(): Promise<ReadonlyMap<string, number>> {
    const sum = (items: readonly Item[], account: Account) =>
      items
        .filter((item) => item.account === account && item.containedOn === null && !item.isInDoubt)
        .reduce((total, { cents }) => total + cents, 0)
    return new Map(
      accounts.map((account) => [
        account,
        (this.#balances.get(account) ?? 0) - sum(this.#payments, account) + sum(this.#refunds, account),
      ]),
    )
  }
}
