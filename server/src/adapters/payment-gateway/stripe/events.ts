import { type Instant, epochOf, instantOf } from '@portal/contract/dates'
import { cents } from '@portal/contract/money'
import Stripe from 'stripe'
import type { Clock } from '../../../clock.ts'
import type {
  AboutCharge,
  Answer,
  EventRead,
  FoundCharge,
  FoundDispute,
  FoundRefund,
  GatewayEvent,
  GatewayEvents,
} from '../port-events.ts'
import { isOfBankAccount, lateReturnOf } from './bank-accounts.ts'
import { accountsIn } from './metadata.ts'
import { isOnItsWay } from './refund.ts'
import { type Gateway, describe, inquiryTimeout } from './settings.ts'
import { isLive } from './traits.ts'

/** Seconds: how old an event may be, or how far ahead Stripe's clock. Repeated deliveries are signed anew. */
const tolerance = 300

/** What each kind of event is about. The endpoint may send others: they say nothing to us. */
const subjects: Readonly<Record<string, GatewayEvent['subject']>> = {
  'payment_intent.succeeded': 'charge',
  'payment_intent.payment_failed': 'charge',
  'payment_intent.canceled': 'charge',
  'payment_intent.processing': 'charge',
  'payment_intent.requires_action': 'charge',
  'charge.refunded': 'charge',
  'refund.created': 'refund',
  'refund.updated': 'refund',
  'refund.failed': 'refund',
  'charge.dispute.created': 'dispute',
  'charge.dispute.updated': 'dispute',
  'charge.dispute.closed': 'dispute',
  'charge.dispute.funds_withdrawn': 'dispute',
  'charge.dispute.funds_reinstated': 'dispute',
  'radar.early_fraud_warning.created': 'dispute',
  'radar.early_fraud_warning.updated': 'dispute',
  // Without `card_` in its name, which never comes.
  'payment_method.automatically_updated': 'card',
  'payment_method.detached': 'card',
  'setup_intent.succeeded': 'setup',
  'setup_intent.setup_failed': 'setup',
  'mandate.updated': 'mandate',
}

/** What the endpoint at Stripe has to send. */
export const eventTypes: readonly string[] = Object.keys(subjects)

/** Charges are inquired about anyway. */
const listedTypes = Object.keys(subjects).filter((type) => subjects[type] !== 'charge')

const warningPrefix = 'issfr_'

/** Stripe's webhooks, and the objects that they name. */
export function stripeEvents(gateway: Gateway, clock: Clock): GatewayEvents {
  return {
    read: (body, headers) => read(gateway, clock, body, headers['stripe-signature']),
    list: (since) => list(gateway, since),
    readCharge: (tag) => answer(() => readCharge(gateway, tag)),
    readRefund: (tag) => answer(() => readRefund(gateway, tag)),
    readDispute: (tag) =>
      answer(() => (tag.startsWith(warningPrefix) ? readWarning(gateway, tag) : readDispute(gateway, tag))),
  }
}

function read(gateway: Gateway, clock: Clock, body: Uint8Array, signature: unknown): EventRead {
  if (typeof signature !== 'string') return { outcome: 'refused', reason: 'not signed' }
  const now = epochOf(clock.now())
  const event = verified(gateway, body, signature, now)
  if (!event) return { outcome: 'refused', reason: 'not signed with our secret, or too old' }
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
  // The package takes a signature of any moment to come.
  if (!(signedAt * 1000 <= now + tolerance * 1000)) return { outcome: 'refused', reason: 'from the future' }
  return eventOf(gateway, event)
}

/** While secrets are rotated, there are several. */
function verified(
  { stripe, settings }: Gateway,
  body: Uint8Array,
  signature: string,
  now: number,
): Stripe.Event | null {
  for (const secret of settings.webhookSecrets) {
    try {
      return stripe.webhooks.constructEvent(Buffer.from(body), signature, secret, tolerance, undefined, now)
    } catch {
      // Another secret may fit.
    }
  }
  return null
}

/** Whoever has signed it: its form is not ours. */
function eventOf({ settings }: Pick<Gateway, 'settings'>, event: Stripe.Event): EventRead {
  const ignored = (reason: string): EventRead => ({ outcome: 'ignored', reason })
  if (typeof event?.id !== 'string' || !/^evt_\w{1,200}$/.test(event.id)) return ignored('not an event')
  if (event.livemode !== isLive(settings.secretKey)) return ignored('of another mode')
  if (event.account) return ignored('of another account')
  const subject = subjects[event.type]
  const tag = tagOf(event)
  if (!subject || tag === null) return ignored('says nothing to us')
  return { outcome: 'read', event: { id: event.id, subject, tag } }
}

/** A charge is known by the id of its intent. */
function tagOf({ type, data }: Stripe.Event): string | null {
  const named: unknown = data?.object
  if (typeof named !== 'object' || named === null) return null
  const tag = type === 'charge.refunded' ? valueOf(named, 'payment_intent') : valueOf(named, 'id')
  return typeof tag === 'string' && /^(pi|re|pyr|dp|du|issfr|pm|seti|mandate)_\w{1,40}$/.test(tag) ? tag : null
}

function valueOf(object: object, name: string): unknown {
  return Object.entries(object).find(([key]) => key === name)?.[1]
}

async function list(gateway: Gateway, since: Instant): ReturnType<GatewayEvents['list']> {
  const created = { gte: Math.floor(epochOf(since) / 1000) }
  const events: GatewayEvent[] = []
  try {
    const page = { types: listedTypes, created, limit: 100 }
    for await (const event of gateway.stripe.events.list(page, { timeout: inquiryTimeout })) {
      const found = eventOf(gateway, event)
      if (found.outcome === 'read') events.push(found.event)
    }
  } catch (error) {
    return { outcome: 'unavailable', reason: describe(error) }
  }
  return { outcome: 'listed', events: events.toReversed() }
}

async function answer<Found>(ask: () => Promise<Found>): Promise<Answer<Found>> {
  try {
    return { outcome: 'found', ...(await ask()) }
  } catch (error) {
    const isMissing = error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
    return isMissing ? { outcome: 'nothing' } : { outcome: 'unavailable', reason: describe(error) }
  }
}

async function readCharge({ stripe }: Gateway, tag: string): Promise<FoundCharge> {
  const intent = await stripe.paymentIntents.retrieve(tag, {}, { timeout: inquiryTimeout })
  return { ...namesOf(intent, null), charged: cents(intent.amount_received), accounts: accountsIn(intent.metadata) }
}

/** Stripe counts on the charge what stands of its refunds. */
async function readRefund({ stripe }: Gateway, tag: string): Promise<FoundRefund> {
  const refund = await stripe.refunds.retrieve(tag, { expand: about }, { timeout: inquiryTimeout })
  const { charge, payment_intent: intent, amount } = refund
  return {
    ...namesOf(intent, charge),
    reference: refund.metadata?.['reference'] ?? null,
    amount: cents(amount),
    standing: cents(typeof charge === 'object' ? (charge?.amount_refunded ?? 0) : 0),
    reason: refund.failure_reason ?? refund.status ?? '',
    isOnItsWay: isOnItsWay(refund),
  }
}

/** The bank's, in Stripe's words (https://docs.stripe.com/api/disputes/object). */
const disputeStates: Readonly<Record<string, FoundDispute['state']>> = {
  warning_needs_response: 'asked',
  warning_under_review: 'asked',
  warning_closed: 'closed',
  needs_response: 'open',
  under_review: 'open',
  appeal_needs_response: 'open',
  appeal_under_review: 'open',
  won: 'won',
  lost: 'lost',
}

async function readDispute({ stripe }: Gateway, tag: string): Promise<FoundDispute> {
  const dispute = await stripe.disputes.retrieve(tag, { expand: about }, { timeout: inquiryTimeout })
  const { due_by: dueBy } = dispute.evidence_details
  if (isOfBankAccount(dispute.charge)) return bankDispute(dispute)
  return {
    ...namesOf(dispute.payment_intent, dispute.charge),
    amount: cents(dispute.amount),
    state: disputeStates[dispute.status] ?? 'unclear',
    reason: inWords(dispute.reason),
    evidenceDueAt: dueBy === null ? null : instantOf(dueBy * 1000),
    openedAt: instantOf(dispute.created * 1000),
  }
}

/** Of a debit, a dispute is final: nobody looks at evidence (https://docs.stripe.com/payments/ach-direct-debit). */
function bankDispute(dispute: Stripe.Dispute): FoundDispute {
  const said = disputeStates[dispute.status] ?? 'unclear'
  return {
    ...namesOf(dispute.payment_intent, dispute.charge),
    amount: cents(dispute.amount),
    state: said === 'open' ? 'lost' : said,
    reason: inWords(dispute.reason),
    evidenceDueAt: null,
    returned: lateReturnOf(dispute.reason, dispute.network_reason_code),
    openedAt: instantOf(dispute.created * 1000),
  }
}

async function readWarning({ stripe }: Gateway, tag: string): Promise<FoundDispute> {
  const options = { timeout: inquiryTimeout }
  const warning = await stripe.radar.earlyFraudWarnings.retrieve(tag, { expand: about }, options)
  return {
    ...namesOf(warning.payment_intent, warning.charge),
    amount: null,
    state: 'warned',
    reason: inWords(warning.fraud_type),
    evidenceDueAt: null,
    openedAt: instantOf(warning.created * 1000),
  }
}

/** To be read with what is about a charge. */
const about = ['charge', 'payment_intent']

/** A charge is known by the id of its intent; one without an intent is none of ours. */
function namesOf(
  named: string | Stripe.PaymentIntent | null | undefined,
  charge: string | Stripe.Charge | null,
): AboutCharge {
  const paid = typeof charge === 'object' ? charge : null
  const intent = named ?? paid?.payment_intent ?? null
  const id = typeof intent === 'object' ? intent?.id : intent
  const { metadata } = typeof intent === 'object' && intent ? intent : { metadata: paid?.metadata }
  return {
    chargeTag: id ?? paid?.id ?? (typeof charge === 'string' ? charge : ''),
    chargeReference: metadata?.['reference'] ?? null,
  }
}

/** `product_not_received`: product not received. */
function inWords(code: string): string {
  return code.replaceAll('_', ' ')
}
