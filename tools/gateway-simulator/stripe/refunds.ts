import type Stripe from 'stripe'
import { z } from 'zod'
import type { StripeBooks } from './books.ts'
import { afterRefund, wholeOf, Expanded, laterOf } from './disputes.ts'
import { intentOf, invalid, ListParams, making, Metadata, page, read, type StripeWorld, whole } from './endpoint.ts'
import { refund } from './objects.ts'

const RefundParams = z.object({
  payment_intent: z.string(),
  amount: whole.min(1).optional(),
  metadata: Metadata,
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).nullable().default(null),
})

export async function createRefund(world: StripeWorld, params: unknown): Promise<Stripe.Refund> {
  const { books } = world
  const wanted = read(RefundParams, params)
  const intent = intentOf(books, wanted.payment_intent)
  const paid = typeof intent.latest_charge === 'string' ? books.charges.get(intent.latest_charge) : undefined
  if (!paid || intent.status !== 'succeeded') throw invalid('This PaymentIntent has no successful charge to refund.')
  const left = paid.amount - paid.amount_refunded
  if (paid.disputed) throw invalid('The charge is disputed', 'charge_disputed')
  if (left === 0) throw invalid(`Charge ${paid.id} has already been refunded.`, 'charge_already_refunded')
  const amount = wanted.amount ?? left
  if (amount > left) throw invalid(`Refund amount ($${amount}) is greater than unrefunded amount`, 'amount_too_large')
  const later = laterOf(books, intent.id)
  const parts = { charge: paid, amount, metadata: wanted.metadata, reason: wanted.reason }
  const made = { ...refund(parts, making(world)), status: later === 'refundPends' ? 'pending' : 'succeeded' }
  const amount_refunded = paid.amount_refunded + amount
  const refunded = { ...paid, amount_refunded, refunded: amount_refunded === paid.amount }
  await books.keep({ kind: 'refund', value: made }, { kind: 'charge', value: refunded })
  afterRefund(world, made, later)
  return made
}

export async function readRefund({ books }: StripeWorld, params: unknown): Promise<Stripe.Refund> {
  const { id, expand } = read(Expanded, params)
  const found = books.refunds.get(id)
  if (!found) throw invalid(`No such refund: '${id}'`, 'resource_missing', 404)
  return { ...found, ...wholeOf(books, found, expand) }
}

export async function listRefunds({ books }: StripeWorld, params: unknown) {
  const wanted = read(ListParams, params)
  const all = [...books.refunds.values()]
  const about = all.filter(({ payment_intent }) => !wanted.payment_intent || payment_intent === wanted.payment_intent)
  const listed = page('/v1/refunds', about, wanted)
  const isExpanded = wanted.expand.includes('data.payment_intent')
  return { ...listed, data: listed.data.map((each) => (isExpanded ? withIntent(books, each) : each)) }
}

function withIntent(books: StripeBooks, made: Stripe.Refund): Stripe.Refund {
  const id = made.payment_intent
  return typeof id === 'string' ? { ...made, payment_intent: books.intents.get(id) ?? id } : made
}
