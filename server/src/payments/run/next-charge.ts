import type { PayMethod } from '@portal/contract/bank-accounts'
import { type CalendarDate, dateIn, daysAfter, type Instant, timeIn } from '@portal/contract/dates'
import type { ServiceFees } from '@portal/contract/fees'
import { type Cents, cents, noCents } from '@portal/contract/money'
import { HeldReason, type NextCharge, type NextSaying, willCharge } from '@portal/contract/next-charge'
import { largestPayment } from '@portal/contract/owed'
import { type CardFunding, endsBefore } from '@portal/contract/saved-methods'
import type { PlannedState } from '../../database/tables/autopay.ts'
import type { Deps } from '../../deps.ts'
import type { OfAgreement, OfSchedule } from '../planned/charge.ts'
import {
  amountToTake,
  daysOfNotice,
  daysOfScheduleNotice,
  noticeGoodDays,
  placeInDay,
  plannedFee,
  type Skipped,
} from '../planned/rules.ts'

/** What is known of a charge to come. */
export interface ChargeFacts {
  /** Null for a bill that the run has not seen. */
  state: PlannedState | null
  of: Pick<OfAgreement, 'kind' | 'state' | 'most' | 'range'> | Pick<OfSchedule, 'kind' | 'asked' | 'mostFee'>
  chargeOn: CalendarDate
  dueOn: CalendarDate
  heldFor: string | null
  noticed: Cents | null
  noticedFee: Cents
  /** The notice is written, and maybe has left. */
  hasNotice: boolean
  noticedAt: Instant | null
  tries: number
  /** Null for a bank account, as the expiry. */
  funding: CardFunding | null
  expires: string | null
}

/** The account as it is now. */
export interface Owing {
  amount: Cents
  isActive: boolean
  cashOnlyFlag: 'Y' | 'N'
  /** The utility takes no bank account for it. */
  isBankBlocked: boolean
}

interface Moment {
  today: CalendarDate
  /** The first day on which a notice or a charge may leave. */
  leavesOn: CalendarDate
  timeZone: string
  noticeDays: number
  serviceFees: ServiceFees
}

export function momentOf({ profile, clock }: Pick<Deps, 'profile' | 'clock'>): Moment {
  const { timeZone, autoPay, serviceFees } = profile
  const now = timeIn(timeZone, clock.now())
  const isOver = placeInDay(now, autoPay.hours).place === 'over'
  const leavesOn = isOver ? daysAfter(now.date, 1) : now.date
  return { today: now.date, leavesOn, timeZone, noticeDays: autoPay.noticeDays, serviceFees }
}

/** What the run will do, by its own rules: the one answer for pages, console and sums. @param account undefined when unknown */
export function nextCharge(facts: ChargeFacts, account: Owing | undefined, moment: Moment): NextCharge {
  const { dueOn, of } = facts
  const most = of.kind === 'agreement' ? of.most : null
  const taken = account && amountToTake({ ...owingOf(account, facts), ...of })
  const take = taken && 'take' in taken ? taken.take : null
  const noticed = noticedOf(facts, moment, take)
  const amount = taken && 'skip' in taken ? null : (take ?? noticed)
  const { on, isFrom, isToday } =
    noticed === null ? dayWithoutNotice(facts, moment, amount) : dayOfNotice(facts, moment, noticed)
  const says = sayingOf(facts, { taken, hasNotice: noticed !== null, isFrom, amount })
  const fee = plannedFee(moment.serviceFees, methodOf(facts), of, amount ?? noCents)
  const next = { says, on, dueOn, amount, fee, most: cents(Math.min(most ?? largestPayment, largestPayment)) }
  const charges = willCharge({ ...next, cardEnds: null, heldFor: null })
  return {
    ...next,
    cardEnds: charges && endsBefore(facts.expires, on) ? facts.expires : null,
    heldFor: charges ? heldOf(facts, isToday) : null,
  }
}

/** Only bank accounts have no funding. */
function methodOf({ funding }: Pick<ChargeFacts, 'funding'>): PayMethod {
  return funding === null ? 'bank' : 'card'
}

function owingOf({ amount, isActive, cashOnlyFlag, isBankBlocked }: Owing, facts: ChargeFacts) {
  const isBarred = isBankBlocked && methodOf(facts) === 'bank'
  return { owed: amount, isActive, isCashOnly: cashOnlyFlag === 'Y', isBankBlocked: isBarred }
}

/** The amount that the notice covers; null where another notice has to leave first. */
function noticedOf(facts: ChargeFacts, moment: Moment, take: Cents | null): Cents | null {
  const { hasNotice, noticed } = facts
  if (!hasNotice || noticed === null || (take !== null && take > noticed)) return null
  const amount = take ?? noticed
  if (plannedFee(moment.serviceFees, methodOf(facts), facts.of, amount) > facts.noticedFee) return null
  return daysAfter(plannedDay(facts, moment, amount), noticeGoodDays) < moment.today ? null : amount
}

/** The day of the notice, or later where the notice has to be older for that amount. */
function plannedDay(facts: ChargeFacts, { timeZone, noticeDays }: Moment, amount: Cents): CalendarDate {
  const { chargeOn, noticedAt } = facts
  if (noticedAt === null) return chargeOn
  const lead = noticeOf(facts, amount, noticeDays) ?? 0
  return latest(chargeOn, daysAfter(dateIn(timeZone, noticedAt), lead))
}

/** Null for a payment that the customer has set. */
function noticeOf({ of, funding }: ChargeFacts, amount: Cents, noticeDays: number): number | null {
  return of.kind === 'schedule' ? null : daysOfNotice({ funding, amount, range: of.range }, noticeDays)
}

interface When {
  on: CalendarDate
  isFrom: boolean
  /** The day has come: what holds the charge holds it from its customer. */
  isToday: boolean
}

function dayOfNotice(facts: ChargeFacts, moment: Moment, amount: Cents): When {
  const planned = plannedDay(facts, moment, amount)
  const on = latest(planned, moment.leavesOn)
  const isToday = planned <= moment.today
  return { on, isFrom: on > planned || (isToday && heldOf(facts, true) !== null), isToday }
}

function dayWithoutNotice(facts: ChargeFacts, { leavesOn, noticeDays }: Moment, amount: Cents | null): When {
  const lead = noticeOf(facts, amount ?? noCents, noticeDays) ?? daysOfScheduleNotice(facts, false, noticeDays)
  const on = latest(facts.chargeOn, daysAfter(leavesOn, lead))
  return { on, isFrom: on > facts.chargeOn, isToday: false }
}

function latest(one: CalendarDate, other: CalendarDate): CalendarDate {
  return one > other ? one : other
}

/** What is over within hours holds nothing before the day. */
function heldOf({ heldFor }: ChargeFacts, isToday: boolean): HeldReason | null {
  const reason = HeldReason.safeParse(heldFor).data ?? null
  return reason === null || isToday || !withinHours.includes(reason) ? reason : null
}

const withinHours: readonly HeldReason[] = ['after_hours', 'hour_full', 'notice_waits']

interface Known {
  taken: ReturnType<typeof amountToTake> | undefined
  hasNotice: boolean
  isFrom: boolean
  amount: Cents | null
}

function sayingOf({ state, of, tries }: ChargeFacts, { taken, hasNotice, isFrom, amount }: Known): NextSaying {
  if (state === 'SENT') return 'charging'
  if (of.kind === 'agreement' && of.state === 'PAUSED') return 'paused'
  if (taken && 'skip' in taken) return whenSkipped(taken)
  if (amount === null) return isFrom ? 'someFrom' : 'some'
  if (!hasNotice) return isFrom ? 'aboutFrom' : 'about'
  if (tries > 0) return isFrom ? 'retriesFrom' : 'retries'
  return isFrom ? 'chargesFrom' : 'charges'
}

function whenSkipped({ skip }: Skipped): NextSaying {
  if (skip === 'nothing_owed') return 'nothing'
  return skip === 'over_limit' ? 'overLimit' : 'cannot'
}
