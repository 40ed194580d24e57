import type Stripe from 'stripe'
import { z } from 'zod'
import { listDomains, listEndpoints, readAccount, readBalance } from './account.ts'
import { authenticate, confirmIntent, expanded, Expanded, unexpectedState } from './confirm-intent.ts'
import { debitEnded, isCancelable, verifyMicrodeposits } from './debits.ts'
import { listEvents, readDispute, readWarning } from './disputes.ts'
import { intentOf, ListParams, making, Metadata, page, read, seconds, type StripeWorld, whole } from './endpoint.ts'
import { paymentIntent } from './objects.ts'
import { listBalanceTransactions, listPayouts, readPayout } from './payouts.ts'
import { createRefund, listRefunds, readRefund } from './refunds.ts'
import { endMandate, readMandate, verifyBankSetup } from './saved-banks.ts'
import {
  authenticateSetup,
  cancelSetup,
  confirmSetup,
  createCustomer,
  createSetup,
  customerOf,
  detachMethod,
  readMethod,
  readSetup,
  updateMethod,
  withMethod,
} from './saved-methods.ts'
import { makeToken, readToken } from './tokens.ts'

export const workNames = [
  'makeToken',
  'readToken',
  'createIntent',
  'readIntent',
  'listIntents',
  'confirmIntent',
  'cancelIntent',
  'verifyMicrodeposits',
  'authenticate',
  'createRefund',
  'readRefund',
  'listRefunds',
  'listPayouts',
  'readPayout',
  'listBalanceTransactions',
  'createCustomer',
  'createSetup',
  'readSetup',
  'confirmSetup',
  'cancelSetup',
  'authenticateSetup',
  'readMethod',
  'detachMethod',
  'updateMethod',
  'verifySetup',
  'readMandate',
  'endMandate',
  'readDispute',
  'readWarning',
  'listEvents',
  'readBalance',
  'readAccount',
  'listDomains',
  'listEndpoints',
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
  allowed_payment_method_types: z.array(z.enum(['card', 'us_bank_account'])).default(['card']),
  amount: whole.min(50).max(99_999_999),
  currency: z.literal('usd'),
  customer: z.string().optional(),
  description: z.string().nullable().default(null),
  metadata: Metadata,
  statement_descriptor_suffix: z.string().max(22).nullable().default(null),
})

async function createIntent(world: StripeWorld, params: unknown): Promise<Stripe.PaymentIntent> {
  const {
    statement_descriptor_suffix: statementSuffix,
    allowed_payment_method_types: types,
    ...rest
  } = read(CreateParams, params)
  if (rest.customer !== undefined) customerOf(world.books, rest.customer)
  const intent = paymentIntent({ ...rest, types, statementSuffix }, making(world))
  await world.books.keep({ kind: 'intent', value: intent })
  return intent
}

async function readIntent({ books }: StripeWorld, params: unknown): Promise<Stripe.PaymentIntent> {
  const { id, expand } = read(Expanded, params)
  return withMethod(books, expanded(books, intentOf(books, id), expand.includes('latest_charge')), expand)
}

async function listIntents({ books }: StripeWorld, params: unknown) {
  const wanted = read(ListParams, params)
  const listed = page('/v1/payment_intents', books.intents.values(), wanted)
  const isExpanded = wanted.expand.includes('data.latest_charge')
  return { ...listed, data: listed.data.map((intent) => expanded(books, intent, isExpanded)) }
}

async function cancelIntent(world: StripeWorld, params: unknown): Promise<Stripe.PaymentIntent> {
  const { id, expand } = read(Expanded, params)
  const intent = intentOf(world.books, id)
  const isRunning = intent.status === 'processing' && !isCancelable(world, id)
  if (intent.status === 'succeeded' || intent.status === 'canceled' || isRunning) throw unexpectedState(intent)
  const canceled: Stripe.PaymentIntent = {
    ...intent,
    status: 'canceled',
    next_action: null,
    processing: null,
    canceled_at: seconds(world),
    cancellation_reason: 'abandoned',
  }
  await world.books.keep({ kind: 'intent', value: canceled }, ...debitEnded(world.books, id))
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
    'verifyMicrodeposits',
    { method: 'POST', path: '/v1/payment_intents/:id/verify_microdeposits', run: verifyMicrodeposits },
  ],
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
  ['createCustomer', { method: 'POST', path: '/v1/customers', run: createCustomer }],
  ['createSetup', { method: 'POST', path: '/v1/setup_intents', run: createSetup }],
  ['readSetup', { method: 'GET', path: '/v1/setup_intents/:id', run: readSetup }],
  ['confirmSetup', { method: 'POST', path: '/v1/setup_intents/:id/confirm', run: confirmSetup }],
  ['cancelSetup', { method: 'POST', path: '/v1/setup_intents/:id/cancel', run: cancelSetup }],
  [
    'authenticateSetup',
    { method: 'POST', path: '/v1/setup_intents/:id/authenticate', isForPages: true, run: authenticateSetup },
  ],
  ['readMethod', { method: 'GET', path: '/v1/payment_methods/:id', run: readMethod }],
  ['detachMethod', { method: 'POST', path: '/v1/payment_methods/:id/detach', run: detachMethod }],
  ['updateMethod', { method: 'POST', path: '/v1/payment_methods/:id/automatic_update', run: updateMethod }],
  ['verifySetup', { method: 'POST', path: '/v1/setup_intents/:id/verify_microdeposits', run: verifyBankSetup }],
  ['readMandate', { method: 'GET', path: '/v1/mandates/:id', run: readMandate }],
  ['endMandate', { method: 'POST', path: '/v1/mandates/:id/end', run: endMandate }],
  ['readDispute', { method: 'GET', path: '/v1/disputes/:id', run: readDispute }],
  ['readWarning', { method: 'GET', path: '/v1/radar/early_fraud_warnings/:id', run: readWarning }],
  ['listEvents', { method: 'GET', path: '/v1/events', run: listEvents }],
  ['readBalance', { method: 'GET', path: '/v1/balance', run: readBalance }],
  ['readAccount', { method: 'GET', path: '/v1/account', run: readAccount }],
  ['listDomains', { method: 'GET', path: '/v1/payment_method_domains', run: listDomains }],
  ['listEndpoints', { method: 'GET', path: '/v1/webhook_endpoints', run: listEndpoints }],
])
