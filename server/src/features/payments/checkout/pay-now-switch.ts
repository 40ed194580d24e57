import type { Caller } from '../../../caller.ts'
import { refuseCommonly } from '../../../http/problem.ts'

/**
 * Stops guests from beginning and charging payments while Pay Now is switched off for maintenance (R16).
 * @throws Refusal `maintenance`
 */
export async function refuseGuestsWhenOff(isPayNowOff: () => Promise<boolean>, session: Caller): Promise<void> {
  if (session.kind === 'guest' && (await isPayNowOff())) throw refuseCommonly('maintenance')
}
