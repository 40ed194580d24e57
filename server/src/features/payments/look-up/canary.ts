import { type Instant, later } from '@portal/contract/dates'
import type { FindResult } from '../../../adapters/card-gateway/port.ts'
import type { Engine } from '../engine.ts'
import { longestProof } from '../schedule.ts'

/** What the gateway's search said of one reference. */
export interface Sighting {
  found: FindResult
  /** That nothing was found means that nothing was there. */
  isAbsenceProven: boolean
}

/**
 * Asks the gateway's search for a reference. A search that cannot find a transaction we know of (the canary) proves
 * nothing about one it does not find (docs/payments.md), and neither does one that could a while ago or can again: the
 * canary has to be found right before and right after. A process may stand still between its questions.
 * @param attemptId the attempt that is looked for, which cannot be its own canary; null when it is none.
 */
export async function findBesideCanary(
  engine: Engine,
  { reference, sentAt }: { reference: string; sentAt: Instant },
  attemptId: number | null,
): Promise<Sighting> {
  const canary = await engine.store.newestKnown(attemptId)
  const canaryIsFound = async (): Promise<boolean> =>
    canary !== null && (await engine.gateway.find(canary.reference, canary.sentAt)).outcome === 'found'
  const until = later(engine.clock.now(), longestProof)
  const wasFoundBefore = await canaryIsFound()
  const found = await engine.gateway.find(reference, sentAt)
  const isAbsenceProven =
    found.outcome === 'nothing' && wasFoundBefore && (await canaryIsFound()) && engine.clock.now() <= until
  return { found, isAbsenceProven }
}
