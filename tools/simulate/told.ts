import type { CheckoutOutcome } from '@portal/contract/checkout'
import type { StoredCheckout } from '@portal/server/payments/checkout.ts'
import { payerOutcomeOf } from '@portal/server/payments/states.ts'

export interface Told {
  idempotencyKey: string
  outcome: CheckoutOutcome | 'refused' | 'nothing'
  /** The turn of a request that was refused: no request that was under way in it may begin any more. */
  turn?: number
  checkoutId?: number
}

/** What a payer is told about a checkout; null is for a payment that did not begin. */
export function tellOf(idempotencyKey: string, checkout: StoredCheckout | null): Told {
  if (!checkout) return { idempotencyKey, outcome: 'refused' }
  return { idempotencyKey, outcome: payerOutcomeOf[checkout.state], checkoutId: checkout.id }
}
