const second = 1000
const lease = 60 * second
/** A machine that is merely busy rarely stands still for this long. */
const shortestLease = 10 * second

/**
 * How long a worker may hold a row before another one may take it over, in milliseconds. Every call to a partner ends
 * within this minute, so a lease runs out only when its worker has stopped. If the worker goes on later, the epoch
 * keeps it from recording anything.
 * @param pace PAYMENT_PACE: 1 in production; with less, tests need not wait a minute for what a killed process held
 */
export function leaseMilliseconds(pace: number): number {
  return Math.max(shortestLease, lease * pace)
}
