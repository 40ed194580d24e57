import { emptyReply } from '../../../adapters/card-gateway/port.ts'
import type { Tx } from '../../../database/connect.ts'
import { lockCheckout } from '../../../foundation/payment-moves/lock-checkout.ts'
import type { Finding, HandMove } from '../../../foundation/payment-moves/payment-moves.ts'
import { decideWithin } from '../charge/decide-attempt.ts'
import { decision } from '../charge/decisions.ts'
import { readById } from '../checkout/read-checkouts.ts'
import type { Engine } from '../engine.ts'
import { type Decision, type StoredCheckout, TagOfAnother } from '../store.ts'
import { isTagGivenBack, isTagOfAnother, lockTag } from '../transaction-tags.ts'

/**
 * A person's decision about an escalated payment, with the same receipts, postings, ledger entries and letters as if a
 * look-up had found it (docs/payments.md). People decide only ESCALATED payments, because before that the look-ups are
 * still at work. After `notCharged`, look-ups continue for a week, and charges that turn up are given back.
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

/** Settles an escalated payment within the transaction that also records who does it, as `PaymentMoves.settle` says. */
export async function settleByHand(
  engine: Engine,
  tx: Tx,
  move: HandMove,
  finding: Finding,
): Promise<boolean | 'tagTaken'> {
  const checkout = await readById(tx, move.checkoutId)
  if (!checkout) return false
  if (finding.outcome === 'charged') {
    const { tag } = finding
    await lockCheckout(tx, checkout.id)
    await lockTag(tx, tag)
    if ((await isTagOfAnother(tx, tag, checkout.id)) || (await isTagGivenBack(tx, tag))) return 'tagTaken'
  }
  try {
    return await decideWithin(tx, settlementByHand(engine, checkout, finding, move))
  } catch (error) {
    // Somebody else settled a payment with this tag at the same moment.
    if (error instanceof TagOfAnother) return 'tagTaken'
    throw error
  }
}
