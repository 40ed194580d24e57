import { emptyReply } from '../../../adapters/card-gateway/port.ts'
import type { Finding, HandMove } from '../../../foundation/payment-moves/payment-moves.ts'
import { decision } from '../charge/decisions.ts'
import type { Engine } from '../engine.ts'
import type { Decision, StoredCheckout } from '../store.ts'

/**
 * A person's decision about an escalated payment, with the same receipts, postings, ledger entries and letters as if a
 * look-up had found it (docs/payments.md). People decide only ESCALATED payments; before that the look-ups are still at
 * work. After `notCharged` the look-ups go on for a week, and charges that turn up are given back.
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
