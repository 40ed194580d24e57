import type Stripe from 'stripe'
import type { Making } from './endpoint.ts'

/** Follows from what it is about. */
export function balanceTransactionId(source: string): string {
  return `txn_${source.slice(source.indexOf('_') + 1)}`
}

interface Movement {
  id: string
  source: Stripe.BalanceTransaction['source']
  /** Its `reporting_category`, such as `refund_failure`. */
  category: string
  amount: number
  fee: number
}

/** Where it is called otherwise. */
const types: Readonly<Record<string, Stripe.BalanceTransaction.Type>> = {
  dispute: 'adjustment',
  dispute_reversal: 'adjustment',
  charge_failure: 'payment_failure_refund',
}

export function balanceTransaction(
  { id, source, category, amount, fee }: Movement,
  created: number,
): Stripe.BalanceTransaction {
  return {
    id,
    object: 'balance_transaction',
    amount,
    available_on: created,
    balance_type: 'payments',
    created,
    currency: 'usd',
    description: null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [{ amount: fee, application: null, currency: 'usd', description: 'Processing fees', type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: category,
    source,
    status: 'available',
    type: types[category] ?? category,
  }
}

interface PayoutParts {
  amount: number
  /** Seconds since 1970 of its midnight in UTC. */
  arrivesOn: number
}

export function payout({ amount, arrivesOn }: PayoutParts, { created, newId }: Making): Stripe.Payout {
  const id = newId('po')
  return {
    id,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: arrivesOn,
    automatic: true,
    balance_transaction: balanceTransactionId(id),
    created,
    currency: 'usd',
    description: 'STRIPE PAYOUT',
    destination: 'ba_demo',
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'completed',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'paid',
    trace_id: { status: 'pending', value: null },
    type: 'bank_account',
  }
}
