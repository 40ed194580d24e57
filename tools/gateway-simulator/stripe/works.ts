import type Stripe from 'stripe'
import { z } from 'zod'
import type { KeptToken, StripeBooks } from './books.ts'
import { errorCodeOf } from './cards.ts'
import { charge } from './charge-object.ts'
import {
  Id,
  intentOf,
  invalid,
  ListParams,
  making,
  Metadata,
  page,
  read,
  seconds,
  StripeRefusal,
  type StripeWorld,
  whole,
} from './endpoint.ts'
import { paymentIntent } from './objects.ts'
import { listBalanceTransactions, listPayouts, readPayout } from './payouts.ts'
import { createRefund, listRefunds, readRefund } from './refunds.ts'
import { makeToken, readToken, tokenOf, tokenUsedBy } from './tokens.ts'

export const workNames = [
  'makeToken',
  'readToken',
  'createIntent',
  'readIntent',
  'listIntents',
  'confirmIntent',
  'cancelIntent',
  'authenticate',
  'createRefund',
  'readRefund',
  'listRefunds',
  'listPayouts',
  'readPayout',
  'listBalanceTransactions',
] as const
export type Work = (typeof workNames)[number]

export interface Endpoint {
  method: 'GET' | 'POST'
  path: string
  /** Called by the page, with the publishable key. */
  isForPages?: boolean
  run(world: StripeWorld, params: Record<string, unknown>): Promise<unknown>
}

const CreateParams = z.object({
  amount: whole.min(50).max(99_999_999),
  currency: z.literal('usd'),
  description: z.string().nullable().default(null),
  metadata: Metadata,
  statement_descriptor_suffix: z.string().max(22).nullable().default(null),
})

async function createIntent(world: StripeWorld, params: unknown): Promise<Stripe.PaymentIntent> {
  const { statement_descriptor_suffix: statementSuffix, ...rest } = read(CreateParams, params)
  const intent = paymentIntent({ ...rest, statementSuffix }, making(world))
  await world.books.keep({ kind: 'intent', value: intent })
  return intent
}

const Expanded = Id.extend({ expand: z.array(z.string()).default([]) })

async function readIntent({ books }: StripeWorld, params: unknown): Promise<Stripe.PaymentIntent> {
  const { id, expand } = read(Expanded, params)
  return expanded(books, intentOf(books, id), expand.includes('latest_charge'))
}

function expanded(books: StripeBooks, intent: Stripe.PaymentIntent, isExpanded: boolean): Stripe.PaymentIntent {
  const id = intent.latest_charge
  return isExpanded && typeof id === 'string' ? { ...intent, latest_charge: books.charges.get(id) ?? id } : intent
}

async function listIntents({ books }: StripeWorld, params: unknown) {
  const wanted = read(ListParams, params)
  const listed = page('/v1/payment_intents', books.intents.values(), wanted)
  const isExpanded = wanted.expand.includes('data.latest_charge')
  return { ...listed, data: listed.data.map((intent) => expanded(books, intent, isExpanded)) }
}

const ConfirmParams = Expanded.extend({
  confirmation_token: z.string(),
  payment_method_options: z.object({ card: z.object({ moto: z.string().optional() }).default({}) }).optional(),
})

async function confirmIntent(world: StripeWorld, params: unknown): Promise<Stripe.PaymentIntent> {
  const { books } = world
  const { id, confirmation_token, payment_method_options } = read(ConfirmParams, params)
  const intent = intentOf(books, id)
  if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_confirmation') {
    throw unexpectedState(intent)
  }
  const { token, card } = tokenOf(books, confirmation_token)
  if (token.payment_intent !== null) throw invalid('This token was used before', 'token_already_used')
  const used = { ...token, payment_intent: id, expires_at: null }
  const isMoto = payment_method_options?.card.moto === 'true'
  const confirmed = { ...intent, payment_method: world.newId('pm'), last_payment_error: null }
  const kept = { token: used, card }
  const isWaiting = card.isSlow || (card.asksPayer && !isMoto)
  if (!isWaiting) return settle(world, { intent: confirmed, kept, isMoto })
  const waiting = card.isSlow ? processing(confirmed) : asking(confirmed, confirmation_token)
  await books.keep({ kind: 'token', value: kept }, { kind: 'intent', value: waiting })
  return waiting
}

function processing(intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  return { ...intent, status: 'processing', processing: { type: 'card', card: {} } }
}

function asking(intent: Stripe.PaymentIntent, token: string): Stripe.PaymentIntent {
  return {
    ...intent,
    status: 'requires_action',
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', source: token } },
  }
}

function unexpectedState(intent: Stripe.PaymentIntent): StripeRefusal {
  return new StripeRefusal(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `This PaymentIntent has the status ${intent.status}`,
    payment_intent: intent,
  })
}

/** @throws StripeRefusal 402 for a decline, after which the intent could be confirmed again */
async function settle(
  { books, ...world }: StripeWorld,
  { intent, kept, isMoto }: { intent: Stripe.PaymentIntent; kept: KeptToken; isMoto: boolean },
): Promise<Stripe.PaymentIntent> {
  const preview = kept.token.payment_method_preview
  const card = preview?.card
  const made = charge(
    {
      intent,
      card: kept.card,
      lastFour: card?.last4 ?? '',
      expiryMonth: card?.exp_month ?? 1,
      expiryYear: card?.exp_year ?? 2030,
      name: preview?.billing_details.name ?? null,
      postalCode: preview?.billing_details.address?.postal_code ?? null,
      paymentMethod: typeof intent.payment_method === 'string' ? intent.payment_method : '',
      isMoto,
    },
    making({ books, ...world }),
  )
  const charged = [
    { kind: 'token', value: kept },
    { kind: 'charge', value: made },
  ] as const
  if (kept.card.decline === null) {
    const paid: Stripe.PaymentIntent = {
      ...intent,
      status: 'succeeded',
      next_action: null,
      processing: null,
      amount_received: intent.amount,
      latest_charge: made.id,
    }
    await books.keep(...charged, { kind: 'intent', value: paid })
    return expanded(books, paid, true)
  }
  const code = errorCodeOf(kept.card.decline)
  const reason = { decline_code: kept.card.decline, message: 'Your card was declined.', network_decline_code: '05' }
  const declined: Stripe.PaymentIntent = {
    ...intent,
    status: 'requires_payment_method',
    next_action: null,
    processing: null,
    payment_method: null,
    latest_charge: made.id,
    last_payment_error: { type: 'card_error', code, charge: made.id, ...reason },
  }
  await books.keep(...charged, { kind: 'intent', value: declined })
  throw new StripeRefusal(402, { type: 'card_error', code, charge: made.id, payment_intent: declined, ...reason })
}

const AuthenticateParams = z.object({ id: z.string(), client_secret: z.string(), result: z.enum(['passed', 'failed']) })

/** The payer has shown the bank who they are, or has not. The stand-in's own call: Stripe's page does this by itself. */
async function authenticate(world: StripeWorld, params: unknown): Promise<Stripe.PaymentIntent> {
  const { id, client_secret, result } = read(AuthenticateParams, params)
  const intent = intentOf(world.books, id)
  if (intent.client_secret !== client_secret)
    throw invalid('The client secret does not match', 'payment_intent_invalid')
  if (intent.status !== 'requires_action') throw unexpectedState(intent)
  const kept = tokenUsedBy(world.books, id)
  if (result === 'passed') return settle(world, { intent, kept, isMoto: false })
  const code = 'payment_intent_authentication_failure'
  const message = 'We are unable to authenticate your payment method.'
  const failed: Stripe.PaymentIntent = {
    ...intent,
    status: 'requires_payment_method',
    next_action: null,
    last_payment_error: { type: 'card_error', code, message },
  }
  await world.books.keep({ kind: 'intent', value: failed })
  return failed
}

/** What was being processed is decided, if it still is. */
export async function endProcessing(world: StripeWorld, id: string): Promise<void> {
  const intent = intentOf(world.books, id)
  if (intent.status !== 'processing') return
  const settling = settle(world, { intent, kept: tokenUsedBy(world.books, id), isMoto: false })
  await settling.catch((error: unknown) => {
    if (!(error instanceof StripeRefusal)) throw error
  })
}

async function cancelIntent(world: StripeWorld, params: unknown): Promise<Stripe.PaymentIntent> {
  const { id, expand } = read(Expanded, params)
  const intent = intentOf(world.books, id)
  if (intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing')
    throw unexpectedState(intent)
  const canceled: Stripe.PaymentIntent = {
    ...intent,
    status: 'canceled',
    next_action: null,
    canceled_at: seconds(world),
    cancellation_reason: 'abandoned',
  }
  await world.books.keep({ kind: 'intent', value: canceled })
  return expanded(world.books, canceled, expand.includes('latest_charge'))
}

export const works: ReadonlyMap<Work, Endpoint> = new Map<Work, Endpoint>([
  ['makeToken', { method: 'POST', path: '/v1/confirmation_tokens', isForPages: true, run: makeToken }],
  ['readToken', { method: 'GET', path: '/v1/confirmation_tokens/:id', run: readToken }],
  ['createIntent', { method: 'POST', path: '/v1/payment_intents', run: createIntent }],
  ['listIntents', { method: 'GET', path: '/v1/payment_intents', run: listIntents }],
  ['readIntent', { method: 'GET', path: '/v1/payment_intents/:id', run: readIntent }],
  ['confirmIntent', { method: 'POST', path: '/v1/payment_intents/:id/confirm', run: confirmIntent }],
  ['cancelIntent', { method: 'POST', path: '/v1/payment_intents/:id/cancel', run: cancelIntent }],
  [
    'authenticate',
    { method: 'POST', path: '/v1/payment_intents/:id/authenticate', isForPages: true, run: authenticate },
  ],
  ['createRefund', { method: 'POST', path: '/v1/refunds', run: createRefund }],
  ['readRefund', { method: 'GET', path: '/v1/refunds/:id', run: readRefund }],
  ['listRefunds', { method: 'GET', path: '/v1/refunds', run: listRefunds }],
  ['listPayouts', { method: 'GET', path: '/v1/payouts', run: listPayouts }],
  ['readPayout', { method: 'GET', path: '/v1/payouts/:id', run: readPayout }],
  ['listBalanceTransactions', { method: 'GET', path: '/v1/balance_transactions', run: listBalanceTransactions }],
])
