import type { Call } from '@portal/contract/call'
import type { Caller } from '../../../caller.ts'
import { refuse } from '../../../http/problem.ts'

/** Stops guests from beginning and charging payments while Pay Now is switched off for maintenance (R16). */
export interface PayNowSwitch {
  /** @throws Refusal `maintenance` for a guest while the switch is off. */
  refuseWhenOff(call: Pick<Call, 'path' | 'problems'>, session: Caller): Promise<void>
}

/** Reads the switch each time it is asked. */
export function payNowSwitch(isPayNowOff: () => Promise<boolean>): PayNowSwitch {
  return {
    async refuseWhenOff(call, session) {
      if (session.kind === 'guest' && (await isPayNowOff())) throw refuse(call, 'maintenance')
    },
  }
}
