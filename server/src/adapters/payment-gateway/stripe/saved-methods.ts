import type { CardFunding } from '@portal/contract/saved-methods'
import Stripe from 'stripe'
import type {
  MethodKeeper,
  MethodRead,
  CustomerMade,
  Detached,
  KeptBankAccount,
  KeptCard,
  KeptMethod,
  NewCustomer,
  SaveRequest,
  SetupRead,
} from '../port-saved-methods.ts'
import { bankAccountFacts, depositsOf, verify } from './bank-accounts.ts'
import { chargeOf } from './intent.ts'
import { brands, isTaken } from './read-token.ts'
import { type Gateway, describe, inquiryTimeout } from './settings.ts'
import { isLive, keptDeclineCode, stripeTraits } from './traits.ts'

const options = { timeout: inquiryTimeout }
const expand = ['payment_method']

/** Stripe's customers with their PaymentMethods, each saved by a SetupIntent or by a charge (docs/payments.md). */
export function methodKeeper(gateway: Gateway): MethodKeeper {
  return {
    isLive: isLive(gateway.settings.secretKey),
    makeCustomer: (customer) => makeCustomer(gateway, customer),
    save: (request) => save(gateway, request),
    readSetup: (setup) => readSetup(gateway, setup),
    giveUp: (setup) => giveUp(gateway, setup),
    verifySetup: (setup, deposited) =>
      verify((read, timeout) => gateway.stripe.setupIntents.verifyMicrodeposits(setup, read, timeout), deposited),
    readMethod: (method, mandate) => readMethod(gateway, method, mandate),
    detach: (method) => detach(gateway, method),
  }
}

async function makeCustomer({ stripe }: Gateway, { key, reference }: NewCustomer): Promise<CustomerMade> {
  try {
    const made = await stripe.customers.create({ metadata: { reference } }, { ...options, idempotencyKey: key })
    return { outcome: 'made', customer: made.id }
  } catch (error) {
    return { outcome: 'unavailable', reason: describe(error) }
  }
}

/** As a charge: made, its id recorded, and only then confirmed, once. */
async function save(gateway: Gateway, request: SaveRequest): Promise<SetupRead> {
  const { key, customer, token, isBankAccount, named } = request
  const { stripe } = gateway
  try {
    const made = await stripe.setupIntents.create(
      {
        customer,
        usage: 'off_session',
        allowed_payment_method_types: [isBankAccount ? 'us_bank_account' : 'card'],
      },
      { ...options, idempotencyKey: key },
    )
    const isNamed = await named(made.id).catch(() => false)
    if (!isNamed) return { outcome: 'unavailable', reason: 'its id could not be recorded' }
    const confirmed = await stripe.setupIntents.confirm(
      made.id,
      { confirmation_token: token, use_stripe_sdk: true, expand },
      { ...options, idempotencyKey: `${key}-confirm` },
    )
    return setupRead(gateway, confirmed)
  } catch (error) {
    return refusalOf(error) ?? { outcome: 'unavailable', reason: describe(error) }
  }
}

/** The bank or Stripe did not agree. A setup in another state than we thought must be read. */
function refusalOf(error: unknown): SetupRead | null {
  if (error instanceof Stripe.errors.StripeCardError) return refused(error)
  const isInvalid = error instanceof Stripe.errors.StripeInvalidRequestError
  if (!isInvalid || error.code === 'setup_intent_unexpected_state') return null
  return { outcome: 'refused', reason: 'unsaid' }
}

function refused({ decline_code, code }: { decline_code?: string; code?: string }): SetupRead {
  return { outcome: 'refused', reason: stripeTraits.declineReason(keptDeclineCode(decline_code ?? code)) }
}

async function readSetup(gateway: Gateway, setup: string): Promise<SetupRead> {
  const { stripe } = gateway
  try {
    if (!setup.startsWith('pi_'))
      return setupRead(gateway, await stripe.setupIntents.retrieve(setup, { expand }, options))
    const wanted = { expand: [...expand, 'latest_charge'] }
    const intent = await stripe.paymentIntents.retrieve(setup, wanted, options)
    const mandate = chargeOf(intent)?.payment_method_details?.us_bank_account?.mandate
    if (intent.status === 'succeeded') return savedBy(gateway, intent.payment_method, mandate)
    const isOpen = intent.status !== 'canceled'
    return isOpen ? { outcome: 'unavailable', reason: `the charge is ${intent.status}` } : refused({})
  } catch (error) {
    return { outcome: 'unavailable', reason: describe(error) }
  }
}

/** The cancellation is refused when it has succeeded meanwhile. */
async function giveUp(gateway: Gateway, setup: string): Promise<SetupRead> {
  try {
    return setupRead(gateway, await gateway.stripe.setupIntents.cancel(setup, {}, options))
  } catch {
    return await readSetup(gateway, setup)
  }
}

function setupRead(gateway: Gateway, setup: Stripe.SetupIntent): SetupRead {
  const { status, payment_method, client_secret, last_setup_error, mandate } = setup
  switch (status) {
    case 'succeeded':
      return savedBy(gateway, payment_method, mandate)
    case 'requires_action': {
      const deposits = depositsOf(setup)
      const account = typeof payment_method === 'object' ? payment_method?.us_bank_account : null
      const facts = account && bankAccountFacts(account)
      if (deposits && facts) return { outcome: 'verifying', bankAccount: facts, deposits }
      return { outcome: 'awaitsPayer', secret: client_secret ?? '' }
    }
    case 'canceled':
    case 'requires_payment_method':
      return refused(last_setup_error ?? {})
    case 'requires_confirmation':
    case 'processing':
    default:
      return { outcome: 'unavailable', reason: `the setup is ${status}` }
  }
}

function savedBy(
  gateway: Gateway,
  method: string | Stripe.PaymentMethod | null,
  mandate: string | Stripe.Mandate | null | undefined,
): SetupRead {
  if (method === null || typeof method === 'string') return { outcome: 'unavailable', reason: 'it has no card' }
  const id = typeof mandate === 'object' ? (mandate?.id ?? null) : (mandate ?? null)
  const card = keptMethod(method, id)
  const isUsed = card && ('bankAccount' in card || isTaken(gateway, card.brand))
  return isUsed ? { outcome: 'saved', card } : { outcome: 'refused', reason: 'brand' }
}

async function readMethod({ stripe }: Gateway, id: string, mandate: string | null): Promise<MethodRead> {
  try {
    const method = await stripe.paymentMethods.retrieve(id, {}, options)
    const card = keptMethod(method, mandate)
    if (!card) return { outcome: 'gone' }
    if (method.us_bank_account?.status_details?.blocked) return { outcome: 'blocked', reason: 'bank_blocked' }
    const isInactive = mandate !== null && (await stripe.mandates.retrieve(mandate, {}, options)).status === 'inactive'
    return isInactive ? { outcome: 'blocked', reason: 'mandate_gone' } : { outcome: 'read', card }
  } catch (error) {
    if (isMissing(error)) return { outcome: 'gone' }
    return { outcome: 'unavailable', reason: describe(error) }
  }
}

/** Null when it is detached, or nothing that we take. */
function keptMethod(method: Stripe.PaymentMethod, mandate: string | null): KeptMethod | null {
  return method.us_bank_account ? keptAccount(method, method.us_bank_account, mandate) : keptCard(method)
}

function keptAccount(
  { id, customer, billing_details }: Stripe.PaymentMethod,
  account: Stripe.PaymentMethod.UsBankAccount,
  mandate: string | null,
): KeptBankAccount | null {
  const bankAccount = bankAccountFacts(account)
  if (!bankAccount || customer === null) return null
  const { bankName, accountType, lastFour, fingerprint } = bankAccount
  return {
    method: id,
    customer: typeof customer === 'string' ? customer : customer.id,
    bankAccount: { bankName, accountType, lastFour },
    lastFour,
    fingerprint: fingerprint ?? id,
    cardHolder: billing_details.name ?? '',
    mandate,
  }
}

function keptCard({ id, customer, card, billing_details }: Stripe.PaymentMethod): KeptCard | null {
  const brand = card ? brands[card.brand] : undefined
  if (!card || !brand || customer === null) return null
  return {
    method: id,
    customer: typeof customer === 'string' ? customer : customer.id,
    brand,
    lastFour: card.last4,
    expires: `${card.exp_year}-${String(card.exp_month).padStart(2, '0')}`,
    funding: fundings[card.funding] ?? 'unknown',
    wallet: card.wallet?.type ?? null,
    // Some cards have none: they are then the same as no other.
    fingerprint: card.fingerprint ?? id,
    cardHolder: billing_details.name ?? '',
  }
}

const fundings: Readonly<Record<string, CardFunding>> = { credit: 'credit', debit: 'debit', prepaid: 'prepaid' }

/** Detaching again is refused: the card is read to see that it is detached. */
async function detach(gateway: Gateway, method: string): Promise<Detached> {
  try {
    await gateway.stripe.paymentMethods.detach(method, {}, options)
    return { outcome: 'detached' }
  } catch (error) {
    const read = await gateway.stripe.paymentMethods.retrieve(method, {}, options).catch((failed: unknown) => failed)
    const isGone = isMissing(read) || (isMethod(read) && read.customer === null)
    return isGone ? { outcome: 'detached' } : { outcome: 'unavailable', reason: describe(error) }
  }
}

function isMethod(read: unknown): read is Stripe.PaymentMethod {
  return typeof read === 'object' && read !== null && 'object' in read && read.object === 'payment_method'
}

function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
}
