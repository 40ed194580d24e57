import type { CalendarDate } from '@portal/contract/dates'
import type { DemoAccount } from './accounts.ts'
import { dateOf } from './calendar.ts'
import { type Chance, chanceOf } from './chance.ts'
import type { PaidInPortal } from './payments.ts'
import { sewerCharge, type TariffCharge, waterCharge } from './tariff.ts'
import { type MonthOfUsage, usageOf } from './usage.ts'

/** Water is service 0, sewer is service 1: the order of the account's agreements. */
type Service = 0 | 1

export interface DemoSegment {
  service: Service
  charge: TariffCharge
  startDate: CalendarDate
  endDate: CalendarDate
  usage: Pick<MonthOfUsage, 'gallons' | 'startReading' | 'endReading' | 'isEstimated'>
  isClosing: boolean
}

/** One bill, in cents; `ending` is the sum of the five before it. */
export interface DemoBill {
  month: number
  billDate: CalendarDate
  dueDate: CalendarDate
  readDate: CalendarDate
  begin: number
  payments: number
  adjustments: number
  corrections: number
  currentCharges: number
  ending: number
  gallons: number
  segments: DemoSegment[]
  messages: string[]
}

export interface DemoTransaction {
  type: 'BS' | 'BX' | 'AD' | 'PS' | 'PX'
  service: Service
  cents: number
  date: CalendarDate
  /** The month of the bill on which it appears; null when no bill has been made since. */
  billMonth: number | null
  /** The month of the bill that it cancels or pays. */
  ofMonth: number
  /** Of a payment in the portal. */
  receipt?: string
}

export interface DemoHistory {
  bills: DemoBill[]
  transactions: DemoTransaction[]
  balances: [number, number]
}

const dueAfterDays = 21
const readBeforeDays = 2

/** Simulates an account month by month: bills, payments, late charges, corrections. Everything adds up to the cent. */
export function historyOf(seed: number, account: DemoAccount, asOf: CalendarDate, portal?: PaidInPortal): DemoHistory {
  const chance = chanceOf(seed)
  const history: DemoHistory = { bills: [], transactions: [], balances: [0, 0] }
  let payments = openingPayments(account, history)
  for (const usage of usageOf(seed, account)) {
    const month = account.firstMonth + history.bills.length
    const bill = emptyBill(account, month, history.bills.at(-1)?.ending ?? sum(history.balances))
    for (const payment of payments) bill.payments += pay(history, payment, month)
    bill.adjustments += adjust(chance, history, account, bill)
    addSegments(history, account, bill, usage)
    bill.ending = bill.begin + bill.payments + bill.adjustments + bill.corrections + bill.currentCharges
    bill.messages = messagesOf(account, bill, usage)
    history.bills.push(bill)
    payments = paymentsAfter(chance, account, bill, portal)
  }
  for (const payment of payments) if (payment.date <= asOf) pay(history, payment, null)
  return history
}

interface Payment {
  cents: number
  date: CalendarDate
  ofMonth: number
  receipt?: string
}

/**
 * An account that is older than the extract has one paid bill before it, so that its first bill shows a payment, too.
 */
function openingPayments(account: DemoAccount, history: DemoHistory): Payment[] {
  const month = account.firstMonth - 1
  const opened = account.setupDate > dateOf(month, account.billDay, -readBeforeDays)
  if (opened) return []
  const water = waterCharge(account.customerClass, account.meterSize, month, 5000).cents
  const sewer = account.hasSewer ? sewerCharge(account.customerClass, month, 5000).cents : 0
  history.balances = [water, sewer]
  return [{ cents: water + sewer, date: dateOf(month, account.billDay, 12), ofMonth: month }]
}

function emptyBill(account: DemoAccount, month: number, begin: number): DemoBill {
  return {
    month,
    billDate: dateOf(month, account.billDay),
    dueDate: dateOf(month, account.billDay, dueAfterDays),
    readDate: dateOf(month, account.billDay, -readBeforeDays),
    begin,
    payments: 0,
    adjustments: 0,
    corrections: 0,
    currentCharges: 0,
    ending: begin,
    gallons: 0,
    segments: [],
    messages: [],
  }
}

/** Adds the charges of a bill's month, after a correction of the month before if that was misread. */
function addSegments(history: DemoHistory, account: DemoAccount, bill: DemoBill, usage: MonthOfUsage): void {
  if (usage.corrected) correctLastBill(history, account, bill, usage.corrected)
  for (const service of account.hasSewer ? ([0, 1] as const) : ([0] as const))
    addSegment(history, bill, segmentOf(account, bill.month, service, usage))
  bill.gallons = usage.gallons
}

function correctLastBill(
  history: DemoHistory,
  account: DemoAccount,
  bill: DemoBill,
  corrected: NonNullable<MonthOfUsage['corrected']>,
): void {
  const last = history.bills.at(-1)
  if (!last) return
  for (const wrong of last.segments.filter((segment) => segment.endDate === last.readDate)) {
    const right = segmentOf(account, last.month, wrong.service, { ...corrected, isEstimated: false })
    // A flat charge does not change.
    if (right.charge.cents === wrong.charge.cents) continue
    bill.corrections -= wrong.charge.cents
    move(history, {
      type: 'BX',
      service: wrong.service,
      cents: -wrong.charge.cents,
      date: bill.billDate,
      billMonth: bill.month,
      ofMonth: last.month,
    })
    addSegment(history, bill, right)
  }
}

function segmentOf(account: DemoAccount, month: number, service: Service, usage: DemoSegment['usage']): DemoSegment {
  const { customerClass, meterSize } = account
  return {
    service,
    charge:
      service === 0
        ? waterCharge(customerClass, meterSize, month, usage.gallons)
        : sewerCharge(customerClass, month, usage.gallons),
    startDate: dateOf(month - 1, account.billDay, -readBeforeDays),
    endDate: dateOf(month, account.billDay, -readBeforeDays),
    usage,
    isClosing: account.isClosed && month === account.lastMonth,
  }
}

function addSegment(history: DemoHistory, bill: DemoBill, segment: DemoSegment): void {
  bill.segments.push(segment)
  bill.currentCharges += segment.charge.cents
  const { service, charge } = segment
  move(history, {
    type: 'BS',
    service,
    cents: charge.cents,
    date: bill.billDate,
    billMonth: bill.month,
    ofMonth: bill.month,
  })
}

/** Late charges for what was not paid, and now and then a courtesy credit. */
function adjust(chance: Chance, history: DemoHistory, account: DemoAccount, bill: DemoBill): number {
  const late = bill.begin + bill.payments > 5000 ? 500 : 0
  const courtesy = chance.happens('courtesy credit', 0.005, account.number, bill.month) ? -1000 : 0
  const cents = late + courtesy
  if (cents !== 0)
    move(history, { type: 'AD', service: 0, cents, date: bill.billDate, billMonth: bill.month, ofMonth: bill.month })
  return cents
}

/** The payments after a bill, before the next bill is made. Who pays in the portal has no habit of the demo's. */
function paymentsAfter(chance: Chance, account: DemoAccount, bill: DemoBill, portal?: PaidInPortal): Payment[] {
  const next = bill.month === account.lastMonth ? '9999' : dateOf(bill.month + 1, account.billDay)
  if (portal && portal.since < next) {
    const made = portal.payments.filter(({ date }) => bill.billDate <= date && date < next)
    return made.map((payment) => ({ ...payment, ofMonth: bill.month }))
  }
  const date = dateOf(bill.month, account.billDay, chance.whole('pays after days', account.number, [3, 24], bill.month))
  const cents = Math.max(0, amountPaid(account, bill))
  return cents === 0 ? [] : [{ cents, date, ofMonth: bill.month }]
}

function amountPaid(account: DemoAccount, bill: DemoBill): number {
  const { habit } = account
  const monthsLeft = account.lastMonth - bill.month
  if (habit.kind === 'behind') return monthsLeft < habit.months ? 0 : bill.ending
  if (habit.kind === 'half') return Math.round(bill.ending / 2)
  // Four bills were paid at once before the last one, so that a credit remains.
  if (habit.kind === 'ahead' && monthsLeft === 1) return bill.ending + 3 * bill.currentCharges
  return bill.ending
}

/** What no agreement owes goes to water. @returns the change in the bill's balance */
function pay(history: DemoHistory, payment: Payment, billMonth: number | null): number {
  const sewer = Math.max(0, Math.min(history.balances[1], payment.cents))
  for (const [service, cents] of [
    [0, payment.cents - sewer],
    [1, sewer],
  ] as const)
    if (cents !== 0)
      move(history, { ...payment, type: payment.cents < 0 ? 'PX' : 'PS', service, cents: -cents, billMonth })
  return -payment.cents
}

function move(history: DemoHistory, transaction: DemoTransaction): void {
  history.transactions.push(transaction)
  history.balances[transaction.service] += transaction.cents
}

function messagesOf(account: DemoAccount, bill: DemoBill, usage: MonthOfUsage): string[] {
  const messages = ['Sample bill. The name, usage and rates are made up (demonstration tariff).']
  if (usage.isEstimated)
    messages.push('We couldn’t read your meter. This bill is an estimate. Your next bill will correct it.')
  if (usage.corrected)
    messages.push('Your last bill was based on a wrong reading. We canceled it and billed it again here.')
  if (usage.isLeaking)
    messages.push('Your usage is unusually high. Please check for a leak: toilets and outdoor taps first.')
  if (bill.begin + bill.payments > 0) messages.push('Your previous balance is past due. Please pay now.')
  if (bill.ending < 0) messages.push('You have a credit. Do not pay this bill.')
  if (account.isClosed && bill.month === account.lastMonth) messages.push('This is the final bill for this account.')
  return messages
}

function sum(balances: readonly number[]): number {
  return balances.reduce((total, balance) => total + balance, 0)
}
