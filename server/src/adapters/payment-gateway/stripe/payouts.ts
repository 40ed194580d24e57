import { type CalendarDate, dateIn, daysAfter, instantOf } from '@portal/contract/dates'
import { cents } from '@portal/contract/money'
import type { PayoutStatus } from '@portal/contract/payouts'
import type Stripe from 'stripe'
import type { GatewayPayouts, Payout, PayoutPart, PayoutPartsResult, PayoutsResult } from '../port-payouts.ts'
import { secondsOf } from './books.ts'
import { type Gateway, describe, inquiryTimeout } from './settings.ts'

const pageSize = 100

/** Far more than a day's charges; a payout of more is not read, so that reading always ends. */
const mostPayouts = 1_000
const mostParts = 50_000

const minute = 60_000

/** Milliseconds for all pages of one payout. */
const longestReading = 5 * minute

/** Payouts to the bank, and the balance transactions that each is made of (docs/payments.md). */
export function stripePayouts(gateway: Gateway): GatewayPayouts {
  return {
    list: (from, to) => list(gateway, from, to),
    parts: (id) => partsOf(gateway, id),
  }
}

async function list({ stripe }: Gateway, from: CalendarDate, to: CalendarDate): Promise<PayoutsResult> {
  // Stripe gives the day as its midnight in UTC.
  const arrival_date = { gte: secondsOf(from), lt: secondsOf(daysAfter(to, 1)) }
  const payouts: Payout[] = []
  try {
    for await (const payout of stripe.payouts.list({ arrival_date, limit: pageSize }, { timeout: inquiryTimeout })) {
      // The portal charges dollars only.
      if (payout.currency === 'usd') payouts.push(payoutOf(payout))
      if (payouts.length > mostPayouts) return { outcome: 'unavailable', reason: `more than ${mostPayouts} payouts` }
    }
  } catch (error) {
    return { outcome: 'unavailable', reason: describe(error) }
  }
  return { outcome: 'listed', payouts }
}

function payoutOf(payout: Stripe.Payout): Payout {
  const isReversed = payout.reversed_by !== null
  return {
    id: payout.id,
    arrivesOn: dateIn('UTC', instantOf(payout.arrival_date * 1000)),
    status: isReversed ? 'failed' : (statuses[payout.status] ?? 'unknown'),
    amount: cents(payout.amount),
    failure: isReversed ? 'reversed' : payout.failure_code,
    parts: partsAre[payout.reconciliation_status] ?? 'later',
  }
}

const statuses: Readonly<Record<string, PayoutStatus>> = {
  pending: 'pending',
  in_transit: 'pending',
  paid: 'paid',
  failed: 'failed',
  canceled: 'canceled',
}

const partsAre: Readonly<Record<string, Payout['parts']>> = {
  completed: 'listed',
  in_progress: 'later',
  not_applicable: 'never',
}

async function partsOf({ stripe }: Gateway, payout: string): Promise<PayoutPartsResult> {
  const parts: PayoutPart[] = []
  const ends = performance.now() + longestReading
  try {
    const listed = stripe.balanceTransactions.list(
      { payout, limit: pageSize, expand: ['data.source'] },
      { timeout: inquiryTimeout },
    )
    for await (const transaction of listed) {
      if (!isPayoutItself(transaction, payout)) parts.push(partOf(transaction))
      if (parts.length > mostParts) return { outcome: 'unavailable', reason: `${payout} has over ${mostParts} parts` }
      if (performance.now() > ends) return { outcome: 'unavailable', reason: `${payout} took too long to read` }
    }
  } catch (error) {
    return { outcome: 'unavailable', reason: describe(error) }
  }
  return { outcome: 'listed', parts }
}

/** The list has the payout's own movement, too: what left the balance. */
function isPayoutItself({ reporting_category, source }: Stripe.BalanceTransaction, payout: string): boolean {
  return reporting_category === 'payout' && (typeof source === 'string' ? source : source?.id) === payout
}

function partOf({ id, reporting_category, source, amount, fee }: Stripe.BalanceTransaction): PayoutPart {
  const kind = kinds[reporting_category] ?? 'other'
  return { kind, id, ...namesOf(source), amount: cents(amount), fee: cents(fee) }
}

/** By `reporting_category` (https://docs.stripe.com/reports/reporting-categories). */
const kinds: Readonly<Record<string, PayoutPart['kind']>> = {
  charge: 'charge',
  charge_failure: 'return',
  refund: 'refund',
  refund_failure: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
  fee: 'fee',
  network_cost: 'fee',
  tax: 'fee',
}

function namesOf(source: Stripe.BalanceTransaction['source']): Pick<PayoutPart, 'tag' | 'reference'> {
  if (source === null || typeof source === 'string') return { tag: null, reference: null }
  if (source.object !== 'charge' && source.object !== 'refund' && source.object !== 'dispute') {
    return { tag: null, reference: null }
  }
  const intent = source.payment_intent
  const tag = typeof intent === 'string' ? intent : (intent?.id ?? null)
  return { tag, reference: source.object === 'dispute' ? null : (source.metadata?.['reference'] ?? null) }
}
