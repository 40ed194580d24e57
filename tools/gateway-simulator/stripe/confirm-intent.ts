import type Stripe from 'stripe'
import { z } from 'zod'
import type { KeptCard, StripeBooks } from './books.ts'
import { adviceOf, errorCodeOf } from './cards.ts'
import { charge } from './charge-object.ts'
import { confirmDebit } from './debits.ts'
import { afterCharge } from './disputes.ts'
import { Id, idOf, intentOf, invalid, making, read, StripeRefusal, type StripeWorld } from './endpoint.ts'
import { requireDebitable } from './saved-banks.ts'
import { methodFor, useOfMethod } from './saved-methods.ts'
import { tokenUsedBy, usableToken } from './tokens.ts'

export const Expanded = Id.extend({ expand: z.array(z.string()).default([]) })

export function expanded(books: StripeBooks, intent: Stripe.PaymentIntent, isExpanded: boolean): Stripe.PaymentIntent {
  const id = intent.latest_charge
  return isExpanded && typeof id === 'string' ? { ...intent, latest_charge: books.charges.get(id) ?? id } : intent
}

const CardOptions = z.object({ moto: z.string().optional(), stored_credential_usage: z.string().optional() })

const ConfirmParams = Expanded.extend({
  confirmation_token: z.string().optional(),
  payment_method: z.string().optional(),
  off_session: z.literal('true').optional(),
  setup_future_usage: z.literal('off_session').optional(),
  mandate: z.string().optional(),
  payment_method_options: z.object({ card: CardOptions.default({}) }).optional(),
})

export async function confirmIntent(world: StripeWorld, params: unknown): Promise<Stripe.PaymentIntent> {
  const { books } = world
  const asked = read(ConfirmParams, params)
  const { id, setup_future_usage = null, payment_method_options } = asked
  const intent = intentOf(books, id)
  if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_confirmation') {
    throw unexpectedState(intent)
  }
  const { kept: given, asksPayer } = usedFor(world, intent, asked)
  const { token, card } = given
  const isAllowed = intent.payment_method_types.includes(card ? 'card' : 'us_bank_account')
  if (!isAllowed) throw invalid('The PaymentIntent allows no such payment method')
  const isMoto = payment_method_options?.card.moto === 'true'
  const payment_method = asked.payment_method ?? world.newId('pm')
  const saved = books.methods.get(payment_method)
  if (saved?.bank) requireDebitable(books, saved.method, intent)
  const confirmed = { ...intent, payment_method, setup_future_usage, last_payment_error: null }
  const used = { ...token, payment_intent: id, expires_at: null }
  if (!card) return await confirmDebit(world, confirmed, { token: used, bank: given.bank })
  const kept = { token: used, card }
  const isWaiting = card.isSlow || (asksPayer && !isMoto)
  if (!isWaiting) return settle(world, { intent: confirmed, kept, isMoto })
  const waiting = card.isSlow ? processing(confirmed) : asking(confirmed, token.id)
  await books.keep({ kind: 'token', value: kept }, { kind: 'intent', value: waiting })
  return waiting
}

/** A card that was typed, or one that the intent's customer has saved. */
function usedFor(world: StripeWorld, { customer }: Stripe.PaymentIntent, asked: z.output<typeof ConfirmParams>) {
  if (asked.payment_method !== undefined) {
    return useOfMethod(world, { id: asked.payment_method, customer, isAway: asked.off_session === 'true' })
  }
  const kept = usableToken(world.books, asked.confirmation_token ?? '')
  return { kept, asksPayer: Boolean(kept.card?.asksPayer) }
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

export function unexpectedState(intent: Stripe.PaymentIntent): StripeRefusal {
  return new StripeRefusal(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `This PaymentIntent has the status ${intent.status}`,
    payment_intent: intent,
  })
}

function cardUsedBy(books: StripeBooks, intent: string): KeptCard {
  const kept = tokenUsedBy(books, intent)
  if (!kept.card) throw new Error(`${intent} was not confirmed with a card`)
  return kept
}

/** @throws StripeRefusal 402 for a decline, after which the intent could be confirmed again */
async function settle(
  { books, ...world }: StripeWorld,
  { intent, kept, isMoto }: { intent: Stripe.PaymentIntent; kept: KeptCard; isMoto: boolean },
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
      fingerprint: card?.fingerprint ?? '',
      name: preview?.billing_details.name ?? null,
      postalCode: preview?.billing_details.address?.postal_code ?? null,
      paymentMethod: typeof intent.payment_method === 'string' ? intent.payment_method : '',
      isMoto,
    },
    making(world),
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
    await afterCharge({ books, ...world }, kept.card, intent.id)
    if (intent.setup_future_usage) {
      const attached = { id: idOf(intent.payment_method), customer: idOf(intent.customer) }
      await books.keep({ kind: 'method', value: methodFor({ books, ...world }, kept, attached) })
    }
    return expanded(books, paid, true)
  }
  const code = errorCodeOf(kept.card.decline)
  const reason = {
    decline_code: kept.card.decline,
    message: 'Your card was declined.',
    advice_code: adviceOf(kept.card.decline),
    network_decline_code: '05',
  }
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
export async function authenticate(world: StripeWorld, params: unknown): Promise<Stripe.PaymentIntent> {
  const { books } = world
  const { id, client_secret, result } = read(AuthenticateParams, params)
  const intent = intentOf(books, id)
  if (intent.client_secret !== client_secret)
    throw invalid('The client secret does not match', 'payment_intent_invalid')
  if (intent.status !== 'requires_action') throw unexpectedState(intent)
  const kept = cardUsedBy(books, id)
  if (result === 'passed') return settle(world, { intent, kept, isMoto: false })
  const code = 'payment_intent_authentication_failure'
  const message = 'We are unable to authenticate your payment method.'
  const failed: Stripe.PaymentIntent = {
    ...intent,
    status: 'requires_payment_method',
    next_action: null,
    last_payment_error: { type: 'card_error', code, message },
  }
  await books.keep({ kind: 'intent', value: failed })
  return failed
}

/** What was being processed is decided, if it still is. */
export async function endProcessing(world: StripeWorld, id: string): Promise<void> {
  const intent = intentOf(world.books, id)
  if (intent.status !== 'processing') return
  const settling = settle(world, { intent, kept: cardUsedBy(world.books, id), isMoto: false })
  await settling.catch((error: unknown) => {
    if (!(error instanceof StripeRefusal)) throw error
  })
}
