import type Stripe from 'stripe'
import { z } from 'zod'
import { afterRefund, wholeOf, Expanded, laterOf } from './disputes.ts'
import { intentOf, invalid, ListParams, making, Metadata, page, read, type StripeWorld, whole } from './endpoint.ts'
import { refund } from './objects.ts'

const RefundParams = z.object({
  payment_intent: z.string(),
  amount: whole.min(1).optional(),
  metadata: Metadata,
  expand: z.array(z.string()).default([]),
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
  // A refund to a bank account takes days.
  const later = paid.payment_method_details?.us_bank_account ? 'refundPends' : laterOf(books, intent.id)
  const parts = { charge: paid, amount, metadata: wanted.metadata, reason: wanted.reason }
  const made = { ...refund(parts, making(world)), status: later === 'refundPends' ? 'pending' : 'succeeded' }
  const amount_refunded = paid.amount_refunded + amount
  const refunded = { ...paid, amount_refunded, refunded: amount_refunded === paid.amount }
  await books.keep({ kind: 'refund', value: made }, { kind: 'charge', value: refunded })
  afterRefund(world, made, later)
  return { ...made, ...wholeOf(books, made, wanted.expand) }
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
  const expand = wanted.expand.map((each) => each.replace('data.', ''))
  return { ...listed, data: listed.data.map((each) => ({ ...each, ...wholeOf(books, each, expand) })) }
}
