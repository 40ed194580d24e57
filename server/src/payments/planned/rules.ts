import { type BlockReason, earlyNoticeDays, needsEarlyNotice } from '@portal/contract/autopay'
import {
  type HoldReason,
  type LateReason,
  type SkipReason,
  type StopReason,
  lateReasons,
} from '@portal/contract/autopay-reasons'
import type { PayMethod, ReturnReason } from '@portal/contract/bank-accounts'
import { CalendarDate, daysAfter, monthOf } from '@portal/contract/dates'
import { type FeeChannel, type ServiceFees, serviceFeeOf } from '@portal/contract/fees'
import { type Cents, cents } from '@portal/contract/money'
import { largestPayment, smallestPayment } from '@portal/contract/owed'
import type { CardFunding } from '@portal/contract/saved-methods'
import type { SecondTry } from '../../adapters/payment-gateway/port-declines.ts'
import type { DayRule } from '../../database/tables/autopay.ts'
import type { OfAgreement, OfSchedule, PlannedCharge, PlannedOf } from './charge.ts'

/** A notice is good for a charge this many days after the day it named. Then the customer is told again. */
export const noticeGoodDays = 10

/** On which day a bill is to be paid: never after its due date, unless that leaves no time for the notice. */
export function dayOf({ rule, number }: { rule: DayRule; number: number }, dueOn: CalendarDate): CalendarDate {
  if (rule === 'dueDate') return dueOn
  if (rule === 'daysBefore') return daysAfter(dueOn, -number)
  const inMonth = dayOfMonth(dueOn, number)
  return inMonth <= dueOn ? inMonth : dayOfMonth(daysAfter(firstOf(dueOn), -1), number)
}

/** The month's last day when it has no such day. */
function dayOfMonth(within: CalendarDate, day: number): CalendarDate {
  let date = daysAfter(firstOf(within), day - 1)
  while (monthOf(date) !== monthOf(within)) date = daysAfter(date, -1)
  return date
}

function firstOf(date: CalendarDate): CalendarDate {
  return CalendarDate.parse(`${monthOf(date)}-01`)
}

/** How many days before the charge the customer has to have the notice. */
export function daysOfNotice(
  { funding, amount, range }: { funding: CardFunding | null; amount: Cents; range: { low: Cents; high: Cents } | null },
  profileDays: number,
): number {
  const isForeseen = range !== null && range.low <= amount && amount <= range.high
  return !needsEarlyNotice(funding) || isForeseen ? profileDays : Math.max(earlyNoticeDays, profileDays)
}

/**
 * Likewise, for a payment that the customer has set: none, as its own email is the notice. One day when it is noticed anew; and the
 * early notice for the second debit of a bank account, so that its holder can stop it at the bank.
 */
export function daysOfScheduleNotice(
  { funding, tries, chargeOn, dueOn }: Scheduled,
  isNoticed: boolean,
  profileDays: number,
): number {
  const isSecondDebit = funding === null && tries > 0 && (chargeOn > dueOn || !isNoticed)
  if (isSecondDebit) return Math.max(earlyNoticeDays, profileDays)
  return isNoticed ? 0 : 1
}

/** Null for a bank account, as its funding; due when the customer has set it. */
interface Scheduled {
  funding: CardFunding | null
  tries: number
  chargeOn: CalendarDate
  dueOn: CalendarDate
}

/** The first day for a charge whose notice leaves today, and never before the day that it is planned for. */
export function soonestDay(planned: CalendarDate, today: CalendarDate, lead: number): CalendarDate {
  return laterOf(planned, daysAfter(today, lead))
}

export function laterOf(one: CalendarDate, other: CalendarDate): CalendarDate {
  return one > other ? one : other
}

/** Whether a notice says that its charge comes after the due date, which is still to come or has passed. */
export function lateness(on: CalendarDate, dueOn: CalendarDate, today: CalendarDate): '' | 'dueBefore' | 'pastDue' {
  if (on <= dueOn) return ''
  return dueOn < today ? 'pastDue' : 'dueBefore'
}

/** Where the utility's day stands: charges and their notices leave while it is open. */
export function placeInDay(
  { hour, minute }: { hour: string; minute: string },
  { from, until }: { from: number; until: number },
): { place: 'early' | 'open' | 'over'; minutesToOpen: number } {
  const now = Number(hour) * 60 + Number(minute)
  if (now < from * 60) return { place: 'early', minutesToOpen: from * 60 - now }
  return { place: now < until * 60 ? 'open' : 'over', minutesToOpen: (24 + from) * 60 - now }
}

/** Why a charge waits although its day may have come, and when to look again. */
export interface Held {
  hold: HoldReason
  minutes: number
}

export interface Skipped {
  skip: SkipReason
}

/** What to take of an account: all that is owed, or nothing. A schedule takes what was asked, and never more than owed. */
export function amountToTake({
  owed,
  isActive,
  isCashOnly,
  isBankBlocked = false,
  most = null,
  asked = null,
}: Owed): { take: Cents } | Skipped {
  if (isCashOnly) return { skip: 'cash_only' }
  if (!isActive) return { skip: 'closed' }
  if (isBankBlocked) return { skip: 'bank_not_taken' }
  const amount = cents(asked === null ? owed : Math.min(asked, owed))
  if (amount < smallestPayment) return { skip: 'nothing_owed' }
  if (amount > Math.min(most ?? largestPayment, largestPayment)) return { skip: 'over_limit' }
  return { take: amount }
}

/** What comes on top of an amount: of each account, which is charged on its own; never more than was authorized. */
export function plannedFee(
  fees: ServiceFees,
  method: PayMethod,
  of: Pick<OfAgreement, 'kind'> | Pick<OfSchedule, 'kind' | 'mostFee'>,
  amount: Cents,
): Cents {
  const fee = serviceFeeOf(fees, method, feeChannelOf[of.kind], amount)
  const most = of.kind === 'schedule' ? of.mostFee : null
  return most === null ? fee : cents(Math.min(fee, most))
}

export const feeChannelOf = { agreement: 'autoPay', schedule: 'schedule' } as const satisfies Record<
  PlannedOf['kind'],
  FeeChannel
>

/** Whether what a notice said still holds before its day. On the day, a charge of nothing is skipped. */
export function isCovered(noticed: Noticed, amount: { take: Cents; fee: Cents } | Skipped): boolean {
  if ('skip' in amount) return amount.skip === 'nothing_owed'
  return amount.take <= (noticed.noticed ?? 0) && amount.fee <= noticed.noticedFee
}

type Noticed = Pick<PlannedCharge, 'noticed' | 'noticedFee'>

interface Owed {
  /** Now, less what is on its way; negative for a credit. */
  owed: Cents
  isActive: boolean
  isCashOnly: boolean
  /** A bank account would pay, and the utility takes none for this account. */
  isBankBlocked?: boolean
  most?: Cents | null
  asked?: Cents | null
}

/** What customers are told of a charge that is late: why, where it does not pass within hours. */
export function lateFor(hold: HoldReason): LateReason | null {
  if (hold === 'paused' || hold === 'no_email') return null
  return lateReasons.find((each) => each === hold) ?? 'passes'
}

/** Once the due date and the day that was told are over, or will be before what holds the charge back passes. */
export function isLate(
  { dueOn, chargeOn }: { dueOn: CalendarDate; chargeOn: CalendarDate },
  hold: HoldReason,
  today: CalendarDate,
): boolean {
  const last = laterOf(dueOn, chargeOn)
  const passes = lateFor(hold) === 'passes' && hold !== 'after_hours'
  return passes ? last < today : last <= today
}

/** What a decline allows: one more try after some days, or none. */
export function afterDecline(advice: SecondTry, tries: number, retryDays: number): Retry | { stop: StopReason } {
  if ('never' in advice) return { stop: advice.never }
  if (tries >= 2) return { stop: 'declined_twice' }
  return { retryDays: Math.max(retryDays, advice.afterDays) }
}

/** Why a bank account is never debited again after a return; null where once more is allowed (Nacha). */
export const blockedAfter = {
  funds: null,
  account: 'bank_refused',
  stopped: 'bank_refused',
  company: 'bank_refused',
  person: 'bank_refused',
  other: 'bank_refused',
  unauthorized: 'bank_unauthorized',
  terms: 'bank_unauthorized',
} as const satisfies Record<ReturnReason, BlockReason | null>

/** What a return of a debit allows: one more, with a new notice, or none. */
export function afterReturn(reason: ReturnReason, tries: number): { noticeAgain: true } | { stop: StopReason } {
  const block = blockedAfter[reason]
  if (block) return { stop: block }
  return tries >= 2 ? { stop: 'returned_twice' } : { noticeAgain: true }
}

interface Retry {
  retryDays: number
}
