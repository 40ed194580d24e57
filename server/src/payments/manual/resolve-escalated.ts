import { emptyReply } from '../../adapters/payment-gateway/port.ts'
import type { Tx } from '../../database/connect.ts'
import { composeOutcome } from '../charge/outcome.ts'
import { recordOutcomeWithin, type Outcome } from '../charge/record-outcome.ts'
import type { Engine } from '../engine.ts'
import { isTagReversed, isTagOfAnother, lockTag, TagOfAnother } from '../records/attempts.ts'
import { lockCheckout, readById } from '../records/checkouts.ts'
import { keepResolution, receiptsBefore } from '../records/hand-resolutions.ts'
import type { StoredCheckout } from '../records/stored-checkout.ts'
import type { ManualAction } from '../reversals/request-refund.ts'
import type { ManualFinding, FindingCheck } from './compare-finding.ts'

/** The same as if an inquiry had found it (docs/payments.md). Before ESCALATED, the inquiries are still at work. */
export function outcomeOfFinding(
  engine: Engine,
  checkout: StoredCheckout,
  finding: ManualFinding,
  {
    reason,
    by,
    answer,
    before,
  }: Pick<ManualAction, 'reason' | 'by'> & {
    answer: FindingCheck
    /** Receipts that others have had of this tag (`receiptsBefore`). */
    before: number
  },
): Outcome {
  const isCharged = finding.outcome === 'charged'
  return composeOutcome(engine, checkout, {
    to: isCharged ? 'CHARGED' : 'NOT_CHARGED',
    from: ['ESCALATED'],
    reply: isCharged ? { ...emptyReply, tag: finding.tag, authorization: finding.authorization } : null,
    detail: { reason, by, gateway: answer.verdict === 'agrees' ? 'agrees' : `could not say: ${answer.said}` },
    epoch: null,
    receiptsBefore: before,
  })
}

/** Another payment has the tag, or its charge was or is to be reversed. */
export async function isTagTaken(tx: Tx, checkoutId: number, tag: string): Promise<boolean> {
  return (await isTagOfAnother(tx, tag, checkoutId)) || (await isTagReversed(tx, tag))
}

/** `tagTaken`: another payment has the tag, and the caller must roll back. False: it is not escalated. */
export async function resolveEscalated(
  engine: Engine,
  tx: Tx,
  action: ManualAction,
  finding: ManualFinding,
  answer: FindingCheck,
): Promise<boolean | 'tagTaken'> {
  const checkout = await readById(tx, action.checkoutId)
  if (!checkout) return false
  let before = 0
  if (finding.outcome === 'charged') {
    await lockCheckout(tx, checkout.id)
    await lockTag(tx, finding.tag)
    if (await isTagTaken(tx, checkout.id, finding.tag)) return 'tagTaken'
    before = await receiptsBefore(tx, finding.tag)
  }
  const outcome = outcomeOfFinding(engine, checkout, finding, { ...action, answer, before })
  try {
    if (!(await recordOutcomeWithin(tx, outcome))) return false
    if (finding.outcome === 'charged' && answer.verdict === 'unclear') {
      const { transactionTag: tagBefore } = checkout.attempt
      await keepResolution(tx, { checkoutId: checkout.id, tag: finding.tag, tagBefore, at: action.at })
    }
    return true
  } catch (error) {
    // Another person resolved a payment with this tag at the same moment.
    if (error instanceof TagOfAnother) return 'tagTaken'
    throw error
  }
}
