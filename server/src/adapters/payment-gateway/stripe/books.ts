import {
  type CalendarDate,
  formatInstant,
  Instant,
  dateIn,
  daysAfter,
  epochOf,
  instantOf,
} from '@portal/contract/dates'
import { cents } from '@portal/contract/money'
import { paymentModes } from '@portal/contract/payments'
import Stripe from 'stripe'
import type { Clock } from '../../../clock.ts'
import type { FoundTransaction, Inquiry, InquiryAnswer, ReportResult, ReportedTransaction } from '../port.ts'
import { depositsOf, isDebit, returnOf } from './bank-accounts.ts'
import { chargeOf, replyOf } from './intent.ts'
import { accountsIn, feeIn } from './metadata.ts'
import { brands } from './read-token.ts'
import { isOnItsWay } from './refund.ts'
import { type Gateway, describe, inquiryTimeout } from './settings.ts'

/** How long a payer may take to confirm a payment with the bank, in milliseconds. */
export const payerPatience = 20 * 60_000

/** How far the clocks of two machines may differ, in seconds. */
const clockDifference = 15 * 60

/**
 * A charge is read by its id, which was recorded before it was confirmed: without one, nothing was confirmed, and
 * nothing will be. A refund is looked for by our reference among those made around then.
 */
export async function inquire(gateway: Gateway, clock: Clock, inquiry: Inquiry): Promise<InquiryAnswer> {
  const { tag, subject } = inquiry
  const until = epochOf(clock.now()) + inquiryTimeout
  const timeLeft = () => ({ timeout: Math.max(1, until - epochOf(clock.now())) })
  try {
    if (subject === 'reversal') return await findRefund(gateway, inquiry, timeLeft)
    if (tag === null) return { outcome: 'nothing', isProof: true }
    return await readIntent(gateway, clock, { ...inquiry, tag }, timeLeft)
  } catch (error) {
    // It may be the other mode's key that does not find it: only a canary proves an absence.
    const isMissing = error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
    return isMissing ? { outcome: 'nothing' } : { outcome: 'unavailable', reason: describe(error) }
  }
}

/** For the next request of an inquiry: all of them together have its limit. */
type TimeLeft = () => { timeout: number }

async function readIntent(
  { stripe, settings }: Gateway,
  clock: Clock,
  { tag, sentAt, reference, isGivenUp = false }: Inquiry & { tag: string },
  timeLeft: TimeLeft,
): Promise<InquiryAnswer> {
  const expand = ['latest_charge']
  const intent = await stripe.paymentIntents.retrieve(tag, { expand }, timeLeft())
  if (intent.metadata['reference'] !== reference) return { outcome: 'unavailable', reason: 'it has another reference' }
  const age = epochOf(clock.now()) - epochOf(sentAt)
  switch (intent.status) {
    case 'succeeded':
    case 'canceled':
      return { outcome: 'found', isFinal: true, transactions: purchase(settings.timeZone, intent) }
    case 'requires_action': {
      const deposits = isGivenUp ? null : depositsOf(intent)
      if (deposits) return { outcome: 'verifying', tag, deposits }
      if (age < payerPatience && !isGivenUp) return { outcome: 'awaitsPayer', secret: intent.client_secret ?? '' }
      break
    }
    case 'requires_payment_method':
    case 'requires_confirmation':
      // The process that sent it may still confirm it.
      if (age < settings.chargeTimeout && !intent.last_payment_error) {
        return { outcome: 'unavailable', reason: 'it is not confirmed yet' }
      }
      break
    case 'processing':
      if (isDebit(intent)) return { outcome: 'processing', tag }
      return { outcome: 'unavailable', reason: 'the intent is processing' }
    case 'requires_capture':
    default:
      return { outcome: 'unavailable', reason: `the intent is ${intent.status}` }
  }
  const canceled = await stripe.paymentIntents.cancel(tag, { expand }, timeLeft())
  return { outcome: 'found', isFinal: true, transactions: purchase(settings.timeZone, canceled) }
}

async function findRefund(
  { stripe, settings }: Gateway,
  { reference, tag, sentAt }: Inquiry,
  timeLeft: TimeLeft,
): Promise<InquiryAnswer> {
  if (tag !== null) {
    const refund = await stripe.refunds.retrieve(tag, { expand: ['charge'] }, timeLeft())
    return { outcome: 'found', isFinal: true, transactions: [refunded(settings.timeZone, refund)] }
  }
  const sent = Math.floor(epochOf(sentAt) / 1000)
  const created = { gte: sent - clockDifference, lte: sent + clockDifference }
  const transactions: FoundTransaction[] = []
  for await (const refund of stripe.refunds.list({ created, limit: 100, expand: ['data.charge'] }, timeLeft())) {
    if (refund.metadata?.['reference'] === reference) transactions.push(refunded(settings.timeZone, refund))
  }
  return transactions.length > 0 ? { outcome: 'found', isFinal: true, transactions } : { outcome: 'nothing' }
}

/** Its charge, paid or refused. One that was given back in Stripe's dashboard shows in the report. */
function purchase(timeZone: string, intent: Stripe.PaymentIntent): FoundTransaction[] {
  const isPaid = intent.status === 'succeeded'
  const { authorization, evidence } = replyOf(intent)
  return [
    {
      tag: intent.id,
      reference: intent.metadata['reference'] ?? '',
      amount: cents(isPaid ? intent.amount_received : intent.amount),
      kind: 'purchase',
      ...(isPaid ? { status: 'approved' as const } : notPaidAs(intent)),
      authorization,
      at: shownAt(timeZone, chargeOf(intent)?.created ?? intent.created),
      ...(evidence && { evidence }),
    },
  ]
}

function recordOf({ metadata }: Stripe.PaymentIntent, charge: Stripe.Charge): Pick<FoundTransaction, 'record'> {
  const { card, us_bank_account: account } = charge.payment_method_details ?? {}
  const brand = account ? null : brands[card?.brand ?? '']
  const lastFour = (account ?? card)?.last4
  const mode = paymentModes.find((each) => each === metadata['mode'])
  if (brand === undefined || !lastFour || !mode) return {}
  return {
    record: {
      chargedAt: instantOf(charge.created * 1000),
      accounts: accountsIn(metadata),
      fee: feeIn(metadata),
      shortNumber: metadata['receipt'] ?? null,
      mode,
      brand,
      lastFour,
      cardHolder: charge.billing_details.name ?? '',
    },
  }
}

/** A debit whose charge the bank sent back was returned; one that never became a charge was not made. */
function notPaidAs(intent: Stripe.PaymentIntent): Pick<FoundTransaction, 'status' | 'bankReturn'> {
  if (intent.status === 'processing') return { status: 'pending' }
  const error = intent.last_payment_error
  const charge = chargeOf(intent)
  if (isDebit(intent) && charge?.failure_code) {
    return { status: 'returned', bankReturn: returnOf(charge.failure_code, error?.network_decline_code) }
  }
  // A holder who never answered was asked for nothing.
  const isLate = error?.code === 'payment_method_microdeposit_verification_timeout'
  return { status: error && !isLate ? 'declined' : 'error' }
}

function refunded(timeZone: string, refund: Stripe.Refund): FoundTransaction {
  return {
    tag: refund.id,
    // One made in Stripe's dashboard is listed under the charge that it gives back.
    reference: refund.metadata?.['reference'] ?? referenceOf(refund.payment_intent),
    amount: cents(refund.amount),
    kind: 'refund',
    status: statusOf(refund),
    authorization: null,
    at: shownAt(timeZone, refund.created),
  }
}

function statusOf(refund: Stripe.Refund): FoundTransaction['status'] {
  if (refund.status === 'failed' || refund.status === 'canceled') return 'declined'
  return isOnItsWay(refund) ? 'pending' : 'approved'
}

function referenceOf(intent: Stripe.Refund['payment_intent']): string {
  return typeof intent === 'object' ? (intent?.metadata['reference'] ?? '') : ''
}

function shownAt(timeZone: string, seconds: number): string {
  return formatInstant({ timeZone, locale: 'en-US' }, instantOf(seconds * 1000))
}

/** What was confirmed and given back on that day, the oldest first. Intents that nobody confirmed are no charges. */
export async function reportDay(gateway: Gateway, day: CalendarDate): Promise<ReportResult> {
  const { stripe, settings } = gateway
  // Days begin in UTC up to 14 hours earlier or 12 later; what belongs to another day is left out below.
  const created = { gte: secondsOf(daysAfter(day, -1)), lt: secondsOf(daysAfter(day, 2)) }
  const isOfDay = (seconds: number) => dateIn(settings.timeZone, instantOf(seconds * 1000)) === day
  const found: [seconds: number, transaction: ReportedTransaction][] = []
  const options = { timeout: inquiryTimeout }
  try {
    const expand = ['data.latest_charge']
    for await (const intent of stripe.paymentIntents.list({ created, limit: 100, expand }, options)) {
      const charge = chargeOf(intent)
      if (!charge || !isOfDay(charge.created)) continue
      const customerReference = intent.metadata['customer_reference'] ?? null
      for (const each of purchase(settings.timeZone, intent))
        found.push([charge.created, { ...each, customerReference, ...recordOf(intent, charge) }])
    }
    for await (const refund of stripe.refunds.list({ created, limit: 100, expand: ['data.payment_intent'] }, options)) {
      if (!isOfDay(refund.created)) continue
      found.push([refund.created, { ...refunded(settings.timeZone, refund), customerReference: null }])
    }
  } catch (error) {
    return { outcome: 'unavailable', reason: describe(error) }
  }
  const transactions = found.toSorted(([one], [other]) => one - other).map(([, transaction]) => transaction)
  return { outcome: 'listed', transactions }
}

/** Of its beginning in UTC. */
export function secondsOf(day: CalendarDate): number {
  return epochOf(Instant.parse(`${day}T00:00:00.000Z`)) / 1000
}
