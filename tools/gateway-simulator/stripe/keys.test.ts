import { expect, test } from 'vitest'
import { z } from 'zod'
import { webhookEndpoint } from './account.ts'
import { stripeApi } from './answer.ts'
import { booksInMemory } from './books.ts'
import { charge } from './charge-object.ts'
import { dispute, event } from './later-objects.ts'
import { type MethodFacts, confirmationToken, newId, paymentIntent, refund } from './objects.ts'
import { balanceTransaction, payout } from './payout-objects.ts'
import { customer, paymentMethod, setupIntent } from './saved-method-objects.ts'

/**
 * The keys of Stripe's own example objects (stripe/openapi, fixtures3.json) and the JSON types of their values; null where
 * the client's types allow it, and any type where the example has null.
 */
const examples = {
  paymentIntent: {
    number: 'amount amount_capturable amount_received created',
    object: 'amount_details managed_payments metadata payment_method_options',
    any: 'application application_fee_amount cancellation_reason customer customer_account description excluded_payment_method_types latest_charge on_behalf_of payment_method receipt_email review setup_future_usage source statement_descriptor statement_descriptor_suffix transfer_group',
    'object or null':
      'automatic_payment_methods last_payment_error next_action payment_method_configuration_details processing shipping transfer_data',
    'number or null': 'canceled_at',
    string: 'capture_method client_secret confirmation_method currency id object status',
    boolean: 'livemode',
    array: 'payment_method_types',
  },
  charge: {
    number: 'amount amount_captured amount_refunded created',
    any: 'application application_fee application_fee_amount calculated_statement_descriptor customer failure_balance_transaction failure_code failure_message on_behalf_of payment_intent receipt_email receipt_number review source_transfer statement_descriptor statement_descriptor_suffix transfer_group',
    'string or null': 'balance_transaction description receipt_url',
    object: 'billing_details fraud_details metadata outcome payment_method_details',
    boolean: 'captured disputed livemode paid refunded',
    string: 'currency id object payment_method status',
    'object or null': 'refunds shipping source transfer_data',
  },
  card: {
    any: 'amount_authorized authorization_code mandate network_transaction_id regulated_status transaction_link_id',
    string: 'brand country fingerprint funding last4 network',
    object: 'checks extended_authorization incremental_authorization multicapture network_token overcapture',
    number: 'exp_month exp_year',
    'object or null': 'installments three_d_secure wallet',
  },
  outcome: {
    any: 'advice_code network_advice_code network_decline_code network_status reason seller_message',
    string: 'type',
  },
  refund: {
    number: 'amount created',
    any: 'balance_transaction customer customer_account payment_intent payment_method reason receipt_number source_transfer_reversal transfer_reversal',
    string: 'charge currency id object status',
    object: 'destination_details metadata',
  },
  balanceTransaction: {
    number: 'amount available_on created fee net',
    string: 'balance_type currency id object reporting_category status type',
    'string or null': 'description',
    any: 'exchange_rate',
    array: 'fee_details',
    object: 'source',
  },
  payout: {
    number: 'amount arrival_date created',
    any: 'application_fee application_fee_amount failure_balance_transaction failure_code failure_message original_payout payout_method reversed_by statement_descriptor',
    boolean: 'automatic livemode',
    string: 'balance_transaction currency destination id method object reconciliation_status source_type status type',
    'string or null': 'description',
    object: 'metadata trace_id',
  },
  dispute: {
    number: 'amount created',
    array: 'balance_transactions enhanced_eligibility_types',
    string: 'charge currency id object reason status',
    object: 'evidence evidence_details metadata payment_method_details',
    boolean: 'is_charge_refundable livemode',
    any: 'payment_intent',
  },
  evidence: {
    any: 'access_activity_log billing_address cancellation_policy cancellation_policy_disclosure cancellation_rebuttal customer_communication customer_email_address customer_name customer_purchase_ip customer_signature duplicate_charge_documentation duplicate_charge_explanation duplicate_charge_id product_description receipt refund_policy refund_policy_disclosure refund_refusal_explanation service_date service_documentation shipping_address shipping_carrier shipping_date shipping_documentation shipping_tracking_number uncategorized_file uncategorized_text',
    object: 'enhanced_evidence',
  },
  evidenceDetails: {
    number: 'due_by submission_count',
    object: 'enhanced_eligibility',
    boolean: 'has_evidence past_due',
  },
  event: {
    any: 'api_version',
    number: 'created pending_webhooks',
    object: 'data request',
    string: 'id object type',
    boolean: 'livemode',
  },
  confirmationToken: {
    number: 'created',
    'number or null': 'expires_at',
    string: 'id object',
    boolean: 'livemode use_stripe_sdk',
    'object or null': 'mandate_data shipping',
    any: 'payment_intent setup_intent',
    object: 'payment_method_options payment_method_preview',
    'string or null': 'return_url setup_future_usage',
  },
  preview: {
    string: 'brand country display_brand fingerprint funding last4',
    object: 'checks networks three_d_secure_usage',
    number: 'exp_month exp_year',
    'object or null': 'generated_from wallet',
    any: 'regulated_status',
  },
  webhookEndpoint: {
    any: 'api_version application',
    number: 'created',
    'string or null': 'description',
    array: 'enabled_events',
    string: 'id object status url',
    boolean: 'livemode',
    object: 'metadata',
  },
  customer: {
    any: 'currency default_source description email name phone test_clock',
    'object or null': 'address discount shipping',
    number: 'balance created next_invoice_sequence',
    boolean: 'delinquent livemode',
    string: 'id invoice_prefix object tax_exempt',
    object: 'invoice_settings metadata',
    array: 'preferred_locales',
  },
  setupIntent: {
    any: 'application cancellation_reason customer description excluded_payment_method_types flow_directions latest_attempt mandate on_behalf_of payment_method single_use_mandate',
    'object or null':
      'automatic_payment_methods last_setup_error next_action payment_method_configuration_details payment_method_options',
    string: 'client_secret id object status usage',
    number: 'created',
    boolean: 'livemode',
    object: 'metadata',
    array: 'payment_method_types',
  },
  paymentMethod: {
    string: 'allow_redisplay id object type',
    object: 'billing_details card metadata',
    number: 'created',
    any: 'customer customer_account',
    boolean: 'livemode',
  },
} as const satisfies Record<string, Readonly<Record<string, string>>>

const making = { created: 1_700_000_000, newId }
const facts: MethodFacts = {
  card: { brand: 'visa', decline: null },
  lastFour: '4242',
  expiryMonth: 12,
  expiryYear: 2030,
  fingerprint: 'AOB',
}
const payer = { name: 'Maria Cruz', postalCode: '96913' }
const intent = paymentIntent(
  { amount: 1_099, currency: 'usd', description: null, metadata: {}, statementSuffix: null, types: ['card'] },
  making,
)
const paid = charge({ intent, ...facts, ...payer, paymentMethod: 'pm_1', isMoto: false }, making)
const disputed = dispute({ charge: paid, amount: 1_099, status: 'needs_response', reason: 'general' }, making)
const token = confirmationToken({ ...facts, ...payer }, making)

test.each([
  ['paymentIntent', intent],
  ['charge', paid],
  ['card', paid.payment_method_details?.card],
  ['outcome', paid.outcome],
  ['refund', refund({ charge: paid, amount: 100, metadata: {}, reason: null }, making)],
  [
    'balanceTransaction',
    balanceTransaction({ id: 'txn_1', source: paid, category: 'charge', amount: 1_099, fee: 62 }, making.created),
  ],
  ['webhookEndpoint', webhookEndpoint('https://portal.example/events', making.created)],
  ['payout', payout({ amount: 1_037, arrivesOn: 1_699_920_000 }, making)],
  ['dispute', disputed],
  ['evidence', disputed.evidence],
  ['evidenceDetails', disputed.evidence_details],
  ['event', event('charge.dispute.created', disputed, making)],
  ['confirmationToken', token],
  ['customer', customer({}, making)],
  ['setupIntent', setupIntent({ customer: 'cus_1', usage: 'off_session', types: ['card'] }, making)],
  ['paymentMethod', paymentMethod(token, { id: 'pm_1', customer: 'cus_1', created: making.created })],
  ['preview', token.payment_method_preview?.card],
] as const)('the %s has every key of Stripe’s example, with values of the same JSON type', (name, made) => {
  expect(wrongKeys(name, made ?? {})).toEqual([])
})

const byObject: Readonly<Record<string, keyof typeof examples>> = {
  payment_intent: 'paymentIntent',
  charge: 'charge',
  refund: 'refund',
  confirmation_token: 'confirmationToken',
}

test.each<[string, string, string[]]>([
  ['a good card', '4242424242424242', ['succeeded', 'succeeded', 'payment_intent_unexpected_state']],
  ['a declined card', '4000000000009995', ['card_declined', 'requires_payment_method', 'canceled']],
  ['a bank that asks', '4000002760003184', ['requires_action', 'requires_action', 'canceled']],
])('whatever becomes of %s, each reply has every key of Stripe’s example', async (_, number, states) => {
  const world = {
    books: booksInMemory(),
    now: () => making.created * 1000,
    newId,
    later: () => undefined,
    webhookUrl: () => null,
  }
  const api = stripeApi(world, { secretKey: 'sk', publishableKey: 'pk' })
  const replies: unknown[] = []
  const ask = async (method: string, path: string, params: Record<string, string> = {}, key = 'sk') => {
    const body = new URLSearchParams(params).toString()
    const idempotencyKey = undefined
    const { body: reply } = await api({
      method,
      path: `/v1/${path}`,
      body,
      authorization: `Bearer ${key}`,
      idempotencyKey,
    })
    replies.push(reply)
    return Reply.parse(reply)
  }
  const typed = await ask('POST', 'confirmation_tokens', { number, exp_month: '12', exp_year: '2030' }, 'pk')
  await ask('GET', `confirmation_tokens/${typed.id}`)
  const { id = '' } = await ask('POST', 'payment_intents', { amount: '1099', currency: 'usd' })
  const at = `payment_intents/${id}`
  const asked = { confirmation_token: typed.id ?? '', 'expand[0]': 'latest_charge' }
  const walked = [await ask('POST', `${at}/confirm`, asked), await ask('GET', at), await ask('POST', `${at}/cancel`)]
  expect(walked.map(({ status, error }) => status ?? error?.code)).toEqual(states)
  const refunded = await ask('POST', 'refunds', { payment_intent: id })
  if (refunded.id) await ask('GET', `refunds/${refunded.id}`)
  await ask('GET', 'payment_intents?expand[0]=data.latest_charge')
  await ask('GET', 'refunds')
  const objects = replies.flatMap(objectsIn)
  expect(objects.length).toBeGreaterThan(6)
  expect(objects.flatMap(({ name, value }) => wrongKeys(name, value))).toEqual([])
})

const Reply = z.object({
  id: z.string().optional(),
  status: z.string().optional(),
  error: z.object({ code: z.string().optional() }).optional(),
})

/** Stripe's objects in a reply: itself, those of a list or of an error, and expanded ones. */
function objectsIn(value: unknown): { name: keyof typeof examples; value: object }[] {
  if (typeof value !== 'object' || value === null) return []
  const name = 'object' in value && typeof value.object === 'string' ? byObject[value.object] : undefined
  return [...(name ? [{ name, value }] : []), ...Object.values(value).flatMap(objectsIn)]
}

function wrongKeys(name: keyof typeof examples, made: object): string[] {
  const values = new Map<string, unknown>(Object.entries(made))
  return Object.entries(examples[name]).flatMap(([type, keys]) =>
    keys
      .split(' ')
      .filter((key) => !values.has(key) || !fits(values.get(key), type))
      .map((key) => `${name}.${key}`),
  )
}

function fits(value: unknown, type: string): boolean {
  if (type === 'any') return true
  if (value === null) return type.endsWith(' or null')
  const found = Array.isArray(value) ? 'array' : typeof value
  return type.split(' ', 1)[0] === found
}
