import type { CardToken } from '@portal/contract/card'
import { epochOf } from '@portal/contract/dates'
import Stripe from 'stripe'
import type { BankToken } from '../port-bank-accounts.ts'
import type { SavedMethodToCharge } from '../port-saved-methods.ts'
import { type ChargeRequest, type ChargeResult, emptyReply, noEvidence } from '../port.ts'
import { depositsOf, isDebit, isRefusalOfAccount } from './bank-accounts.ts'
import { isPaidInFull, replyOf, replyOfError } from './intent.ts'
import { metadataOf } from './metadata.ts'
import { type Gateway, describe, timeoutsOf } from './settings.ts'

/**
 * A PaymentIntent is made, its id recorded, and only then is it confirmed, once (docs/payments.md). Whatever goes wrong
 * before charges nothing. Whoever holds the client secret could confirm a declined intent again: it is canceled before
 * anybody reads that nothing was charged.
 */
export async function charge(gateway: Gateway, request: ChargeRequest): Promise<ChargeResult> {
  const { tender } = request
  if ('cardNumber' in tender) return { outcome: 'notSent', reason: 'Stripe takes no card numbers from us' }
  const made = await create(gateway, request)
  if (!('id' in made)) return made
  const isNamed = await request.named(made.id).catch(() => false)
  if (!isNamed) return { outcome: 'notSent', reason: 'its id could not be recorded' }
  return confirm(gateway, request, made.id, confirmationOf(request, tender))
}

async function create(
  { stripe, settings }: Gateway,
  request: ChargeRequest,
): Promise<Stripe.PaymentIntent | ChargeResult> {
  const { tender, saveFor, reference, amount } = request
  const customer = 'method' in tender ? tender.customer : saveFor
  try {
    return await stripe.paymentIntents.create(
      {
        amount,
        currency: 'usd',
        allowed_payment_method_types: [isFromBank(tender) ? 'us_bank_account' : 'card'],
        ...(customer !== undefined && { customer }),
        metadata: metadataOf(request),
      },
      { idempotencyKey: reference, timeout: timeoutsOf(settings).create },
    )
  } catch (error) {
    if (isLockedOut(error)) return { outcome: 'notCharged', reply: replyOfError(error), operatorAlarm: true }
    return { outcome: 'notSent', reason: `no payment intent was made: ${describe(error)}` }
  }
}

function isFromBank(tender: ChargeRequest['tender']): boolean {
  return 'bankToken' in tender || ('method' in tender && tender.isBankAccount === true)
}

/** What is saved is charged in the presence of its payer, or as what they have agreed to. */
function confirmationOf(
  { mode, saveFor, accepted }: ChargeRequest,
  tender: CardToken | SavedMethodToCharge | BankToken,
): Stripe.PaymentIntentConfirmParams {
  const saving = saveFor === undefined ? {} : ({ setup_future_usage: 'off_session' } as const)
  // Nacha wants only purchases of goods named as such.
  const purpose = { us_bank_account: { transaction_purpose: 'services' } } as const
  if ('bankToken' in tender) {
    return {
      confirmation_token: tender.bankToken,
      use_stripe_sdk: true,
      ...saving,
      payment_method_options: purpose,
      ...(accepted && mandateOf(accepted)),
    }
  }
  if ('token' in tender) {
    return {
      confirmation_token: tender.token,
      use_stripe_sdk: true,
      ...saving,
      ...(mode === 'Phoned-In' && { payment_method_options: { card: { moto: true } } }),
    }
  }
  const { method, payer, isBankAccount, mandate } = tender
  const options = isBankAccount ? { payment_method_options: purpose } : {}
  if (payer === 'present') return { payment_method: method, use_stripe_sdk: true, ...options }
  if (isBankAccount) return { payment_method: method, off_session: true, ...(mandate && { mandate }), ...options }
  return {
    payment_method: method,
    off_session: true,
    payment_method_options: { card: { stored_credential_usage: payer } },
  }
}

/** The page shows words of ours, so that Stripe's mandate says what we know of their acceptance. */
function mandateOf({ at, from, browser }: NonNullable<ChargeRequest['accepted']>) {
  const accepted_at = Math.floor(epochOf(at) / 1000)
  const online = { ip_address: from, user_agent: browser || 'unknown' }
  return { mandate_data: { customer_acceptance: { type: 'online' as const, accepted_at, online } } }
}

async function confirm(
  gateway: Gateway,
  request: ChargeRequest,
  id: string,
  confirmation: Stripe.PaymentIntentConfirmParams,
): Promise<ChargeResult> {
  const { stripe, settings } = gateway
  try {
    const intent = await stripe.paymentIntents.confirm(
      id,
      { ...confirmation, expand: ['latest_charge'] },
      { idempotencyKey: `${request.reference}-confirm`, timeout: timeoutsOf(settings).confirm },
    )
    return await resultOf(gateway, request, intent)
  } catch (error) {
    const refusal = refusalOf(error)
    return refusal ? cancelThen(gateway, request, id, refusal) : look(gateway, request, id, describe(error))
  }
}

/** What is certain after an error; null when the charge may have been made. */
function refusalOf(error: unknown): ChargeResult | null {
  if (error instanceof Stripe.errors.StripeCardError) {
    const intent = error.payment_intent
    return { outcome: 'declined', reply: intent ? replyOf(intent) : replyOfError(error) }
  }
  if (isLockedOut(error)) return { outcome: 'notCharged', reply: replyOfError(error), operatorAlarm: true }
  if (isOfAccount(error)) {
    const evidence = { ...noEvidence, declineCode: error.code ?? null }
    return { outcome: 'declined', reply: { ...replyOfError(error), evidence } }
  }
  const isRefused = error instanceof Stripe.errors.StripeRateLimitError || isInvalid(error)
  return isRefused ? { outcome: 'notCharged', reply: replyOfError(error), operatorAlarm: false } : null
}

/** The saved bank account is no use anymore: its bank, Stripe or its holder has ended that. */
function isOfAccount(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Stripe.errors.StripeInvalidRequestError && isRefusalOfAccount(error.code)
}

/** An intent in another state than we thought may be paid: it must be read. */
function isInvalid(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code !== 'payment_intent_unexpected_state'
}

function isLockedOut(error: unknown): error is Stripe.errors.StripeError {
  return (
    error instanceof Stripe.errors.StripeAuthenticationError || error instanceof Stripe.errors.StripePermissionError
  )
}

async function resultOf(gateway: Gateway, request: ChargeRequest, intent: Stripe.PaymentIntent): Promise<ChargeResult> {
  const reply = replyOf(intent)
  switch (intent.status) {
    case 'succeeded':
      if (isPaidInFull(intent, request.amount)) return { outcome: 'charged', reply }
      return { outcome: 'unknown', reason: 'another amount was charged', reply, operatorAlarm: true }
    case 'canceled':
      return intent.last_payment_error
        ? { outcome: 'declined', reply }
        : { outcome: 'notCharged', reply, operatorAlarm: false }
    case 'requires_payment_method':
    case 'requires_confirmation':
      return cancelThen(gateway, request, intent.id, { outcome: 'declined', reply })
    case 'requires_action': {
      const deposits = depositsOf(intent)
      // Nobody on the phone, or away, can confirm it with the bank.
      if (!canPayerConfirm(request)) return cancelThen(gateway, request, intent.id, { outcome: 'declined', reply })
      if (deposits) return { outcome: 'verifying', reply, deposits }
      return { outcome: 'unknown', reason: 'the payer confirms it with the bank', reply, operatorAlarm: false }
    }
    case 'processing':
      if (isDebit(intent)) return { outcome: 'processing', reply }
      return { outcome: 'unknown', reason: 'the intent is processing', reply, operatorAlarm: false }
    case 'requires_capture':
    default:
      return { outcome: 'unknown', reason: `the intent is ${intent.status}`, reply, operatorAlarm: false }
  }
}

function canPayerConfirm({ mode, tender }: ChargeRequest): boolean {
  return mode !== 'Phoned-In' && (!('method' in tender) || tender.payer === 'present')
}

/** After an answer that proves nothing. What is not confirmed by now is canceled, so that it never will be. */
async function look(gateway: Gateway, request: ChargeRequest, id: string, why: string): Promise<ChargeResult> {
  const { stripe, settings } = gateway
  try {
    const timeout = timeoutsOf(settings).look
    const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }, { timeout })
    const isOpen = intent.status === 'requires_payment_method' || intent.status === 'requires_confirmation'
    if (!isOpen || intent.last_payment_error) return await resultOf(gateway, request, intent)
    return await cancelThen(gateway, request, id, {
      outcome: 'notCharged',
      reply: replyOf(intent),
      operatorAlarm: false,
    })
  } catch (error) {
    const reason = `${why}; then ${describe(error)}`
    return { outcome: 'unknown', reason, reply: { ...emptyReply, tag: id }, operatorAlarm: false }
  }
}

/** Once canceled, nothing can be charged. When that is refused or not answered, the outcome is unknown. */
async function cancelThen(
  { stripe, settings }: Gateway,
  { amount }: ChargeRequest,
  id: string,
  result: ChargeResult,
): Promise<ChargeResult> {
  const timeout = timeoutsOf(settings).look
  try {
    await stripe.paymentIntents.cancel(id, {}, { timeout })
    return result
  } catch (error) {
    const reply = { ...emptyReply, tag: id }
    const reason = `could not be canceled: ${describe(error)}`
    const intent = await stripe.paymentIntents
      .retrieve(id, { expand: ['latest_charge'] }, { timeout })
      .catch(() => null)
    if (intent?.status === 'canceled') return result
    if (intent?.status === 'succeeded' && isPaidInFull(intent, amount)) {
      return { outcome: 'charged', reply: replyOf(intent) }
    }
    return { outcome: 'unknown', reason, reply, operatorAlarm: false }
  }
}
