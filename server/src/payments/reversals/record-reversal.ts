import type { Instant } from '@portal/contract/dates'
import type { CheckoutPublicId } from '@portal/contract/ids'
import type { Db, Tx } from '../../database/connect.ts'
import type { EventDetail } from '../../database/tables/payments.ts'
import { committed } from '../../database/transactions.ts'
import { queueEmail, withdrawEmails } from '../../messages/outbox/queue-email.ts'
import { type NewEmail, keyOfEmail } from '../../wording/customer-email.ts'
import type { TemplateName } from '../../wording/templates.ts'
import { receiptTemplate } from '../emails.ts'
import { insertPaymentNotifications } from '../notify.ts'
import { moveAttempt } from '../records/attempt-moves.ts'
import { lockCheckout } from '../records/checkouts.ts'
import { type PaymentEvent, appendEvents } from '../records/events.ts'
import { enterMoves } from '../records/ledger.ts'
import { cancelPostings } from '../records/posting-moves.ts'
import { type MovedReversal, type ReversalMove, insertRefund, moveReversal } from '../records/reversals.ts'

export interface ReversalOutcome extends ReversalMove {
  detail: EventDetail
  /** For DONE: the email to the payer if this was the checkout's own charge, or a second one. */
  email: NewEmail | null
}

/** False when the lease was lost. @throws CommitUnanswered */
export async function recordReversal(db: Db, result: ReversalOutcome): Promise<boolean> {
  const record = async (tx: Tx): Promise<boolean> => {
    await lockCheckout(tx, result.checkoutId)
    return await recordReversalWithin(tx, result)
  }
  return await committed(db, record, (isRecorded) => isRecorded)
}

export async function recordReversalWithin(tx: Tx, result: ReversalOutcome): Promise<boolean> {
  const moved = await moveReversal(tx, result)
  if (!moved) return false
  const events: PaymentEvent[] = [
    { subject: 'reversal', subjectId: result.id, from: moved.before, to: result.to, detail: result.detail },
  ]
  if (result.to === 'DONE') events.push(...(await closeAttempt(tx, result, moved)))
  if (result.refundReference) events.push(await insertRefund(tx, result, result.refundReference))
  else if (result.to === 'REFUSED' && moved.cause === 'refund') {
    events.push(...(await paymentStands(tx, result.checkoutId, moved.attempt_id)))
  }
  await appendEvents(tx, result.checkoutId, result.at, events)
  return true
}

/** Closes the checkout if its own charge was reversed. For a second charge, the payer is only notified. */
async function closeAttempt(tx: Tx, result: ReversalOutcome, moved: MovedReversal): Promise<PaymentEvent[]> {
  const { at, checkoutId } = result
  const { attempt_id: attemptId, transaction_tag: tag } = moved
  // The day of a refund that the bank returned, and that is made again, stays.
  const decided = moved.cause === 'returned' ? {} : { decidedAt: at }
  const own = await tx
    .selectFrom('charge_attempt as attempt')
    .innerJoin('checkout', 'checkout.id', 'attempt.checkout_id')
    .select('public_id as publicId')
    .where('attempt.id', '=', attemptId)
    .where('transaction_tag', '=', tag)
    .where('attempt.state', '=', 'REVERSING')
    .executeTakeFirst()
  if (!own) return moved.cause === 'secondCharge' ? await queueToPayer(tx, checkoutId, result.email, at) : []
  const closed = await moveAttempt(tx, { checkoutId, attemptId, from: 'REVERSING', to: 'REVERSED', ...decided }, {})
  const isAgain = moved.cause === 'returned'
  if (isAgain) await enterMoves(tx, { checkoutId, at, cause: 'givenBack', from: 'card', to: 'unposted' })
  const cancelled = isAgain ? [] : await cancelPostings(tx, checkoutId, at)
  await insertPaymentNotifications('paymentRefunded', checkoutId, at).execute(tx)
  return [
    ...closed,
    ...cancelled,
    ...(await withdrawFromPayer(tx, { id: checkoutId, ...own }, receiptTemplate)),
    ...(await queueToPayer(tx, result.checkoutId, result.email, at)),
  ]
}

/** Otherwise the payer would believe an email that has not left yet, as when no mail server accepted it. */
export async function withdrawFromPayer(
  tx: Tx,
  { id: subjectId, publicId }: { id: number; publicId: CheckoutPublicId },
  template: TemplateName,
): Promise<PaymentEvent[]> {
  if ((await withdrawEmails(tx, keyOfEmail(template, publicId))) === 0) return []
  return [{ subject: 'email', subjectId, from: 'QUEUED', to: 'WITHDRAWN', detail: { kind: template } }]
}

/** With the event that says so. */
export async function queueToPayer(
  tx: Tx,
  checkoutId: number,
  email: NewEmail | null,
  at: Instant,
): Promise<PaymentEvent[]> {
  if (!email) return []
  await queueEmail(tx, email, at)
  return [{ subject: 'email', subjectId: checkoutId, from: null, to: 'QUEUED', detail: { kind: email.template } }]
}

/** The gateway refused a refund, so the payment stands as it did before. */
export async function paymentStands(tx: Tx, checkoutId: number, attemptId: number): Promise<PaymentEvent[]> {
  const detail = { reason: 'refund refused' }
  return await moveAttempt(tx, { checkoutId, attemptId, from: 'REVERSING', to: 'CHARGED' }, detail)
}
