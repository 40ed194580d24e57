import { verifyLimits } from '@portal/contract/bank-payments'
import { type Instant, dateIn, epochOf, later } from '@portal/contract/dates'
import { bankDaysAfter } from '../adapters/payment-gateway/port-bank-days.ts'
import { leaseMilliseconds } from '../foundation/work/loop.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** For an unknown outcome, counted from the charge; after that, once a day (docs/payments.md). */
const inquiryWaits = [15 * second, minute, 5 * minute, 15 * minute, 31 * minute, hour, 6 * hour, day]

/** Counted from when the payer read that nothing was charged: a process that stood still may send it yet. */
const recheckWaits = [hour, 6 * hour, day, 2 * day, 4 * day, 7 * day]

/** Beyond the longest possible charge, after which an intent counts as left behind by a process that died. */
const staleMargin = 25 * second

/** A charge counts once it is listed this long: the gateway may reverse it by itself. Not counted from its sending. */
export const settledAge = 5 * minute

/** Only after this age, and this many misses, does the gateway's silence prove that nothing was charged. */
export const absenceAge = 30 * minute
export const absenceMisses = 3

/** Misses in quick succession prove no more than one, and after an outage, three must not take days. */
const leastBetweenMisses = 45 * second
const mostBetweenMisses = 20 * minute

/** How far the gateway's search may lag. Only the absence of something older proves that the search does not work. */
export const listingAge = 10 * minute

/** For the three searches that prove an absence: less than a search ever stays blind. */
export const longestProof = 30 * second

/**
 * About what a bank has for days: a day after it should have answered, then daily. The gateway's events come sooner.
 * @param answersBy null while nothing was debited
 */
export function nextInquiryOfBank(answersBy: Instant | null, now: Instant, pace: number): Instant {
  const wait = answersBy === null ? 0 : Math.max(0, epochOf(answersBy) - epochOf(now))
  return later(now, (wait + day) * pace)
}

/** After its answer was due: ten bank days after a debit of four. Then a person has to ask the gateway. */
const bankDaysToAlarm = 6

export function isBankLate(answersBy: Instant | null, now: Instant): boolean {
  if (answersBy === null) return false
  return dateIn('UTC', now) > bankDaysAfter(dateIn('UTC', answersBy), bankDaysToAlarm)
}

/** Until then, the holder of a bank account may say what the small deposits were. */
export function depositsEndAt(sentAt: Instant): Instant {
  return later(sentAt, verifyLimits.days * day)
}

/** From then on, the holder is reminded of them. */
export function depositsReminderAt(sentAt: Instant): Instant {
  return later(sentAt, verifyLimits.reminderDay * day)
}

/** As of the bank, but not later than either of these. */
export function nextInquiryOfDeposits(sentAt: Instant, now: Instant, pace: number): Instant {
  const planned = nextInquiryOfBank(null, now, pace)
  const named = [depositsReminderAt(sentAt), depositsEndAt(sentAt)]
  return named.find((at) => at > now && at < planned) ?? planned
}

/** An outcome that has been unknown for this long waits for a person. The inquiries continue. */
export const escalationAge = day

/** A void or refund that no process has sent for this long: none uses its gateway anymore. */
export const abandonedAge = hour

/** However fast the pace, the database gets a moment's rest. */
const longestRest = 5 * second
const shortestRest = 250

/** Between two looks for events that the gateway could not deliver, and how much of the time before is asked for again. */
export const catchUpRest = hour
export const catchUpOverlap = 15 * minute

const firstRetry = 5 * second
const longestRetry = 10 * minute

/** Of what people have said about a charge, until the gateway answers: within the hour, then every six. */
export function nextCheckAt(made: number, now: Instant, pace: number): Instant {
  return later(now, (made < 24 ? hour : 6 * hour) * pace)
}

export function restAt(pace: number): number {
  return Math.max(shortestRest, longestRest * pace)
}

export function nextInquiryAt(sentAt: Instant, made: number, now: Instant, pace: number): Instant {
  const wait = inquiryWaits[made]
  return wait === undefined ? later(now, day * pace) : later(sentAt, wait * pace)
}

/** As soon as the listing counts, if that is sooner than planned. */
export function nextInquiryOfListed(listedAt: Instant, planned: Instant, now: Instant, pace: number): Instant {
  const settledAt = later(listedAt, settledAge * pace)
  return settledAt > now && settledAt < planned ? settledAt : planned
}

/** About an unpaid attempt; null when no more inquiries are needed. */
export function nextRecheckAt(settledAt: Instant, now: Instant, pace: number): Instant | null {
  const wait = recheckWaits.find((age) => !hasAge(settledAt, now, age, pace))
  return wait === undefined ? null : later(settledAt, wait * pace)
}

/** `planned` is when it would come after one that is no miss. */
export function nextInquiryAfterMiss(planned: Instant, now: Instant, pace: number): Instant {
  const soonest = later(now, leastBetweenMisses * pace)
  const latest = later(now, mostBetweenMisses * pace)
  if (planned < soonest) return soonest
  return planned < latest ? planned : latest
}

/** Within the hour, because the gateway could not be searched, or its answer proves nothing. */
export function retryAt(planned: Instant | null, now: Instant, pace: number): Instant {
  const withinTheHour = later(now, hour * pace)
  return planned !== null && planned < withinTheHour ? planned : withinTheHour
}

export function staleAt(sentAt: Instant, chargeTimeoutMilliseconds: number, pace: number): Instant {
  return later(sentAt, chargeTimeoutMilliseconds + staleMargin * pace)
}

/** In milliseconds: the three inquiries that prove an absence, and time to record the result. */
export function inquiryLease(inquiryMilliseconds: number, pace: number): number {
  return Math.max(leaseMilliseconds(pace), 4 * inquiryMilliseconds * pace)
}

/** The age is in milliseconds of the schedule, at a pace of 1. */
export function hasAge(since: Instant, now: Instant, age: number, pace: number): boolean {
  return epochOf(now) - epochOf(since) >= age * pace
}

/** A call to the billing system takes half a minute at most, which is half a lease. */
export function isLateInLease(leaseUntil: Instant, now: Instant, pace: number): boolean {
  return later(now, leaseMilliseconds(pace) / 2) > leaseUntil
}

/** Of what a partner did not answer, or what has to wait for it. */
export function nextTry(now: Instant, tries: number, pace: number): Instant {
  return later(now, Math.min(firstRetry * 2 ** (tries - 1), longestRetry) * pace)
}
