import { createHash } from 'node:crypto'
import { type Checkout, type CheckoutRequest, startCheckout as startCheckoutCall } from '@portal/contract/checkout'
import { refuse } from '../../http/problem.ts'
import { takePayment } from '../../payments/charge/take-payment.ts'
import type { StoredCheckout } from '../../payments/checkout.ts'
import type { Engine } from '../../payments/engine.ts'
import { findByKey, nextTurn } from '../../payments/records/checkouts.ts'
import { refuseOvertaken } from '../../payments/submit/check-accounts.ts'
import { type CheckoutParts, checkedIntent } from '../../payments/submit/check-payment.ts'
import type { Payer } from '../../payments/submit/payer.ts'
import { checkedOrOvertaken, refusingForGood, waitForOutcome } from '../../payments/submit/submit-payment.ts'
import { checkoutView } from './checkout-view.ts'

/**
 * Takes one payment for a payer (`POST /api/v1/checkout`, R2). A repeat of the same key is answered with the same
 * checkout, whatever has changed since: the card may have expired at midnight, or Pay Now been switched off, and the
 * payer must still hear that the card was charged. Everything else is checked before anything is recorded or sent.
 */
export async function startCheckout(
  parts: CheckoutParts,
  asker: Payer & { hasLeft: () => boolean },
  body: CheckoutRequest,
): Promise<Checkout> {
  const { engine } = parts
  const contentHash = hashOf(body)
  const findRecorded = async () => findByKey(engine.db, asker.session.id, asker.idempotencyKey)
  const turn = await nextTurn(engine.db, asker.session.id, asker.idempotencyKey)
  const earlier = await findRecorded()
  if (earlier) return answerRepeat(engine, asker, earlier, contentHash)

  const checks = refusingForGood(engine, turn, () => checkedIntent(parts, asker, body, { contentHash, turn }))
  const ready = await checkedOrOvertaken(checks, findRecorded)
  if ('overtakenBy' in ready) return answerRepeat(engine, asker, ready.overtakenBy, contentHash)
  // Checks take long when the billing system is slow. The reloaded page may have been told meanwhile that there is no
  // payment under this key, and the payer may pay in another way.
  if (asker.hasLeft()) throw refuse(startCheckoutCall, 'payer-left')
  const taken = await takePayment(engine, ready.checked.intent, body.card, asker)
  switch (taken.outcome) {
    case 'taken':
      return checkoutView(taken.checkout, asker.session)
    case 'existing':
      return answerRepeat(engine, asker, taken.checkout, contentHash)
    case 'humanCheckSpent':
      throw refuse(startCheckoutCall, 'human-check-failed')
    case 'paidMeanwhile':
    case 'accountHeld':
      return refusingForGood(engine, turn, () => refuseOvertaken(parts.deps, ready.checked.asked, taken.outcome))
    case 'turnTaken':
      throw refuse(startCheckoutCall, 'repeat-refused')
    case 'draftChanged':
      throw new Error('A payment that is made at once has no draft')
  }
}

/** The second of two equal requests waits for the first, and both get the same answer. */
async function answerRepeat(
  engine: Engine,
  { session }: Payer,
  earlier: StoredCheckout,
  contentHash: string,
): Promise<Checkout> {
  if (earlier.contentHash !== contentHash) {
    throw refuse(startCheckoutCall, 'idempotency-key-reused', { checkout: earlier.publicId })
  }
  return checkoutView(await waitForOutcome(engine, earlier), session)
}

/**
 * A hash of the request that tells a repeat from another payment. It covers no more of the card than a receipt shows,
 * and not the balances that the payer was shown.
 */
function hashOf({ accounts, card, confirmationEmail }: CheckoutRequest): string {
  const content = [
    accounts.map(({ accountId, amount }) => [accountId, amount]),
    [card.cardNumber.slice(-4), card.cardHolderName, card.billingZipCode],
    confirmationEmail ?? null,
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
