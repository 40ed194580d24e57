import { type Instant, later } from '@portal/contract/dates'
import type { FindResult } from '../../../adapters/card-gateway/port.ts'
import type { Engine } from '../engine.ts'
import { listingAge, longestProof } from '../schedule.ts'
import { newestKnown } from './look-queries.ts'

/** What the gateway's search says about one reference. */
export interface Sighting {
  found: FindResult
  /** The search found nothing, and it is proven that it would have found a transaction. */
  isAbsenceProven: boolean
}

/**
 * Searches the gateway for a reference. Finding nothing proves something only when the search works. So it is also
 * asked for a transaction that the gateway certainly has, the canary: once before and once after, all within half a
 * minute, because a search may go blind and recover, and this process may stand still between two calls. The canary is
 * at least ten minutes old, if there is one that old: a search that lags by a minute never finds the newest payment of
 * a busy portal (docs/payments.md).
 * @param attemptId the attempt that is looked for, which cannot be its own canary; null for a void or refund.
 */
export async function findBesideCanary(
  engine: Engine,
  { reference, sentAt }: { reference: string; sentAt: Instant },
  attemptId: number | null,
): Promise<Sighting> {
  const listedBy = later(engine.clock.now(), -listingAge * engine.pace)
  const canary = await newestKnown(engine.db, { except: attemptId, after: sentAt, listedBy })
  const canaryIsFound = async (): Promise<boolean> =>
    canary !== null && (await engine.gateway.find(canary.reference, canary.sentAt)).outcome === 'found'
  const until = later(engine.clock.now(), longestProof)
  const wasFoundBefore = await canaryIsFound()
  const found = await engine.gateway.find(reference, sentAt)
  const isAbsenceProven =
    found.outcome === 'nothing' && wasFoundBefore && (await canaryIsFound()) && engine.clock.now() <= until
  return { found, isAbsenceProven }
}
