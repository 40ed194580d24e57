import type { InquiryAnswer } from '../../adapters/payment-gateway/port.ts'
import { reverseLateCharge } from '../charge/late-charge.ts'
import type { Engine } from '../engine.ts'
import { evaluateRecheck } from '../inquiry/evaluate-inquiry.ts'
import { actOnAnswer, inquiryAbout, replyOf } from '../inquiry/search-gateway.ts'
import { recordInquiry } from '../records/attempts.ts'
import type { StoredCheckout } from '../records/stored-checkout.ts'
import { nextInquiryOfBank, nextRecheckAt, retryAt } from '../schedule.ts'

/** After the payer read that nothing was charged. If a charge was made after all, it is reversed. */
export async function recheckUnpaid(engine: Engine, checkout: StoredCheckout): Promise<void> {
  const found = await engine.gateway.inquire(inquiryAbout(checkout.attempt))
  await actOnAnswer(engine, checkout, found, async (believed) => await actOn(engine, checkout, believed))
}

async function actOn(engine: Engine, checkout: StoredCheckout, found: InquiryAnswer): Promise<void> {
  const { attempt } = checkout
  const { charges, alarm, reason } = evaluateRecheck(checkout, found)
  if (alarm) engine.monitoring.alarm(alarm, { reference: attempt.reference })
  const [charge] = charges
  if (charge) {
    await reverseLateCharge(engine, checkout, { charges, reply: replyOf(charge), epoch: attempt.epoch })
    return
  }
  // The payer has read that nothing is debited. What the bank has already is refunded once it has paid.
  const isRunning = found.outcome === 'verifying' || found.outcome === 'processing'
  if (isRunning) await engine.gateway.bankAccounts?.cancel(found.tag)
  const now = engine.clock.now()
  const planned = isRunning
    ? nextInquiryOfBank(null, now, engine.pace)
    : nextRecheckAt(checkout.decidedAt ?? attempt.sentAt, now, engine.pace)
  await recordInquiry(engine.db, {
    checkoutId: checkout.id,
    attemptId: attempt.id,
    epoch: attempt.epoch,
    at: now,
    isMiss: false,
    isListed: found.outcome === 'found',
    nextInquiryAt: found.outcome === 'unavailable' ? retryAt(null, now, engine.pace) : planned,
    detail: { look: attempt.inquiries + 1, found: found.outcome, reason },
  })
}
