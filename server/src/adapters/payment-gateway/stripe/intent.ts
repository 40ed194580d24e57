import type Stripe from 'stripe'
import { type BankEvidence, type GatewayReply, emptyReply } from '../port.ts'
import { keptDeclineCode } from './traits.ts'

/** What a PaymentIntent, with its `latest_charge`, says in the words of the port. */
export function replyOf(intent: Stripe.PaymentIntent): GatewayReply & { tag: string } {
  const charge = chargeOf(intent)
  const { outcome, payment_method_details: paidWith } = charge ?? {}
  const error = intent.last_payment_error
  return {
    ...emptyReply,
    tag: intent.id,
    authorization: paidWith?.card?.authorization_code ?? null,
    sequence: charge?.id ?? null,
    code: outcome?.network_status ?? error?.code ?? null,
    message: outcome?.type ?? error?.type ?? intent.status,
    bankCode: keptDeclineCode(error?.decline_code ?? error?.code),
    bankMessage: null,
    avs: paidWith?.card?.checks?.address_postal_code_check ?? null,
    cvv2: paidWith?.card?.checks?.cvc_check ?? null,
    evidence: evidenceOf(intent),
  }
}

function evidenceOf(intent: Stripe.PaymentIntent): BankEvidence {
  const charge = chargeOf(intent)
  const error = intent.last_payment_error
  return {
    declineCode: error?.decline_code ?? error?.code ?? null,
    adviceCode: error?.advice_code ?? charge?.outcome?.advice_code ?? null,
    networkDeclineCode: error?.network_decline_code ?? charge?.outcome?.network_decline_code ?? null,
    networkAdviceCode: error?.network_advice_code ?? charge?.outcome?.network_advice_code ?? null,
    networkTransactionId: charge?.payment_method_details?.card?.network_transaction_id ?? null,
  }
}

/** Of a request that made no charge. */
export function replyOfError(error: Stripe.errors.StripeError): GatewayReply {
  return { ...emptyReply, code: error.code ?? null, message: error.type }
}

export function chargeOf({ latest_charge }: Stripe.PaymentIntent): Stripe.Charge | null {
  return typeof latest_charge === 'object' ? latest_charge : null
}

/** Whether all that was asked for was paid, in dollars. */
export function isPaidInFull({ amount, amount_received, currency }: Stripe.PaymentIntent, asked: number): boolean {
  return amount === asked && amount_received === asked && currency === 'usd'
}
