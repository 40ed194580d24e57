import { startCheckout as startCheckoutCall } from '@portal/contract/checkout'
import { later } from '@portal/contract/dates'
import { stepwiseTexts } from '@portal/contract/stepwise-payments'
import { BillingSystemDown } from '../../adapters/billing-system/port.ts'
import { Refusal, refuse, refuseField } from '../../refusal.ts'
import { takePayment } from '../charge/take-payment.ts'
import type { Intent, StoredCheckout, Turn } from '../checkout.ts'
import type { Engine } from '../engine.ts'
import { findByKey, readByPublicId, readKey, takeTurn } from '../records/checkouts.ts'
import { type PayableItem, refuseOvertaken } from './check-accounts.ts'
import { type PaymentOrder, type PaymentParts, checkPayment } from './check-payment.ts'

/**
 * The one door through which payers pay (docs/payments.md). A repeat of the same key is answered with the same checkout,
 * whatever has changed since: the card may have expired at midnight, or Pay Now been switched off, and the payer must
 * still hear that the card was charged. Everything else is checked before anything is recorded or sent.
 * @returns the checkout as it is recorded, decided or not
 * @throws a Refusal, or BillingSystemDown; this call has charged nothing then.
 */
export async function submitPayment(parts: PaymentParts, order: PaymentOrder): Promise<StoredCheckout> {
  const { engine } = parts
  const { idempotencyKey, contentHash } = order
  const sessionId = order.payer.session.id
  const findRecorded = async () => findByKey(engine.db, sessionId, idempotencyKey)
  const { earlier, turn } = await readKey(engine.db, sessionId, idempotencyKey)
  if (earlier) return answerRepeat(engine, earlier, contentHash)

  const checks = refusingForGood(engine, turn, () => checkPayment(parts, order, turn))
  const ready = await checkedOrOvertaken(checks, findRecorded)
  if ('overtakenBy' in ready) return answerRepeat(engine, ready.overtakenBy, contentHash)
  // Checks take long when the billing system is slow. The reloaded page may have been told meanwhile that there is no
  // payment under this key, and the payer may pay in another way.
  if (order.hasLeft?.()) throw refuse(startCheckoutCall, 'payer-left')
  return take(parts, order, { ...ready.checked, turn })
}

/**
 * The second of two equal requests waits for the first, and both get the same answer.
 * @throws `idempotency-key-reused` when they are not equal
 */
export async function answerRepeat(
  engine: Engine,
  earlier: StoredCheckout,
  contentHash: string,
): Promise<StoredCheckout> {
  if (earlier.contentHash !== contentHash) {
    throw refuse(startCheckoutCall, 'idempotency-key-reused', { checkout: earlier.publicId })
  }
  return waitForOutcome(engine, earlier)
}

async function take(
  { deps, engine }: PaymentParts,
  { card, payer, contentHash }: PaymentOrder,
  { intent, items, turn }: { intent: Intent; items: PayableItem[]; turn: Turn },
): Promise<StoredCheckout> {
  const taken = await takePayment(engine, intent, card, payer)
  switch (taken.outcome) {
    case 'taken':
      return taken.checkout
    case 'existing':
      return answerRepeat(engine, taken.checkout, contentHash)
    case 'humanCheckSpent':
      throw refuse(startCheckoutCall, 'human-check-failed')
    case 'paidMeanwhile':
    case 'accountHeld':
      return refusingForGood(engine, turn, () => refuseOvertaken(deps, items, taken.outcome))
    case 'turnTaken':
      throw refuse(startCheckoutCall, 'repeat-refused')
    case 'draftChanged':
      throw refuseField('draft', stepwiseTexts.notAddingUp)
  }
}

/**
 * Waits for the checks of a payment. Meanwhile an equal request may overtake this one, change the balance and use up
 * the verification. The payer must then hear what is recorded, and not the refusal that this led to, nor that the billing
 * system has gone down.
 * @param find reads the checkout of such a request; null when there is none.
 * @throws what the checks throw, unless this request was overtaken.
 */
async function checkedOrOvertaken<Checked>(
  checks: Promise<Checked>,
  find: () => Promise<StoredCheckout | null>,
): Promise<{ checked: Checked } | { overtakenBy: StoredCheckout }> {
  try {
    return { checked: await checks }
  } catch (error) {
    const overtakenBy = await find()
    if (!overtakenBy) throw error
    return { overtakenBy }
  }
}

/**
 * Makes a refusal of a payment true for good. Its payer is told that nothing was charged, while an earlier request of
 * the same key, whose answer was lost, may have got further in its own checks. The refusal takes the turn of both: the
 * earlier one has either begun by then, and is found, or never will. A later request has a turn of its own
 * (docs/decisions/021).
 * @param ask checks the payment, or says why it did not begin
 * @throws what it throws
 */
export async function refusingForGood<Asked>(
  { db, clock }: Pick<Engine, 'db' | 'clock'>,
  turn: Turn,
  ask: () => Promise<Asked>,
): Promise<Asked> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Refusal || error instanceof BillingSystemDown) await takeTurn(db, turn, clock.now())
    throw error
  }
}

const longestWait = 20_000
const pause = 250

/** Waits a while for a payment that another request is taking; returns it as it then stands, decided or not. */
async function waitForOutcome(engine: Engine, checkout: StoredCheckout): Promise<StoredCheckout> {
  const until = later(engine.clock.now(), longestWait)
  let latest = checkout
  while (latest.state === 'CHARGING' && engine.clock.now() < until) {
    await engine.clock.sleep(pause)
    latest = (await readByPublicId(engine.db, checkout.publicId)) ?? latest
  }
  return latest
}
