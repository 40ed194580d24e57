import { sql } from 'kysely'
import type { FoundTransaction } from '../../adapters/payment-gateway/port.ts'
import type { Tx } from '../../database/connect.ts'
import { scrubOrNull } from '../../database/long-digits.ts'
import { notPaidEmail, receiptTemplate } from '../emails.ts'
import type { Engine } from '../engine.ts'
import { releaseDisputes } from '../gateway-events/record-dispute.ts'
import { insertPaymentNotifications } from '../notify.ts'
import { moveAttempt } from '../records/attempt-moves.ts'
import { lockTag } from '../records/attempts.ts'
import { lockCheckout, readById } from '../records/checkouts.ts'
import { appendEvents } from '../records/events.ts'
import { closeResolution, readResolution } from '../records/hand-resolutions.ts'
import { cancelPostings } from '../records/posting-moves.ts'
import type { StoredCheckout } from '../records/stored-checkout.ts'
import { queueToPayer, withdrawFromPayer } from '../reversals/record-reversal.ts'
import type { ManualAction } from '../reversals/request-refund.ts'
import { nextRecheckAt } from '../schedule.ts'
import type { ResolutionCheck } from './compare-finding.ts'
import { addNote } from './manual-actions.ts'
import { isTagTaken } from './resolve-escalated.ts'

/** `stillPosting`: the billing system has not answered. `tagTaken`: roll back. False: nothing stands to be undone. */
export type UndoResult = boolean | 'stillPosting' | 'tagTaken'

/**
 * By two people, as the gateway says (docs/payments.md): what was not charged is not paid, and its tag is free for the
 * payment that has it; what was charged under other numbers gets those, and its receipts stay.
 */
export async function undoResolution(
  engine: Engine,
  tx: Tx,
  action: ManualAction,
  { truth, said }: Extract<ResolutionCheck, { verdict: 'contradicts' }>,
): Promise<UndoResult> {
  const { checkoutId, at } = action
  await lockCheckout(tx, checkoutId)
  const checkout = await readById(tx, checkoutId)
  const resolution = await readResolution(tx, checkoutId)
  if (checkout?.state !== 'PAID' || !resolution) return false
  if (checkout.items.some(({ postingState }) => postingState === 'PENDING' || postingState === 'POSTING')) {
    return 'stillPosting'
  }
  if (truth) {
    await lockTag(tx, truth.tag)
    // Its own charge may have been refused a refund, as for a wrong authorization.
    const isOwn = truth.tag === checkout.attempt.transactionTag
    if (!isOwn && (await isTagTaken(tx, checkoutId, truth.tag))) return 'tagTaken'
  }
  await closeResolution(tx, checkoutId, at)
  if (truth) await correctNumbers(tx, action, truth)
  else await recordNotCharged(engine, tx, action, { checkout, tagBefore: resolution.tagBefore, said })
  const wrong = checkout.attempt.transactionTag
  if (wrong !== null && truth?.tag !== wrong) await letGo(engine, tx, action, wrong)
  return true
}

/** Of a charge that was taken for this payment's: what the gateway tells of it is about another one. */
async function letGo(engine: Engine, tx: Tx, action: ManualAction, tag: string): Promise<void> {
  await tx.deleteFrom('replaced_key').where('checkout_id', '=', action.checkoutId).where('key', '=', tag).execute()
  const tags = await releaseDisputes(engine, tx, action.checkoutId, action.at)
  if (tags.length > 0) await addNote(tx, action, `took off disputes of another charge: ${tags.join(', ')}`)
}

async function correctNumbers(tx: Tx, action: ManualAction, { tag, authorization }: FoundTransaction): Promise<void> {
  await tx
    .updateTable('charge_attempt')
    .set({ transaction_tag: tag, authorization_number: scrubOrNull(authorization), epoch: sql`epoch + 1` })
    .where('checkout_id', '=', action.checkoutId)
    .execute()
  await addNote(tx, action, `corrected the gateway’s numbers to tag ${tag}, authorization ${authorization ?? 'none'}`)
}

/** Looked for during a week, as after any "not charged": a charge that turns up is reversed. */
async function recordNotCharged(
  engine: Engine,
  tx: Tx,
  { checkoutId, at, by, reason }: ManualAction,
  { checkout, tagBefore, said }: { checkout: StoredCheckout; tagBefore: string | null; said: string },
): Promise<void> {
  const { publicId, attempt } = checkout
  const columns = {
    transaction_tag: tagBefore,
    authorization_number: null,
    next_look_at: nextRecheckAt(at, at, engine.pace),
    lease_until: null,
  }
  const move = {
    checkoutId,
    attemptId: attempt.id,
    from: 'CHARGED',
    to: 'NOT_CHARGED',
    decidedAt: at,
    columns,
  } as const
  const moved = await moveAttempt(tx, move, { reason, by, gateway: said })
  await insertPaymentNotifications('paymentFailed', checkoutId, at).execute(tx)
  await appendEvents(tx, checkoutId, at, [
    ...moved,
    ...(await cancelPostings(tx, checkoutId, at, 'card', 'undone')),
    ...(await withdrawFromPayer(tx, { id: checkoutId, publicId }, receiptTemplate)),
    ...(await queueToPayer(tx, checkoutId, notPaidEmail(engine, checkout, 'undone'), at)),
  ])
}
