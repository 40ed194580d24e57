import { emptyReply } from '../../adapters/card-gateway/port.ts'
import type { Tx } from '../../database/connect.ts'
import { decision } from '../charge/outcome.ts'
import { decideWithin } from '../charge/record-outcome.ts'
import type { Decision, Finding, GatewayAnswer, HandMove, StoredCheckout } from '../checkout.ts'
import type { Engine } from '../engine.ts'
import { isTagGivenBack, isTagOfAnother, lockTag, TagOfAnother } from '../records/attempts.ts'
import { lockCheckout, readById } from '../records/checkouts.ts'

/**
 * A person's decision about an escalated payment, with the same receipts, postings, ledger entries and letters as if a
 * look-up had found it (docs/payments.md). People decide only ESCALATED payments, because before that the look-ups are
 * still at work. After `notCharged`, look-ups continue for a week, and charges that turn up are given back.
 */
export function settlementByHand(
  engine: Engine,
  checkout: StoredCheckout,
  finding: Finding,
  { reason, by, answer }: Pick<HandMove, 'reason' | 'by'> & { answer: GatewayAnswer },
): Decision {
  const isCharged = finding.outcome === 'charged'
  return decision(engine, checkout, {
    to: isCharged ? 'CHARGED' : 'NOT_CHARGED',
    from: ['ESCALATED'],
    reply: isCharged ? { ...emptyReply, tag: finding.tag, authorization: finding.authorization } : null,
    detail: { reason, by, gateway: answer.verdict === 'agrees' ? 'agrees' : `could not say: ${answer.said}` },
    epoch: null,
  })
}

/** Whether a payment cannot be settled with this tag: another one has it, or its charge was or is to be given back. */
export async function isTagTaken(tx: Tx, checkoutId: number, tag: string): Promise<boolean> {
  return (await isTagOfAnother(tx, tag, checkoutId)) || (await isTagGivenBack(tx, tag))
}

/** Settles an escalated payment within the transaction that also records who does it, as `PaymentMoves.settle` says. */
export async function settleByHand(
  engine: Engine,
  tx: Tx,
  move: HandMove,
  finding: Finding,
  answer: GatewayAnswer,
): Promise<boolean | 'tagTaken'> {
  const checkout = await readById(tx, move.checkoutId)
  if (!checkout) return false
  if (finding.outcome === 'charged') {
    await lockCheckout(tx, checkout.id)
    await lockTag(tx, finding.tag)
    if (await isTagTaken(tx, checkout.id, finding.tag)) return 'tagTaken'
  }
  try {
    return await decideWithin(tx, settlementByHand(engine, checkout, finding, { ...move, answer }))
  } catch (error) {
    // Somebody else settled a payment with this tag at the same moment.
    if (error instanceof TagOfAnother) return 'tagTaken'
    throw error
  }
}
