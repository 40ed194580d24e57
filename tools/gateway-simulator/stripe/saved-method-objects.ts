import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import type { Making } from './endpoint.ts'

/** Letters, the same for the same number. */
export function fingerprintOf(number: string): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
  const bytes = createHash('sha256').update(number).digest()
  return [...bytes.subarray(0, 16)].map((byte) => letters[byte % letters.length]).join('')
}

export function customer(metadata: Record<string, string>, { created, newId }: Making): Stripe.Customer {
  return {
    id: newId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created,
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: newId('i').slice(2, 9),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata,
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
}

export function setupIntent(
  {
    customer: owner,
    usage,
    types,
  }: { customer: string; usage: string; types: readonly ('card' | 'us_bank_account')[] },
  { created, newId }: Making,
): Stripe.SetupIntent {
  const id = newId('seti')
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: [...types],
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${newId('s').slice(2)}`,
    created,
    customer: owner,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: [...types],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage,
  }
}

/** The card or bank account of a token, attached to a customer. */
export function paymentMethod(
  token: Stripe.ConfirmationToken,
  { id, customer: owner, created }: { id: string; customer: string | null; created: number },
): Stripe.PaymentMethod {
  const { payment_method_preview: preview } = token
  if (!preview) throw new Error(`${token.id} has no card`)
  return {
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: preview.billing_details,
    ...(preview.card && { card: preview.card }),
    ...(preview.us_bank_account && { us_bank_account: preview.us_bank_account }),
    created,
    customer: owner,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: preview.card ? 'card' : 'us_bank_account',
  }
}

/** Of the holder of a bank account, for later debits. */
export function mandate(method: string, id: string, created: number): Stripe.Mandate {
  return {
    id,
    object: 'mandate',
    customer_acceptance: {
      accepted_at: created,
      online: { ip_address: null, user_agent: null },
      type: 'online',
    },
    livemode: false,
    multi_use: {},
    payment_method: method,
    payment_method_details: { type: 'us_bank_account', us_bank_account: {} },
    status: 'active',
    type: 'multi_use',
  }
}
