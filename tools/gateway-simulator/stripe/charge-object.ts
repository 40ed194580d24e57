import type Stripe from 'stripe'
import { adviceOf } from './cards.ts'
import type { Making } from './endpoint.ts'
import { bankAccount, type BankFacts, type Billing, billingDetails, type MethodFacts } from './objects.ts'
import { balanceTransactionId } from './payout-objects.ts'

interface CardChargeParts extends Billing, MethodFacts {
  intent: Stripe.PaymentIntent
  paymentMethod: string
  isMoto: boolean
}

export function charge(parts: CardChargeParts, making: Making): Stripe.Charge {
  const { decline } = parts.card
  const outcome: Stripe.Charge.Outcome =
    decline === null
      ? { ...noOutcome, seller_message: 'Payment complete.', type: 'authorized' }
      : {
          ...noOutcome,
          advice_code: adviceOf(decline),
          network_decline_code: '05',
          network_status: 'declined_by_network',
          reason: decline,
          seller_message: 'The bank did not return any further details with this decline.',
          type: 'issuer_declined',
        }
  return chargeObject(
    {
      ...parts,
      status: decline === null ? 'succeeded' : 'failed',
      failure: decline === null ? null : { code: decline, message: 'Your card was declined.' },
      outcome,
      details: { type: 'card', card: cardDetails(parts, making.newId) },
    },
    making,
  )
}

interface DebitParts extends BankFacts {
  intent: Stripe.PaymentIntent
  paymentMethod: string
  name: string | null
  /** `YYYY-MM-DD` */
  debitedOn: string
}

/** The bank has not answered yet. */
export function pendingDebit(parts: DebitParts, making: Making): Stripe.Charge {
  const {
    networks: _networks,
    status_details: _status,
    financial_connections_account: _login,
    ...account
  } = bankAccount(parts)
  return chargeObject(
    {
      ...parts,
      postalCode: null,
      status: 'pending',
      failure: null,
      outcome: {
        ...noOutcome,
        network_status: 'approved_by_network',
        seller_message: 'Payment pending.',
        type: 'authorized',
      },
      details: {
        type: 'us_bank_account',
        us_bank_account: { ...account, expected_debit_date: parts.debitedOn, payment_reference: null },
      },
    },
    making,
  )
}

const noOutcome: Stripe.Charge.Outcome = {
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: 'approved_by_network',
  reason: null,
  risk_level: 'normal',
  seller_message: null,
  type: 'authorized',
}

interface ChargeParts extends Billing {
  intent: Stripe.PaymentIntent
  paymentMethod: string
  status: Stripe.Charge.Status
  failure: { code: string; message: string } | null
  outcome: Stripe.Charge.Outcome
  details: Stripe.Charge.PaymentMethodDetails
}

function chargeObject(parts: ChargeParts, { created, newId }: Making): Stripe.Charge {
  const { intent, status, failure } = parts
  const id = newId('ch')
  const isPaid = status === 'succeeded'
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: status === 'failed' ? null : balanceTransactionId(id),
    billing_details: billingDetails(parts),
    calculated_statement_descriptor: 'WATER BILL',
    captured: status !== 'failed',
    created,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: parts.outcome,
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: parts.paymentMethod,
    payment_method_details: parts.details,
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
    status,
    transfer_data: null,
    transfer_group: null,
  }
}

function cardDetails(
  { intent, card, lastFour, expiryMonth, expiryYear, fingerprint, isMoto }: CardChargeParts,
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
