import type { CalendarDate } from '@portal/contract/dates'
import { extractLine } from '@portal/server/features/billing-exchange/format/lines.ts'
import { dateOf, daysBetween, monthOf } from '../demo/calendar.ts'
import { addressOf, key, nameOf } from './keys.ts'
import type { Happening, Kind, Usage } from './kinds.ts'

interface Transaction {
  type: 'BS' | 'BX' | 'AD' | 'AX' | 'PS' | 'PX'
  service: number
  cents: number
  date: CalendarDate
  /** Null until a bill shows it. */
  billId: string | null
  parentId: string | null
  receipt: string | null
}

interface Bill {
  tree: string[]
  dueDate: CalendarDate
  debt: number
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, cents) => total + cents, 0)
const undoing = { payment: ['PS', 'PX'], adjustment: ['AD', 'AX'], bill: ['BS', 'BX'] } as const
const firstReading = 10_000

/** What happened to one account, as records of the extract. */
export class Ledger {
  readonly since: CalendarDate
  /** When service ended. */
  readonly until: CalendarDate | null
  /** Of its agreements: water, then sewer. */
  readonly balances: number[]
  readonly #kind: Kind
  readonly #number: number
  readonly #asOf: CalendarDate
  readonly #transactions: Transaction[] = []
  readonly #bills: Bill[] = []
  #month: number
  #readDate: CalendarDate
  #reading = firstReading

  constructor(kind: Kind, number: number, asOf: CalendarDate) {
    const bills = kind.happenings.filter((each) => 'bill' in each).length
    const newest = monthOf(asOf) - (kind.monthsAgo ?? 0) - (Number(asOf.slice(8)) < 15 ? 1 : 0)
    this.#kind = kind
    this.#number = number
    this.#asOf = asOf
    this.#month = newest - bills
    this.since = dateOf(this.#month, 13)
    this.until = kind.monthsAgo ? dateOf(newest, 13) : null
    this.#readDate = this.since
    this.balances = kind.hasSewer === false ? [0] : [0, 0]
    for (const each of kind.happenings) this.#happen(each)
  }

  get balance(): number {
    return sum(this.balances)
  }

  /** Payments went to the oldest debt, so what is owed is the newest. The newest bill and any credit stand first. */
  ages(): number[] {
    const ages = [0, 0, 0, 0, 0]
    let left = this.balance
    for (const [back, { dueDate, debt }] of this.#bills.toReversed().entries()) {
      const unpaid = Math.min(Math.max(0, left), debt)
      const thirties = Math.ceil(daysBetween(dueDate, this.#asOf) / 30)
      const age = back === 0 ? 0 : Math.min(4, Math.max(1, thirties))
      ages[age] = (ages[age] ?? 0) + unpaid
      left -= unpaid
    }
    ages[0] = (ages[0] ?? 0) + left
    return ages
  }

  lines(): string[] {
    const transactions = this.#transactions.map((each, index) => {
      const names = [key(7, this.#number * 100 + index, 12), key(1, this.#number), key(4 + each.service, this.#number)]
      const amounts = [each.cents, each.cents, each.date, each.date]
      return extractLine('7000', [...names, each.billId, each.parentId, each.type, ...amounts, each.receipt])
    })
    return [...this.#bills.flatMap(({ tree }) => tree), ...transactions]
  }

  #happen(each: Happening): void {
    if ('bill' in each) this.#bill(each.bill)
    else if ('payment' in each) this.#pay(each.payment === 'all' ? this.balance : each.payment, each.receipt ?? null)
    else if ('adjustment' in each) this.#book('AD', 0, each.adjustment)
    else this.#undo(each.undone)
  }

  /** Dated ten days after the newest bill, unless the data end before. */
  #book(type: Transaction['type'], service: number, cents: number, more: Partial<Transaction> = {}): void {
    if (cents === 0) return
    this.balances[service] = (this.balances[service] ?? 0) + cents
    const later = dateOf(this.#month, 25)
    const date = later < this.#asOf ? later : this.#asOf
    this.#transactions.push({ type, service, cents, date, billId: null, parentId: null, receipt: null, ...more })
  }

  /** One payment is a transaction of each agreement it pays. A credit stays with water. */
  #pay(amount: number, receipt: string | null): void {
    const [water = 0, sewerOwed = 0] = this.balances
    const parentId = key(9, this.#number * 100 + this.#transactions.length, 12)
    const sewer = Math.min(Math.max(0, amount - water), sewerOwed)
    this.#book('PS', 0, sewer - amount, { parentId, receipt })
    this.#book('PS', 1, -sewer, { parentId, receipt })
  }

  /** The transactions of the last payment, adjustment or bill, with the other sign. */
  #undo(what: keyof typeof undoing): void {
    const [type, by] = undoing[what]
    const last = this.#transactions.findLast((each) => each.type === type)
    for (const each of this.#transactions.filter((one) => one.type === type && one.parentId === last?.parentId))
      this.#book(by, each.service, -each.cents, { parentId: each.parentId, receipt: each.receipt })
    if (what !== 'bill') return
    // The next bill charges for both months.
    this.#readDate = this.since
    this.#reading = firstReading
    for (const bill of this.#bills.slice(-1)) bill.debt = 0
  }

  #bill(given: Partial<Usage>): void {
    const usage = { gallons: 5000, isEstimated: false, isClosing: false, ...given }
    this.#month++
    const billId = key(6, this.#number * 100 + this.#bills.length + 1, 12)
    const dates = [dateOf(this.#month, 15), dateOf(this.#month, 15, 21)] as const
    const begin = this.balance - sum(this.#notOnBills().map((each) => each.cents))
    const segments = this.balances.flatMap((_, service) => this.#segment(service, billId, usage))
    const shown = this.#notOnBills()
    for (const each of shown) each.billId = billId
    // Payments, adjustments, corrections and charges: what the account's transactions of each type are in sum.
    const sums = ['P', 'A', 'BX', 'BS'].map((type) =>
      sum(shown.filter((each) => each.type.startsWith(type)).map((each) => each.cents)),
    )
    const head = [billId, key(1, this.#number), ...dates, begin, ...sums, this.balance, dateOf(this.#month, 13)]
    const tree = [
      extractLine('0100', [...head, usage.gallons]),
      extractLine('0120', [nameOf(this.#kind, this.#number), null, ...addressOf(this.#number)]),
      ...segments,
      extractLine('3900', [`This account ${this.#kind.kind}.`]),
    ]
    tree.push(extractLine('9999', [billId, tree.length + 1]))
    this.#bills.push({ tree, dueDate: dates[1], debt: (sums[1] ?? 0) + (sums[3] ?? 0) })
    this.#readDate = dateOf(this.#month, 13)
  }

  #notOnBills(): Transaction[] {
    return this.#transactions.filter((each) => each.billId === null)
  }

  #segment(service: number, billId: string, usage: Usage): string[] {
    const charges = service === 0 ? [2000, (usage.gallons * 2) / 5] : [3000]
    this.#book('BS', service, sum(charges), { date: dateOf(this.#month, 15), parentId: billId })
    const segmentId = key(8, (this.#number * 100 + this.#bills.length + 1) * 10 + service, 12)
    const [street, , city, state, zip] = addressOf(this.#number)
    const period = [this.#readDate, dateOf(this.#month, 13), usage.isEstimated, usage.isClosing]
    const place = `${street}, ${city}, ${state}, ${zip}`
    const [name = '', rate = ''] = service === 0 ? ['Water', 'W-1'] : ['Sewer', 'S-1']
    return [
      extractLine('1300', [segmentId, key(4 + service, this.#number), place, ...period]),
      extractLine('1500', [name, rate, sum(charges)]),
      extractLine('1700', ['Service charge', charges[0] ?? 0, true]),
      ...charges.slice(1).map((cents) => extractLine('1700', ['Water used: $4.00 per 1,000 gallons', cents, true])),
      ...(service === 0 ? this.#reads(usage) : []),
    ]
  }

  #reads({ gallons, reads }: Usage): string[] {
    const badge = `W${String(this.#number).padStart(7, '0')}`
    const usual = [[badge, this.#reading, this.#reading + gallons]] as const
    this.#reading += gallons
    return (reads ?? usual).map(([meter, start, end]) => {
      // A register of six digits starts again at 0.
      const quantity = end < start ? end + 1_000_000 - start : end - start
      return extractLine('2100', [meter, 1, this.#readDate, dateOf(this.#month, 13), start, end, quantity, 'GAL'])
    })
  }
}
