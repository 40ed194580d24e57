import { type CalendarDate, type Instant, dateIn, daysAfter } from '@portal/contract/dates'
import type { FinanceKind } from '@portal/server/database/tables/finance.ts'
import { mostDaysBack, newestDay } from '@portal/server/features/exceptions/daily-summary/send-summary.ts'
import { simulatedUtility } from '../utility.ts'
import type { CheckoutRecord, ModelRecords } from './records.ts'

/** Enters what the summaries count, by the same rules as the triggers of migration 0040. */
export function enter(records: ModelRecords, kind: FinanceKind, amount: number, belongsAt: Instant): void {
  records.finance.push({ kind, amount, belongsAt, summary: null })
}

/** Enters a charge that the gateway took back by itself, unless a void or refund of it has entered it. */
export function enterTakenBack(records: ModelRecords, { id, intent, attempt }: CheckoutRecord, at: Instant): void {
  const asked = [...records.reversals.values()].filter(
    ({ checkoutId, tag }) => checkoutId === id && tag === attempt.transactionTag,
  )
  if (asked.length === 0) enter(records, 'strayCharged', intent.amount, intent.at)
  if (!asked.some(({ state }) => state === 'DONE')) enter(records, 'strayGivenBack', intent.amount, at)
}

/** Makes the summaries of the days that are over, by the same rules as `daily-summary.ts`. */
export function tellSummaries(records: ModelRecords, now: Instant): void {
  const dayOf = (at: Instant): CalendarDate => dateIn(simulatedUtility.timeZone, at)
  const [firstSent] = [...records.checkouts.values()].map(({ intent }) => intent.at).toSorted()
  if (!firstSent) return
  const newest = newestDay(simulatedUtility.timeZone, now)
  for (let back = mostDaysBack - 1; back >= 0; back--) {
    const day = daysAfter(newest, -back)
    if (day < dayOf(firstSent) || records.summaries.some((told) => told.day === day)) continue
    const taken = records.finance.filter((entry) => entry.summary === null && dayOf(entry.belongsAt) <= day)
    for (const entry of taken) entry.summary = day
    records.summaries.push({ day, sums: sumsOf(taken) })
  }
}

/** Cents by what happened to them. */
export type FinanceSums = Record<FinanceKind, number>

export function sumsOf(entries: readonly { kind: FinanceKind; amount: number }[]): FinanceSums {
  const sums = { charged: 0, givenBack: 0, posted: 0, cancelled: 0, strayCharged: 0, strayGivenBack: 0 }
  for (const { kind, amount } of entries) sums[kind] += amount
  return sums
}
