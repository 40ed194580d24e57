const second = 1000
const lease = 60 * second
/** Few machines stand still for this long merely because they are busy. */
const shortestLease = 10 * second

/**
 * How long a worker may hold a row before another one may take it over, in milliseconds: a minute, in which every call
 * to a partner ends, so that only a worker that stopped outlives it. What outlives it all the same is fenced out by the
 * epoch.
 * @param pace PAYMENT_PACE: 1 in production; tests need not wait a minute for what a killed process held
 */
export function leaseMilliseconds(pace: number): number {
  return Math.max(shortestLease, lease * pace)
}
