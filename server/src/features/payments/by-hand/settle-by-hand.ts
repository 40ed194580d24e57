import type { Finding, HandMove } from '../../../foundation/payment-moves/payment-moves.ts'
import { emptyReply } from '../../../adapters/card-gateway/port.ts'
import { decision } from '../charge/decisions.ts'
import type { Engine } from '../engine.ts'
import type { Decision, StoredCheckout } from '../store.ts'

/**
 * The decision a person makes about an escalated payment, with everything that follows from it: receipts, postings,
 * ledger and letters, as if the look-ups had found it (docs/payments.md). Only ESCALATED is for people; before that the
 * look-ups are at work. After `notCharged` they go on for a week, and give back what turns up.
 */
export function settlementByHand(
  engine: Engine,
  checkout: StoredCheckout,
  finding: Finding,
  { reason, by }: Pick<HandMove, 'reason' | 'by'>,
): Decision {
  const isCharged = finding.outcome === 'charged'
  return decision(engine, checkout, {
    to: isCharged ? 'CHARGED' : 'NOT_CHARGED',
    from: ['ESCALATED'],
    reply: isCharged ? { ...emptyReply, tag: finding.tag, authorization: finding.authorization } : null,
    detail: { reason, by },
    epoch: null,
  })
}
