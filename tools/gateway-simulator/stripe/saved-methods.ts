import type Stripe from 'stripe'
import { z } from 'zod'
import type { KeptCard, KeptMethod, KeptToken, StripeBooks } from './books.ts'
import { errorCodeOf, type TestCard } from './cards.ts'
import {
  Id,
  idOf,
  invalid,
  making,
  Metadata,
  read,
  seconds,
  setupOf,
  StripeRefusal,
  type StripeWorld,
  whole,
} from './endpoint.ts'
import { confirmBankSetup } from './saved-banks.ts'
import { customer, paymentMethod, setupIntent } from './saved-method-objects.ts'
import { usableToken } from './tokens.ts'

export async function createCustomer(world: StripeWorld, params: unknown): Promise<Stripe.Customer> {
  const { metadata } = read(z.object({ metadata: Metadata }), params)
  const made = customer(metadata, making(world))
  await world.books.keep({ kind: 'customer', value: made })
  return made
}

export function customerOf({ customers }: StripeBooks, id: string): Stripe.Customer {
  const found = customers.get(id)
  if (!found) throw invalid(`No such customer: '${id}'`, 'resource_missing', 404)
  return found
}

const SetupParams = z.object({
  customer: z.string(),
  usage: z.enum(['off_session', 'on_session']),
  allowed_payment_method_types: z.array(z.enum(['card', 'us_bank_account'])).default(['card']),
})

export async function createSetup(world: StripeWorld, params: unknown): Promise<Stripe.SetupIntent> {
  const { allowed_payment_method_types: types, ...wanted } = read(SetupParams, params)
  customerOf(world.books, wanted.customer)
  const made = setupIntent({ ...wanted, types }, making(world))
  await world.books.keep({ kind: 'setup', value: made })
  return made
}

const Expanded = Id.extend({ expand: z.array(z.string()).default([]) })

export async function readSetup({ books }: StripeWorld, params: unknown): Promise<Stripe.SetupIntent> {
  const { id, expand } = read(Expanded, params)
  return withMethod(books, setupOf(books, id), expand)
}

/** The card in full, where it is asked for. */
export function withMethod<Holder extends { payment_method: string | Stripe.PaymentMethod | null }>(
  { methods }: StripeBooks,
  holder: Holder,
  expand: readonly string[],
): Holder {
  const id = holder.payment_method
  if (typeof id !== 'string' || !expand.includes('payment_method')) return holder
  return { ...holder, payment_method: methods.get(id)?.method ?? id }
}

const ConfirmParams = Expanded.extend({ confirmation_token: z.string() })

export async function confirmSetup(world: StripeWorld, params: unknown): Promise<Stripe.SetupIntent> {
  const { books } = world
  const { id, confirmation_token, expand } = read(ConfirmParams, params)
  const setup = setupOf(books, id)
  if (setup.status !== 'requires_payment_method') throw unexpectedState(setup)
  const kept = usableToken(books, confirmation_token)
  const isAllowed = setup.payment_method_types.includes(kept.card ? 'card' : 'us_bank_account')
  if (!isAllowed) throw invalid('The SetupIntent allows no such payment method')
  const token = { ...kept.token, setup_intent: id, expires_at: null }
  if (!kept.card) return withMethod(books, await confirmBankSetup(world, setup, { token, bank: kept.bank }), expand)
  const used = { ...kept, token }
  if (!kept.card.asksPayer) return withMethod(books, await settleSetup(world, setup, used), expand)
  const waiting: Stripe.SetupIntent = {
    ...setup,
    status: 'requires_action',
    next_action: {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'three_d_secure_redirect', source: confirmation_token },
    },
  }
  await books.keep({ kind: 'token', value: used }, { kind: 'setup', value: waiting })
  return waiting
}

/** The bank agrees to later charges, or does not. @throws StripeRefusal 402 */
async function settleSetup(world: StripeWorld, setup: Stripe.SetupIntent, kept: KeptCard) {
  const { books } = world
  const { decline } = kept.card
  if (decline === null) {
    const id = world.newId('pm')
    const method = methodFor(world, kept, { id, customer: idOf(setup.customer) })
    const done: Stripe.SetupIntent = { ...setup, status: 'succeeded', next_action: null, payment_method: id }
    await books.keep({ kind: 'token', value: kept }, { kind: 'method', value: method }, { kind: 'setup', value: done })
    return done
  }
  const code = errorCodeOf(decline)
  const reason = { code, decline_code: decline, message: 'Your card was declined.', network_decline_code: '05' }
  const error = { type: 'card_error' as const, ...reason }
  const failed: Stripe.SetupIntent = {
    ...setup,
    status: 'requires_payment_method',
    next_action: null,
    last_setup_error: error,
  }
  await books.keep({ kind: 'token', value: kept }, { kind: 'setup', value: failed })
  throw new StripeRefusal(402, { ...error, setup_intent: failed })
}

export function methodFor(
  world: StripeWorld,
  { token, card }: KeptCard,
  attached: { id: string; customer: string },
): KeptMethod {
  return { method: paymentMethod(token, { ...attached, created: seconds(world) }), card }
}

function unexpectedState(setup: Stripe.SetupIntent): StripeRefusal {
  const message = `This SetupIntent has the status ${setup.status}`
  return new StripeRefusal(400, {
    type: 'invalid_request_error',
    code: 'setup_intent_unexpected_state',
    message,
    setup_intent: setup,
  })
}

export async function cancelSetup({ books }: StripeWorld, params: unknown): Promise<Stripe.SetupIntent> {
  const setup = setupOf(books, read(Id, params).id)
  if (setup.status === 'succeeded' || setup.status === 'canceled') throw unexpectedState(setup)
  const debit = books.debits.get(setup.id)
  const canceled: Stripe.SetupIntent = {
    ...setup,
    status: 'canceled',
    next_action: null,
    cancellation_reason: 'abandoned',
  }
  await books.keep(
    { kind: 'setup', value: canceled },
    ...(debit ? [{ kind: 'debit', value: { ...debit, isOver: true } } as const] : []),
  )
  return canceled
}

const AuthenticateParams = z.object({ id: z.string(), client_secret: z.string(), result: z.enum(['passed', 'failed']) })

/** As for payments: the stand-in's own call. */
export async function authenticateSetup(world: StripeWorld, params: unknown): Promise<Stripe.SetupIntent> {
  const { books } = world
  const { id, client_secret, result } = read(AuthenticateParams, params)
  const setup = setupOf(books, id)
  if (setup.client_secret !== client_secret) throw invalid('The client secret does not match', 'setup_intent_invalid')
  if (setup.status !== 'requires_action') throw unexpectedState(setup)
  if (result === 'passed') {
    const kept = [...books.tokens.values()].findLast(({ token }) => token.setup_intent === id)
    if (!kept?.card) throw new Error(`${id} was not confirmed with a card`)
    return settleSetup(world, setup, kept)
  }
  const code = 'setup_intent_authentication_failure'
  const message = 'We are unable to authenticate your payment method.'
  const failed: Stripe.SetupIntent = {
    ...setup,
    status: 'requires_payment_method',
    next_action: null,
    last_setup_error: { type: 'card_error', code, message },
  }
  await books.keep({ kind: 'setup', value: failed })
  return failed
}

export async function readMethod({ books }: StripeWorld, params: unknown): Promise<Stripe.PaymentMethod> {
  return methodOf(books, read(Id, params).id).method
}

function methodOf({ methods }: StripeBooks, id: string): KeptMethod {
  const found = methods.get(id)
  if (!found) throw invalid(`No such PaymentMethod: '${id}'`, 'resource_missing', 404)
  return found
}

export async function detachMethod({ books }: StripeWorld, params: unknown): Promise<Stripe.PaymentMethod> {
  const kept = methodOf(books, read(Id, params).id)
  if (kept.method.customer === null) throw invalid('The payment method is not attached to a customer.')
  const detached = { ...kept.method, customer: null }
  await books.keep({ kind: 'method', value: { ...kept, method: detached } })
  return detached
}

const UpdateParams = Id.extend({ last4: z.string(), exp_month: whole, exp_year: whole })

/** The bank has given its customer another card of the same account. The stand-in's own call. */
export async function updateMethod({ books }: StripeWorld, params: unknown): Promise<Stripe.PaymentMethod> {
  const { id, ...changed } = read(UpdateParams, params)
  const { method, card } = methodOf(books, id)
  if (!method.card || !card) throw new Error(`${id} has no card`)
  const updated = { ...method, card: { ...method.card, ...changed } }
  await books.keep({ kind: 'method', value: { method: updated, card } })
  return updated
}

export interface SavedUse {
  kept: KeptToken
  asksPayer: boolean
}

/** What a charge of a saved card does: `kept` stands for what the customer would have typed. */
export function useOfMethod(
  { books, newId }: StripeWorld,
  { id, customer: owner, isAway }: { id: string; customer: unknown; isAway: boolean },
): SavedUse {
  const { method, card, bank } = methodOf(books, id)
  if (method.customer === null || method.customer !== owner) {
    throw invalid('The PaymentMethod does not belong to the Customer of this PaymentIntent.')
  }
  const token = [...books.tokens.values()].findLast(
    ({ token: { payment_method_preview: typed } }) =>
      typed?.type === method.type &&
      typed.card?.fingerprint === method.card?.fingerprint &&
      typed.us_bank_account?.fingerprint === method.us_bank_account?.fingerprint,
  )
  if (!token) throw new Error(`${id} was never typed`)
  const again = { ...token.token, id: newId('ctoken') }
  if (bank) return { kept: { token: again, bank: { ...bank, isVerified: true } }, asksPayer: false }
  const now: TestCard = { ...card, ...lateDecline(card, isAway) }
  const kept = { token: again, card: now }
  return { kept, asksPayer: !isAway && Boolean(card.asksPayer) && card.afterSetup !== 'asksNoMore' }
}

function lateDecline(card: TestCard, isAway: boolean): Partial<TestCard> {
  if (card.afterSetup === 'declined') return { decline: 'generic_decline' }
  const wantsPayer = card.asksPayer && card.afterSetup === undefined
  return isAway && wantsPayer ? { decline: 'authentication_required' } : {}
}
