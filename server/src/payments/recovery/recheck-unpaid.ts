import type { FindResult } from '../../adapters/card-gateway/port.ts'
import { giveBackLateCharge } from '../charge/late-charge.ts'
import type { StoredCheckout } from '../checkout.ts'
import type { Engine } from '../engine.ts'
import { judgeLateLook } from '../inquiry/evaluate-inquiry.ts'
import { actOnListing, replyOf } from '../inquiry/search-gateway.ts'
import { recordLook } from '../records/attempts.ts'
import { nextLateLookAt, retryAt } from '../schedule.ts'

/** A look-up after the payer was told that nothing was charged. If a charge was made after all, it is given back. */
export async function lookAfterwards(engine: Engine, checkout: StoredCheckout): Promise<void> {
  const { reference, sentAt } = checkout.attempt
  const found = await engine.gateway.find(reference, sentAt)
  await actOnListing(engine, checkout, found, async (believed) => await actOn(engine, checkout, believed))
}

async function actOn(engine: Engine, checkout: StoredCheckout, found: FindResult): Promise<void> {
  const { attempt } = checkout
  const { charges, alarm, reason } = judgeLateLook(checkout, found)
  if (alarm) engine.watch.alarm(alarm, { reference: attempt.reference })
  const [charge] = charges
  if (charge) {
    await giveBackLateCharge(engine, checkout, { charges, reply: replyOf(charge), epoch: attempt.epoch })
    return
  }
  const now = engine.clock.now()
  const planned = nextLateLookAt(checkout.decidedAt ?? attempt.sentAt, now, engine.pace)
  await recordLook(engine.db, {
    checkoutId: checkout.id,
    attemptId: attempt.id,
    epoch: attempt.epoch,
    at: now,
    isMiss: false,
    isListed: found.outcome === 'found',
    nextLookAt: found.outcome === 'unavailable' ? retryAt(null, now, engine.pace) : planned,
    detail: { look: attempt.looks + 1, found: found.outcome, reason },
  })
}
