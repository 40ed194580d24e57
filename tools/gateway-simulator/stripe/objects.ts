import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import { type TestBank, testRouting } from './banks.ts'
import type { TestCard } from './cards.ts'
import type { Making } from './endpoint.ts'
import { balanceTransactionId } from './payout-objects.ts'

/** Stripe's objects, each with every key of Stripe's own example (`keys.test.ts`). Amounts in cents, times in seconds. */

/** Letters only, so that nothing looks like a card number. */
export function newId(prefix: string, random: (bytes: number) => Uint8Array = randomBytes): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  return `${prefix}_${[...random(24)].map((byte) => letters[byte % letters.length]).join('')}`
}

const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }

export interface Billing {
  name: string | null
  postalCode: string | null
}

export function billingDetails({ name, postalCode }: Billing) {
  return {
    address: { ...noAddress, country: 'US', postal_code: postalCode },
    email: null,
    name,
    phone: null,
    tax_id: null,
  }
}

export interface MethodFacts {
  card: TestCard
  lastFour: string
  expiryMonth: number
  expiryYear: number
  /** The same for the same number. */
  fingerprint: string
}

export function confirmationToken(facts: MethodFacts & Billing, making: Making): Stripe.ConfirmationToken {
  const { card, lastFour, expiryMonth, expiryYear } = facts
  return token(
    facts,
    {
      type: 'card',
      card: {
        brand: card.brand,
        checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: null },
        country: 'US',
        display_brand: card.brand,
        exp_month: expiryMonth,
        exp_year: expiryYear,
        fingerprint: facts.fingerprint,
        funding: card.funding ?? 'credit',
        generated_from: null,
        last4: lastFour,
        networks: { available: [card.brand], preferred: null },
        regulated_status: null,
        three_d_secure_usage: { supported: true },
        wallet: card.wallet ? { dynamic_last4: null, google_pay: {}, type: card.wallet } : null,
      },
    },
    making,
  )
}

export interface BankFacts {
  bank: TestBank
  lastFour: string
  /** The same for the same account. */
  fingerprint: string
}

/** Of an account from which its holder pays. */
export function bankToken(facts: BankFacts & { name: string | null }, making: Making): Stripe.ConfirmationToken {
  const made = token(
    { name: facts.name, postalCode: null },
    { type: 'us_bank_account', us_bank_account: bankAccount(facts) },
    making,
  )
  return {
    ...made,
    mandate_data: { customer_acceptance: { online: { ip_address: null, user_agent: null }, type: 'online' } },
  }
}

export function bankAccount({ bank, lastFour, fingerprint }: BankFacts) {
  return {
    account_holder_type: bank.holderType,
    account_type: bank.accountType,
    bank_name: bank.bankName,
    financial_connections_account: bank.isVerified ? 'fca_simulated' : null,
    fingerprint,
    last4: lastFour,
    networks: { preferred: 'ach', supported: ['ach' as const] },
    routing_number: testRouting,
    status_details: {},
  }
}

function token(
  billing: Billing,
  paidWith: Pick<Stripe.ConfirmationToken.PaymentMethodPreview, 'type' | 'card' | 'us_bank_account'>,
  { created, newId: idFor }: Making,
): Stripe.ConfirmationToken {
  return {
    id: idFor('ctoken'),
    object: 'confirmation_token',
    created,
    expires_at: created + 12 * 3600,
    livemode: false,
    mandate_data: null,
    metadata: {},
    payment_intent: null,
    payment_method_options: { card: { cvc_token: null } },
    payment_method_preview: {
      allow_redisplay: 'unspecified',
      billing_details: billingDetails(billing),
      customer: null,
      customer_account: null,
      ...paidWith,
    },
    return_url: null,
    setup_future_usage: null,
    setup_intent: null,
    shipping: null,
    use_stripe_sdk: true,
  }
}

interface IntentParams {
  amount: number
  customer?: string | undefined
  currency: string
  types: readonly ('card' | 'us_bank_account')[]
  description: string | null
  metadata: Record<string, string>
  statementSuffix: string | null
}

export function paymentIntent(params: IntentParams, { created, newId: idFor }: Making): Stripe.PaymentIntent {
  const id = idFor('pi')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: [...params.types],
    amount: params.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${idFor('s').slice(2)}`,
    confirmation_method: 'automatic',
    created,
    currency: params.currency,
    customer: params.customer ?? null,
    customer_account: null,
    description: params.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: params.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: [...params.types],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: params.statementSuffix,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
}

interface RefundParts {
  charge: Stripe.Charge
  amount: number
  metadata: Record<string, string>
  reason: Stripe.Refund.Reason | null
}

export function refund(
  { charge: refunded, amount, metadata, reason }: RefundParts,
  { created, newId: idFor }: Making,
): Stripe.Refund {
  const id = idFor('re')
  return {
    id,
    object: 'refund',
    amount,
    balance_transaction: balanceTransactionId(id),
    charge: refunded.id,
    created,
    currency: refunded.currency,
    customer: null,
    customer_account: null,
    destination_details: { card: { type: 'refund', reference_status: 'pending' }, type: 'card' },
    metadata,
    payment_intent: refunded.payment_intent,
    payment_method: refunded.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
}
