import {
  type FindResult,
  type FoundTransaction,
  type GatewayReply,
  emptyReply,
} from '../../../adapters/card-gateway/port.ts'
import type { Engine } from '../engine.ts'
import { type StoredCheckout, TagOfAnother, tagOfAnotherAlarm } from '../store.ts'

/**
 * Acts on the result of a search of the gateway. When a transaction turns out to have the tag of another payment, that
 * counts as a failed search, with an alarm.
 */
export async function actOnListing(
  engine: Engine,
  { attempt: { reference } }: StoredCheckout,
  found: FindResult,
  act: (found: FindResult) => Promise<void>,
): Promise<void> {
  if (found.outcome === 'unavailable') engine.watch.searchFailed(reference, found.reason)
  try {
    await act(found)
  } catch (error) {
    if (!(error instanceof TagOfAnother)) throw error
    engine.watch.alarm(tagOfAnotherAlarm, { reference })
    await act({ outcome: 'unavailable', reason: 'listed under the tag of another payment' })
  }
}

/** A reply made from what the gateway's list says about a transaction. The rest was lost with the original reply. */
export function replyOf({ tag, authorization }: FoundTransaction): GatewayReply {
  return { ...emptyReply, tag, authorization }
}
