import Stripe from 'stripe'
import { type ReversalRefusal, type ReversalRequest, type ReversalResult, emptyReply } from '../port.ts'
import { isOfBankAccount } from './bank-accounts.ts'
import { type Gateway, describe } from './settings.ts'
import { stripeTraits } from './traits.ts'

const refusals: Readonly<Record<string, ReversalRefusal>> = {
  charge_already_refunded: 'alreadyReversed',
  amount_too_large: 'amountMismatch',
}

/** To a card, pending counts as given back: what fails later comes as an event. A bank takes days, and may refuse it. */
export async function reverse({ stripe, settings }: Gateway, request: ReversalRequest): Promise<ReversalResult> {
  const { tag, amount, reference } = request
  if (!stripeTraits.isTag(tag)) {
    return { outcome: 'refused', reason: 'cannotBeNamed', reply: emptyReply, operatorAlarm: false }
  }
  try {
    const refund = await stripe.refunds.create(
      { payment_intent: tag, amount, metadata: { reference }, expand: ['charge'] },
      { idempotencyKey: reference, timeout: settings.chargeTimeout },
    )
    const reply = { ...emptyReply, tag: refund.id, message: refund.status, code: refund.failure_reason ?? null }
    const isRefused = refund.status === 'failed' || refund.status === 'canceled'
    if (isRefused) return { outcome: 'refused', reason: 'other', reply, operatorAlarm: false }
    if (isOnItsWay(refund))
      return { outcome: 'unknown', reason: 'the bank has not taken it', reply, operatorAlarm: false }
    return { outcome: 'reversed', reply }
  } catch (error) {
    return resultOfError(error)
  }
}

/** With its charge expanded. */
export function isOnItsWay({ status, charge }: Stripe.Refund): boolean {
  return status === 'pending' && isOfBankAccount(charge)
}

function resultOfError(error: unknown): ReversalResult {
  if (error instanceof Stripe.errors.StripeRateLimitError) return { outcome: 'notSent', reason: describe(error) }
  const isLockedOut =
    error instanceof Stripe.errors.StripeAuthenticationError || error instanceof Stripe.errors.StripePermissionError
  const isRefused = error instanceof Stripe.errors.StripeInvalidRequestError
  if (!isLockedOut && !isRefused) {
    return { outcome: 'unknown', reason: describe(error), reply: null, operatorAlarm: false }
  }
  const reason = refusals[error.code ?? ''] ?? 'other'
  const reply = { ...emptyReply, code: error.code ?? null, message: error.type }
  return { outcome: 'refused', reason, reply, operatorAlarm: isLockedOut }
}
