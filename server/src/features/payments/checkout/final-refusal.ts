import { BillingSystemDown } from '../../../adapters/billing-system/port.ts'
import { Refusal } from '../../../http/problem.ts'
import type { Engine } from '../engine.ts'
import type { Turn } from '../store.ts'
import { takeTurn } from './turns.ts'

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
