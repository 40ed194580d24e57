import { type Instant, epochOf, later } from '@portal/contract/dates'
import { leaseMilliseconds } from '../foundation/work/loop.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/**
 * When the inquiries about an unknown outcome are made, counted from the charge; after that, once a day
 * (docs/payments.md).
 */
const inquiryWaits = [15 * second, minute, 5 * minute, 15 * minute, 31 * minute, hour, 6 * hour, day]

/**
 * When the inquiries are made after the payer read that nothing was charged, counted from when that was recorded. A
 * process that stood still inside its request may have woken up and sent it, or a person may have been wrong.
 */
const recheckWaits = [hour, 6 * hour, day, 2 * day, 4 * day, 7 * day]

/**
 * How long after the longest possible charge an intent without an outcome counts as left behind by a process that died.
 */
const staleMargin = 25 * second

/**
 * How long a charge must be listed before it counts; until then, the gateway may still reverse it by itself. It is not
 * counted from when the charge was sent, because a process may stand still before its request leaves.
 */
export const settledAge = 5 * minute

/** Only after this age, and this many misses, does the gateway's silence prove that nothing was charged. */
export const absenceAge = 30 * minute
export const absenceMisses = 3

/**
 * The shortest and longest wait after an inquiry that found nothing. Several misses in quick succession prove no more
 * than one, and after an outage of the search, three misses must not take days.
 */
const leastBetweenMisses = 45 * second
const mostBetweenMisses = 20 * minute

/** How far the gateway's search may lag. Only the absence of something older proves that the search does not work. */
export const listingAge = 10 * minute

/** How long the three searches that prove an absence may take together: less than a search ever stays blind. */
export const longestProof = 30 * second

/** An outcome that has been unknown for this long waits for a person. The inquiries continue. */
export const escalationAge = day

/**
 * How long work that is not woken rests when nothing is due. However fast the pace, the database gets a moment's rest.
 */
const longestRest = 5 * second
const shortestRest = 250

/** Waits between tries to report to the billing system: 5 s, doubling, at most 10 minutes. */
const firstRetry = 5 * second
const longestRetry = 10 * minute

/** How long the work on payments rests when nothing is due, in milliseconds. */
export function restAt(pace: number): number {
  return Math.max(shortestRest, longestRest * pace)
}

/** When the next inquiry is due, after `made` inquiries. */
export function nextInquiryAt(sentAt: Instant, made: number, now: Instant, pace: number): Instant {
  const wait = inquiryWaits[made]
  return wait === undefined ? later(now, day * pace) : later(sentAt, wait * pace)
}

/** The same for an attempt that the gateway lists: as soon as the listing counts, if that is sooner than planned. */
export function nextInquiryOfListed(listedAt: Instant, planned: Instant, now: Instant, pace: number): Instant {
  const settledAt = later(listedAt, settledAge * pace)
  return settledAt > now && settledAt < planned ? settledAt : planned
}

/** When the next inquiry about an unpaid attempt is due; null when no more are needed. */
export function nextRecheckAt(settledAt: Instant, now: Instant, pace: number): Instant | null {
  const wait = recheckWaits.find((age) => !hasAge(settledAt, now, age, pace))
  return wait === undefined ? null : later(settledAt, wait * pace)
}

/** When the next inquiry comes after one that counts as a miss; `planned` is when it would come otherwise. */
export function nextInquiryAfterMiss(planned: Instant, now: Instant, pace: number): Instant {
  const soonest = later(now, leastBetweenMisses * pace)
  const latest = later(now, mostBetweenMisses * pace)
  if (planned < soonest) return soonest
  return planned < latest ? planned : latest
}

/**
 * When the next inquiry comes because the gateway could not be searched, or its answer proves nothing: within the hour.
 */
export function retryAt(planned: Instant | null, now: Instant, pace: number): Instant {
  const withinTheHour = later(now, hour * pace)
  return planned !== null && planned < withinTheHour ? planned : withinTheHour
}

/** When an intent without an outcome counts as left behind by a process that died. */
export function staleAt(sentAt: Instant, chargeTimeoutMilliseconds: number, pace: number): Instant {
  return later(sentAt, chargeTimeoutMilliseconds + staleMargin * pace)
}

/**
 * How long a worker keeps an attempt that it inquires about, in milliseconds: the three inquiries that prove an absence,
 * and time to record the result.
 */
export function inquiryLease(inquiryMilliseconds: number, pace: number): number {
  return Math.max(leaseMilliseconds(pace), 4 * inquiryMilliseconds * pace)
}

/** Whether that much time of the schedule, in milliseconds, has passed since an instant. */
export function hasAge(since: Instant, now: Instant, age: number, pace: number): boolean {
  return epochOf(now) - epochOf(since) >= age * pace
}

/**
 * Whether it is too late in a lease to call the billing system. A call takes half a minute at most, which is half a
 * lease.
 */
export function isLateInLease(leaseUntil: Instant, now: Instant, pace: number): boolean {
  return later(now, leaseMilliseconds(pace) / 2) > leaseUntil
}

/** When a posting is tried again, after `tries` tries. */
export function nextPostingTry(now: Instant, tries: number, pace: number): Instant {
  return later(now, Math.min(firstRetry * 2 ** (tries - 1), longestRetry) * pace)
}
