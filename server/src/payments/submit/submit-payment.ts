import { startCheckout as startCheckoutCall } from '@portal/contract/checkout'
import { later } from '@portal/contract/dates'
import { stepwiseTexts } from '@portal/contract/stepwise-payments'
import { BillingSystemDown } from '../../adapters/billing-system/port.ts'
import { consume } from '../../foundation/rate-limits/rate-limits.ts'
import { Refusal, refuse, refuseField } from '../../refusal.ts'
import { takePayment } from '../charge/take-payment.ts'
import type { Engine } from '../engine.ts'
import { type Turn, findByKey, readByPublicId, readKey, takeTurn } from '../records/checkouts.ts'
import type { StoredCheckout } from '../records/stored-checkout.ts'
import { refuseOvertaken } from './check-accounts.ts'
import { type CheckedPayment, type PaymentOrder, checkPayment } from './check-payment.ts'
import type { PaymentDoor } from './payer.ts'

/** The one door for payers (docs/payments.md). A repeat gets the same checkout. @throws Refusal, BillingSystemDown */
export async function submitPayment(engine: PaymentDoor, order: PaymentOrder): Promise<StoredCheckout> {
  const { idempotencyKey, contentHash } = order
  const sessionId = order.payer.session.id
  const findRecorded = async () => findByKey(engine.db, sessionId, idempotencyKey)
  const { earlier, turn } = await readKey(engine.db, sessionId, idempotencyKey)
  if (earlier) return answerRepeat(engine, earlier, contentHash)

  // Anybody makes up keys, and each leaves a turn.
  const count = () => consume(engine, 'refusedPaymentsPerAddress', order.payer.clientAddress)
  const checks = refusingForGood(engine, turn, () => checkPayment(engine, order, turn), count)
  const ready = await checkedOrOvertaken(checks, findRecorded)
  if ('overtakenBy' in ready) return answerRepeat(engine, ready.overtakenBy, contentHash)
  // The payer's reloaded page may have said meanwhile that there is no such payment, so they may pay in another way.
  if (order.hasLeft?.()) throw refuse(startCheckoutCall, 'payer-left')
  return take(engine, order, { ...ready.checked, turn })
}

/** The second of two equal requests waits for the first. @throws `idempotency-key-reused` when they are not equal */
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
  engine: PaymentDoor,
  { payer, contentHash }: PaymentOrder,
  { intent, items, tender, turn }: CheckedPayment & { turn: Turn },
): Promise<StoredCheckout> {
  const taken = await takePayment(engine, intent, tender, payer)
  switch (taken.outcome) {
    case 'taken':
      return taken.checkout
    case 'existing':
      return answerRepeat(engine, taken.checkout, contentHash)
    case 'humanCheckSpent':
      throw refuse(startCheckoutCall, 'human-check-failed')
    case 'paidMeanwhile':
    case 'accountHeld':
      return refusingForGood(engine, turn, () => refuseOvertaken(engine, items, taken.outcome))
    case 'methodGone':
      return refusingForGood(engine, turn, async () => {
        throw refuse(startCheckoutCall, 'saved-card-gone')
      })
    case 'turnTaken':
      throw refuse(startCheckoutCall, 'repeat-refused')
    case 'draftChanged':
      throw refuseField('draft', stepwiseTexts.notAddingUp)
  }
}

/** An equal request may overtake the checks. Its payer must then read what is recorded, not the refusal it led to. */
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
 * Takes the turn, so that no earlier request of the same key can begin after the refusal (docs/decisions/021).
 * @param count throws what is told instead, and says nothing of the payment, once too many were refused
 */
export async function refusingForGood<Asked>(
  { db, clock }: Pick<Engine, 'db' | 'clock'>,
  turn: Turn,
  ask: () => Promise<Asked>,
  count?: () => Promise<void>,
): Promise<Asked> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Refusal || error instanceof BillingSystemDown) {
      await count?.()
      await takeTurn(db, turn, clock.now())
    }
    throw error
  }
}

const longestWait = 20_000
const pause = 250

/** Waits a while for a payment that another request is taking, and returns it decided or not. */
async function waitForOutcome(engine: Engine, checkout: StoredCheckout): Promise<StoredCheckout> {
  const until = later(engine.clock.now(), longestWait)
  let latest = checkout
  while (latest.state === 'CHARGING' && engine.clock.now() < until) {
    await engine.clock.sleep(pause)
    latest = (await readByPublicId(engine.db, checkout.publicId)) ?? latest
  }
  return latest
}
