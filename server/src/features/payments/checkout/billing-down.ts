import { BillingSystemDown } from '../../../adapters/billing-system/port.ts'
import type { Db } from '../../../database/connect.ts'
import { type CheckedAnswer, spendHumanCheck } from '../../../foundation/human-check/human-check.ts'

/**
 * Makes checks of a payment that ask the billing system. When it is down, the payer is told that the payment did not go
 * through, while an equal request, whose answer was lost, may have got further in its own checks. It needs the same
 * verification. So this uses the verification up: the other has either begun by then, and is found, or never will.
 * @throws what the checks throw
 */
export async function spendingWhenDown<Checked>(
  db: Db,
  humanCheck: CheckedAnswer,
  check: () => Promise<Checked>,
): Promise<Checked> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof BillingSystemDown) await spendHumanCheck(db, humanCheck)
    throw error
  }
}
