import { later } from '@portal/contract/dates'
import { BillingSystemDown } from '../../adapters/billing-system/port.ts'
import { Refusal } from '../../http/problem.ts'
import type { StoredCheckout, Turn } from '../checkout.ts'
import type { Engine } from '../engine.ts'
import { readByPublicId, takeTurn } from '../records/checkouts.ts'

/**
 * Waits for the checks of a payment. Meanwhile an equal request may overtake this one, change the balance and use up
 * the verification. The payer must then hear what is recorded, and not the refusal that this led to, nor that the billing
 * system has gone down.
 * @param find reads the checkout of such a request; null when there is none.
 * @throws what the checks throw, unless this request was overtaken.
 */
export async function checkedOrOvertaken<Checked>(
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
export async function waitForOutcome(engine: Engine, checkout: StoredCheckout): Promise<StoredCheckout> {
  const until = later(engine.clock.now(), longestWait)
  let latest = checkout
  while (latest.state === 'CHARGING' && engine.clock.now() < until) {
    await engine.clock.sleep(pause)
    latest = (await readByPublicId(engine.db, checkout.publicId)) ?? latest
  }
  return latest
}
