import type Stripe from 'stripe'
import { z } from 'zod'
import type { StripeBooks } from './books.ts'
import type { TestCard } from './cards.ts'
import { Id, invalid, ListParams, making, page, read, seconds, type StripeWorld } from './endpoint.ts'
import { dispute, warning } from './later-objects.ts'
import { balanceTransaction } from './payout-objects.ts'

/** What the bank of a card does after a charge. */
export interface Bank {
  /** By the id of the intent. */
  dispute(intent: string, how?: Partial<Pick<Stripe.Dispute, 'amount' | 'reason' | 'status'>>): Promise<Stripe.Dispute>
  /** Or asks for more, or takes the money: any change of the dispute. */
  decide(id: string, status: Stripe.Dispute.Status): Promise<void>
  warn(intent: string): Promise<Stripe.Radar.EarlyFraudWarning>
  /** The refund comes back, also after it was made. */
  returnRefund(id: string): Promise<void>
}

export function bankOf(world: StripeWorld): Bank {
  const { books } = world
  return {
    async dispute(intent, how = {}) {
      const charge = chargeOf(books, intent)
      const { amount = charge.amount, reason = 'fraudulent', status = 'needs_response' } = how
      const opened = dispute({ charge, amount, reason, status }, making(world))
      const disputed = { ...charge, disputed: !status.startsWith('warning') }
      await books.keep({ kind: 'charge', value: disputed }, { kind: 'dispute', value: opened })
      if (disputed.disputed) await moveMoney(world, opened, 'dispute', -amount)
      return opened
    },
    async decide(id, status) {
      const decided = { ...disputeOf(books, id), status }
      await books.keep({ kind: 'dispute', value: decided })
      if (status === 'won') await moveMoney(world, decided, 'dispute_reversal', decided.amount)
    },
    async warn(intent) {
      const warned = warning(chargeOf(books, intent), making(world))
      await books.keep({ kind: 'warning', value: warned })
      return warned
    },
    async returnRefund(id) {
      const refund = books.refunds.get(id)
      if (!refund) throw new Error(`There is no refund ${id}`)
      const failed: Stripe.Refund = { ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' }
      const paid = typeof refund.charge === 'string' ? books.charges.get(refund.charge) : undefined
      if (!paid) throw new Error(`There is no charge of ${id}`)
      // What came back can be refunded again.
      const charged = { ...paid, amount_refunded: paid.amount_refunded - refund.amount, refunded: false }
      await books.keep({ kind: 'refund', value: failed }, { kind: 'charge', value: charged })
    },
  }
}

/** In cents, for each dispute, and kept also when it is won. */
const disputeFee = 1_500

async function moveMoney(
  { books, newId, now }: StripeWorld,
  source: Stripe.Dispute,
  category: 'dispute' | 'dispute_reversal',
  amount: number,
): Promise<void> {
  const fee = category === 'dispute' ? disputeFee : 0
  const moved = balanceTransaction({ id: newId('txn'), source, category, amount, fee }, seconds({ now }))
  await books.keep({ kind: 'movement', value: moved })
}

function chargeOf(books: StripeBooks, intent: string): Stripe.Charge {
  const id = books.intents.get(intent)?.latest_charge
  const charge = typeof id === 'string' ? books.charges.get(id) : undefined
  if (!charge) throw new Error(`There is no charge of ${intent}`)
  return charge
}

function disputeOf(books: StripeBooks, id: string): Stripe.Dispute {
  const found = books.disputes.get(id)
  if (!found) throw invalid(`No such dispute: '${id}'`, 'resource_missing', 404)
  return found
}

/** What the test cards of that kind do by themselves. */
export async function afterCharge(world: StripeWorld, { later }: TestCard, intent: string): Promise<void> {
  const bank = bankOf(world)
  if (later === 'dispute') await bank.dispute(intent)
  if (later === 'inquiry') await bank.dispute(intent, { status: 'warning_needs_response' })
  if (later === 'warning') await bank.warn(intent)
}

/** By the card that paid, if it was typed for this. */
export function laterOf(books: StripeBooks, intent: string): TestCard['later'] {
  return [...books.tokens.values()].findLast(({ token }) => token.payment_intent === intent)?.card?.later
}

/** A while later, as with real money: `pending` becomes `succeeded`, or what was made comes back. */
export function afterRefund(world: StripeWorld, refund: Stripe.Refund, later: TestCard['later']): void {
  const succeeded: Stripe.Refund = { ...refund, status: 'succeeded' }
  if (later === 'refundFails') world.later(() => bankOf(world).returnRefund(refund.id))
  if (later === 'refundPends') world.later(() => world.books.keep({ kind: 'refund', value: succeeded }))
}

export async function readDispute({ books }: StripeWorld, params: unknown): Promise<Stripe.Dispute> {
  const { id, expand } = read(Expanded, params)
  const found = disputeOf(books, id)
  return { ...found, ...wholeOf(books, found, expand) }
}

export const Expanded = Id.extend({ expand: z.array(z.string()).default([]) })

interface AboutCharge {
  charge: string | Stripe.Charge | null
  payment_intent?: string | Stripe.PaymentIntent | null
}

/** Whole, where that was asked for. */
export function wholeOf(books: StripeBooks, { charge, payment_intent: intent }: AboutCharge, expand: string[]) {
  const isAsked = (name: string, id: unknown): id is string => typeof id === 'string' && expand.includes(name)
  return {
    ...(isAsked('charge', charge) && { charge: books.charges.get(charge) ?? charge }),
    ...(isAsked('payment_intent', intent) && { payment_intent: books.intents.get(intent) ?? intent }),
  }
}

export async function readWarning({ books }: StripeWorld, params: unknown): Promise<Stripe.Radar.EarlyFraudWarning> {
  const { id, expand } = read(Expanded, params)
  const found = books.warnings.get(id)
  if (!found) throw invalid(`No such early_fraud_warning: '${id}'`, 'resource_missing', 404)
  return { ...found, ...wholeOf(books, found, expand) }
}

const EventParams = ListParams.extend({ types: z.array(z.string()).optional() })

export async function listEvents({ books }: StripeWorld, params: unknown) {
  const wanted = read(EventParams, params)
  const all = [...books.events.values()].filter(({ type }) => wanted.types?.includes(type) ?? true)
  return page('/v1/events', all, wanted)
}
