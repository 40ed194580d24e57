import type { AccountSummaryRow } from '@portal/contract/account-summary'
import { type CalendarDate, daysAfter } from '@portal/contract/dates'
import { type Cents, cents, sumCents } from '@portal/contract/money'
import { isDue, isSubmitted, largestPayment, mostOfOnePayment } from '@portal/contract/owed'
import { cannotPayReason } from '#payment/accounts-to-pay/cannot-pay-reason.ts'
import type { ShownRow } from '../accounts/use-accounts.ts'

/** Some accounts, and what is owed on them. */
interface Part {
  readonly count: number
  readonly sum: Cents
}

/** What is owed on the accounts that have arrived. */
export interface Debts {
  readonly owed: Part
  readonly pastDue: Part
  /** Due within 14 days, and not past due. */
  readonly soon: Part
  /** Nothing is due. */
  readonly settled: number
  /** Closed, and nothing is due. */
  readonly closed: number
  /** Not loaded: what is owed on them is not known. */
  readonly missing: number
  /** Nothing is owed, not even too little to be due, and no bank has still to pay. */
  readonly isPaidUp: boolean
  /** The earliest due date that has not passed. */
  readonly nextDue: CalendarDate | null
  /** What the Pay button pays, the most urgent first: all that is due, or as much of it as fits into one payment. */
  readonly toPay: readonly AccountSummaryRow[]
  /** How much of that is past due. */
  readonly toPayPastDue: Cents
  /** Whether that is all, all that is past due, or only what is due first. */
  readonly covers: 'all' | 'past due' | 'first'
}

const soonDays = 14

export function debtsOf(rows: readonly ShownRow[], today: CalendarDate): Debts {
  const known = rows.flatMap(({ row }) => (row ? [row] : []))
  const owing = known.filter(({ amount }) => isDue(amount))
  const late = owing.filter(isPastDue)
  const notLate = owing.filter((row) => !isPastDue(row))
  const limit = daysAfter(today, soonDays)
  const payment = payable(owing.filter((row) => cannotPayReason(row) === null))
  const coming = owing.flatMap(({ dueDate }) => (dueDate && dueDate >= today ? [dueDate] : []))
  return {
    owed: partOf(owing.map(({ amount }) => amount)),
    pastDue: partOf(late.map((row) => pastDueOf(row, today))),
    soon: partOf(notLate.filter(({ dueDate }) => dueDate && dueDate <= limit).map(({ amount }) => amount)),
    settled: known.filter(({ amount, isActive }) => !isDue(amount) && isActive).length,
    closed: known.filter(({ amount, isActive }) => !isDue(amount) && !isActive).length,
    missing: rows.length - known.length,
    isPaidUp: known.every((row) => row.amount <= 0 && !isSubmitted(row)),
    nextDue: coming.toSorted().at(0) ?? null,
    ...payment,
    toPayPastDue: sumCents(payment.toPay.filter(isPastDue).map((row) => pastDueOf(row, today))),
  }
}

function payable(owing: readonly AccountSummaryRow[]): Pick<Debts, 'toPay' | 'covers'> {
  const urgent = owing.toSorted(byDueDate)
  const sum = (rows: readonly AccountSummaryRow[]) => sumCents(rows.map(({ amount }) => amount))
  if (sum(urgent) <= largestPayment) return { toPay: urgent, covers: 'all' }
  const late = urgent.filter(isPastDue)
  if (late.length > 0 && sum(late) <= largestPayment) return { toPay: late, covers: 'past due' }
  return { toPay: firstThatFit(urgent, ({ amount }) => mostOfOnePayment(amount)), covers: 'first' }
}

/** The first of these that one payment takes together. */
export function firstThatFit<Item>(items: readonly Item[], amountOf: (item: Item) => Cents): Item[] {
  let sum = 0
  const over = items.findIndex((item) => {
    sum += amountOf(item)
    return sum > largestPayment
  })
  return over === -1 ? [...items] : items.slice(0, over)
}

/** The order in which debts are to be paid: what is past due, then by date; what is not due comes last. */
export function byDueDate(one: AccountSummaryRow, other: AccountSummaryRow): number {
  const rank = (row: AccountSummaryRow) => [isPastDue(row), isDue(row.amount), true].indexOf(true)
  const date = ({ dueDate }: AccountSummaryRow) => Number(dueDate?.replaceAll('-', '') ?? Infinity)
  return rank(one) - rank(other) || date(one) - date(other) || 0
}

/** Whether something on the account should have been paid by now. */
export function isPastDue({ amount, isDueDateRed }: AccountSummaryRow): boolean {
  return isDue(amount) && isDueDateRed
}

/** The part of what is owed that is past due: the arrears, or everything once the newest bill's date has passed. */
export function pastDueOf({ amount, arrearsTotal, dueDate }: AccountSummaryRow, today: CalendarDate): Cents {
  return arrearsTotal > 0 && dueDate && dueDate >= today ? cents(Math.min(arrearsTotal, amount)) : amount
}

function partOf(amounts: readonly Cents[]): Part {
  return { count: amounts.length, sum: sumCents(amounts) }
}
