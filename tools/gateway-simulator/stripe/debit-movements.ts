import type Stripe from 'stripe'
import type { StripeWorld } from './endpoint.ts'
import { balanceTransaction, balanceTransactionId } from './payout-objects.ts'

// What a debit moves when its bank has answered.

/** In cents: 0.8 %, at most so much, and of a debit that its bank sent back. */
const mostFee = 500
const feeOfReturn = 400

/** A debit that was sent back was paid out all the same. */
export function paidOut(world: StripeWorld, charge: Stripe.Charge): Stripe.BalanceTransaction {
  const { id, amount } = charge
  const fee = Math.min(Math.round((amount * 8) / 1000), mostFee)
  return balanceTransaction(
    { id: balanceTransactionId(id), source: charge, category: 'charge', amount, fee },
    answeredAt(world, charge),
  )
}

export function sentBack(world: StripeWorld, charge: Stripe.Charge): Stripe.BalanceTransaction {
  const id = `${balanceTransactionId(charge.id)}f`
  const back = { id, source: charge, category: 'charge_failure', amount: -charge.amount, fee: feeOfReturn }
  return balanceTransaction(back, answeredAt(world, charge))
}

/** In seconds: when its bank answered, however late anyone asks. */
function answeredAt({ books, now }: StripeWorld, { payment_intent: intent }: Stripe.Charge): number {
  const { dueAt = null } = books.debits.get(typeof intent === 'string' ? intent : '') ?? {}
  return Math.floor(Math.min(dueAt ?? now(), now()) / 1000)
}
