import type { AccountSummaryRow } from '@portal/contract/account-summary'
import { type CalendarDate, daysAfter } from '@portal/contract/dates'
import type { NotificationKind } from '@portal/contract/notifications'
import { isDue } from '@portal/contract/owed'
import type { PaidOtherwise } from '../../adapters/billing-system/port-bills.ts'
import type { NotificationFacts } from '../../database/tables/notifications.ts'
import type { Deps } from '../../deps.ts'

/** Something to notify the owners of an account of. */
export interface Occasion {
  kind: NotificationKind
  /** The bill or payment that it is about. */
  cause: string
  facts: NotificationFacts
}

/** When which occasion is there, in days around the due date. */
export type OccasionDays = Pick<Deps['profile']['notifications'], 'dueSoonDays' | 'overdueDays'>

/** An overdue bill is told within this many days of becoming so, and never later. */
const overdueWindow = 7

/** A payment made otherwise is told within this many days: imports are late sometimes. */
export const paymentWindow = 10

/** What there is to tell of payments made at an office, by mail or at a bank. */
export function occasionsOfPayments(payments: readonly PaidOtherwise[], today: CalendarDate): Occasion[] {
  const since = daysAfter(today, -paymentWindow)
  return payments.flatMap(({ payment, paidOn, amount, canceled }): Occasion[] => {
    const cause = `paid-${payment}`
    if (canceled) {
      const facts = { amount: canceled.amount, on: canceled.on }
      return canceled.on > since ? [{ kind: 'paymentFailed', cause, facts }] : []
    }
    return amount > 0 && paidOn > since ? [{ kind: 'paymentReceived', cause, facts: { amount, on: paidOn } }] : []
  })
}

/**
 * What there is to tell of an account's newest bill today. A bill of which nothing is due is only ready.
 * @param row of the account as it is now, payments on their way counted
 */
export function occasionsOf(row: AccountSummaryRow, today: CalendarDate, days: OccasionDays): Occasion[] {
  const { latestBill, dueDate } = row
  if (latestBill === null || dueDate === null || !row.isActive) return []
  const facts = { dueOn: dueDate, total: latestBill.total, owed: row.amount }
  const occasion = (kind: NotificationKind): Occasion => ({ kind, cause: latestBill.billId, facts })
  const isOwed = isDue(row.amount) && !row.isBeingPaid
  const late = daysAfter(dueDate, days.overdueDays)
  return [
    occasion('billReady'),
    ...(isOwed && daysAfter(dueDate, -days.dueSoonDays) <= today && today <= dueDate ? [occasion('dueSoon')] : []),
    ...(isOwed && late <= today && today < daysAfter(late, overdueWindow) ? [occasion('overdue')] : []),
  ]
}

/** So many runs before one say what is usual. */
export const runsCompared = 15

/** The middle one; null for a first run. */
export function usualOf(earlier: readonly number[]): number | null {
  return earlier.toSorted((a, b) => a - b)[Math.floor(earlier.length / 2)] ?? null
}

/** Whether far more people would be told than usually. A first run has nothing to be compared with. */
export function isUnusual(
  found: number,
  earlier: readonly number[],
  { unusualAbove, unusualTimes }: Pick<Deps['profile']['notifications'], 'unusualAbove' | 'unusualTimes'>,
): boolean {
  if (found <= unusualAbove) return false
  return found > (usualOf(earlier) ?? 0) * unusualTimes
}
