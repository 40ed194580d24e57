import type { CheckoutOutcome } from '@portal/contract/payments'

/** What a payer was told, to be held against the truth in the end. */
export interface Told {
  idempotencyKey: string
  outcome: CheckoutOutcome | 'refused' | 'nothing'
}
