import type Stripe from 'stripe'
import { adviceOf } from './cards.ts'
import type { Making } from './endpoint.ts'
import { type Billing, billingDetails, type CardFacts } from './objects.ts'
import { balanceTransactionId } from './payout-objects.ts'

interface ChargeParts extends Billing, CardFacts {
  intent: Stripe.PaymentIntent
  paymentMethod: string
  isMoto: boolean
}

export function charge(parts: ChargeParts, { created, newId }: Making): Stripe.Charge {
  const { intent, card, paymentMethod } = parts
  const id = newId('ch')
  const isPaid = card.decline === null
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: isPaid ? balanceTransactionId(id) : null,
    billing_details: billingDetails(parts),
    calculated_statement_descriptor: 'WATER BILL',
    captured: isPaid,
    created,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: card.decline,
    failure_message: isPaid ? null : 'Your card was declined.',
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: isPaid ? null : adviceOf(card.decline),
      network_advice_code: null,
      network_decline_code: isPaid ? null : '05',
      network_status: isPaid ? 'approved_by_network' : 'declined_by_network',
      reason: card.decline,
      risk_level: 'normal',
      seller_message: isPaid ? 'Payment complete.' : 'The bank did not return any further details with this decline.',
      type: isPaid ? 'authorized' : 'issuer_declined',
    },
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: paymentMethod,
    payment_method_details: { type: 'card', card: cardDetails(parts, newId) },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    refunds: { object: 'list', data: [], has_more: false, url: `/v1/charges/${id}/refunds` },
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: isPaid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  }
}

function cardDetails(
  { intent, card, lastFour, expiryMonth, expiryYear, fingerprint, isMoto }: ChargeParts,
  newId: Making['newId'],
): Stripe.Charge.PaymentMethodDetails.Card {
  const isPaid = card.decline === null
  return {
    amount_authorized: isPaid ? intent.amount : null,
    authorization_code: isPaid ? newId('a').slice(2, 8).toUpperCase() : null,
    brand: card.brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: card.zipCheck ?? 'pass',
      cvc_check: isMoto ? 'unchecked' : (card.codeCheck ?? 'pass'),
    },
    country: 'US',
    electronic_commerce_indicator: null,
    exp_month: expiryMonth,
    exp_year: expiryYear,
    extended_authorization: { status: 'disabled' },
    fingerprint,
    funding: card.funding ?? 'credit',
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4: lastFour,
    mandate: null,
    moto: isMoto,
    multicapture: { status: 'unavailable' },
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: isPaid ? newId('n').slice(2, 17) : null,
    overcapture: { maximum_amount_capturable: intent.amount, status: 'unavailable' },
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: card.wallet ? { dynamic_last4: null, google_pay: {}, type: card.wallet } : null,
  }
}
