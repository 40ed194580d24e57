import { epochOf } from '@portal/contract/dates'
import type { DiscrepancyKind } from '@portal/contract/discrepancies'
import { type Cents, cents, noCents, sumCents } from '@portal/contract/money'
import type { FoundTransaction } from '../../adapters/payment-gateway/port.ts'
import type { AttemptState, ReversalState } from '../../database/tables/payments.ts'
import { accountsInWords } from '../../payments/gateway-events/not-recorded.ts'
import { type ListedTransactions, listedTransactions } from '../../payments/inquiry/search-gateway.ts'
import type { Discrepancy, GatewayMatch, Moment, RecordedCharge, RecordedReversal } from './books.ts'

/** About the payer's money, by the state of an attempt. */
export const beliefOf = {
  INTENT: 'undecided',
  UNKNOWN: 'undecided',
  ESCALATED: 'undecided',
  // Must not take long.
  REVERSING: 'undecided',
  CHARGED: 'charged',
  DECLINED: 'not charged',
  NOT_CHARGED: 'not charged',
  REVERSED: 'not charged',
  // Until the bank has answered, their day is compared again.
  VERIFYING: 'undecided',
  PROCESSING: 'undecided',
  RETURNED: 'not charged',
} as const satisfies Record<AttemptState, 'undecided' | 'charged' | 'not charged'>

/** For one reference (docs/operations.md). Pure. */
export function gatewayDiscrepancies(
  { reference, transactions, request }: GatewayMatch,
  moment: Moment,
): Discrepancy[] {
  const books = listedTransactions(transactions)
  if (!request) return unrecordedDiscrepancies(reference, books)
  return request.kind === 'charge'
    ? chargeDiscrepancies(request, books, moment)
    : reversalDiscrepancies(request, books, transactions.length > 0)
}

/** Nothing else moved money. Each list has the oldest first. */
type ApprovedBooks = Pick<ListedTransactions, 'charges' | 'reversals'>

/** Not our reference: pairs reversals with charges and reports what is left over. */
function unrecordedDiscrepancies(reference: string, { charges, reversals }: ApprovedBooks): Discrepancy[] {
  const named = reference === '' ? 'none' : (withoutLongNumbers(reference) ?? 'withheld')
  const about = (transaction: FoundTransaction, kind: DiscrepancyKind): Discrepancy => ({
    ...nothing,
    kind,
    subject: transaction.tag,
    reference: reference === '' ? null : reference,
    tag: transaction.tag,
    gateway: transaction.amount,
    detail: `Gateway time ${transaction.at}, authorization number ${transaction.authorization ?? 'none'}, reference number ${named}.${kind === 'chargedButNotRecorded' ? accountsInWords(transaction.record?.accounts) : ''}`,
  })
  return [
    ...charges.slice(reversals.length).map((charge) => about(charge, 'chargedButNotRecorded')),
    ...reversals.slice(charges.length).map((reversal) => about(reversal, 'reversedAtGatewayOnly')),
  ]
}

function chargeDiscrepancies(charge: RecordedCharge, books: ApprovedBooks, moment: Moment): Discrepancy[] {
  const kept = books.charges.filter(({ tag }) => !charge.returnedTags.includes(tag)).slice(books.reversals.length)
  const kinds = kindsOfCharge(charge, kept, books, moment)
  const gateway = books.charges.length === 0 ? null : sumCents(kept.map(({ amount }) => amount))
  const portal = beliefOf[charge.state] === 'not charged' ? noCents : charge.amount
  return kinds.map((kind) => ({
    ...nothing,
    kind,
    subject: charge.reference,
    reference: charge.reference,
    tag: (kept.at(-1) ?? books.charges.at(-1))?.tag ?? null,
    gateway,
    portal: kind === 'paidButNotPosted' ? billsOf(charge) : portal,
    billing: kind === 'paidButNotPosted' ? charge.postedAmount : null,
    detail: `${detailOf(charge, books)}${remarkOn(kind, charge)}`,
  }))
}

/** What the billing system gets of it: a service fee stays here. */
function billsOf({ amount, fee }: RecordedCharge): Cents {
  return cents(amount - fee)
}

function kindsOfCharge(
  charge: RecordedCharge,
  kept: readonly FoundTransaction[],
  books: ApprovedBooks,
  { now, patience }: Moment,
): DiscrepancyKind[] {
  switch (beliefOf[charge.state]) {
    case 'not charged':
      return kept.length > 0 ? ['declinedButChargedAtGateway'] : []
    case 'undecided': {
      const isLate = epochOf(now) - epochOf(charge.since) > patience
      return kept.length > 0 && isLate ? ['chargedButUndecided'] : []
    }
    case 'charged':
      return [
        ...kindsOfCharged(charge, kept, books),
        ...(charge.postedAmount === billsOf(charge) ? [] : (['paidButNotPosted'] as const)),
      ]
  }
}

function kindsOfCharged(
  recorded: RecordedCharge,
  [charge, ...more]: readonly FoundTransaction[],
  { charges, reversals }: ApprovedBooks,
): DiscrepancyKind[] {
  if (charges.length === 0 && reversals.length === 0) return ['recordedButNotAtGateway']
  if (!charge) return recorded.returnedTags.length > 0 ? [] : ['reversedAtGatewayOnly']
  if (more.length > 0) return ['twoChargesForOneReference']
  if (charge.amount !== recorded.amount) return ['amountDiffers']
  // When the gateway has reversed one of several charges, the list does not say which.
  return reversals.length > 0 || isSameCharge(recorded, charge) ? [] : ['recordedWithOtherNumbers']
}

/** Receipts and refunds depend on its tag and authorization. */
function isSameCharge(recorded: RecordedCharge, { tag, authorization }: FoundTransaction): boolean {
  return (
    recorded.tag === tag &&
    (authorization === null || recorded.authorization === null || recorded.authorization === authorization)
  )
}

/** One refused because the charge had been reversed already counts as done. */
function reversalDiscrepancies(
  reversal: RecordedReversal,
  { reversals }: ApprovedBooks,
  isListed: boolean,
): Discrepancy[] {
  const gateway = reversals.length === 0 ? null : sumCents(reversals.map(({ amount }) => amount))
  const kind = kindOfReversal(reversal, gateway, isListed)
  if (!kind) return []
  const { reference, amount, state, isByHand } = reversal
  const tag = reversals[0]?.tag ?? null
  const detail = isByHand
    ? 'Recorded by two admins as refunded in the gateway’s console.'
    : `Void or refund, portal: ${reversalWords[state]}.`
  return [{ ...nothing, kind, subject: reference, reference, tag, gateway, portal: amount, detail }]
}

function kindOfReversal(
  { state, amount }: RecordedReversal,
  gateway: Cents | null,
  isListed: boolean,
): DiscrepancyKind | null {
  if (gateway === null) return state === 'DONE' && !isListed ? 'recordedButNotAtGateway' : null
  if (state === 'REFUSED') return 'reversedAtGatewayOnly'
  return gateway === amount ? null : 'amountDiffers'
}

function remarkOn(kind: DiscrepancyKind, { tag, authorization }: RecordedCharge): string {
  if (kind === 'paidButNotPosted') return ' The postings don’t add up to this amount.'
  if (kind !== 'recordedWithOtherNumbers') return ''
  return ` Portal: transaction tag #${tag ?? 'none'}, authorization number ${authorization ?? 'none'}.`
}

function detailOf({ state }: RecordedCharge, { charges, reversals }: ApprovedBooks): string {
  return `Portal: ${chargeWords[state]}. Gateway: charges ${tagsOf(charges)}, refunds ${tagsOf(reversals)}.`
}

/** What the portal says about a charge. */
export const chargeWords = {
  INTENT: 'unconfirmed',
  UNKNOWN: 'unconfirmed',
  ESCALATED: 'unconfirmed',
  REVERSING: 'being reversed',
  CHARGED: 'charged',
  DECLINED: 'declined',
  NOT_CHARGED: 'not charged',
  REVERSED: 'refunded',
  VERIFYING: 'waiting for verification',
  PROCESSING: 'processing',
  RETURNED: 'returned by the bank',
} as const satisfies Record<AttemptState, string>

const reversalWords = {
  REQUESTED: 'requested',
  SENT: 'sent',
  UNKNOWN: 'unconfirmed',
  DONE: 'completed',
  REFUSED: 'rejected',
} as const satisfies Record<ReversalState, string>

function tagsOf(transactions: readonly FoundTransaction[]): string {
  return transactions.length === 0 ? 'none' : transactions.map(({ tag }) => `#${tag}`).join(', ')
}

const nothing = { reference: null, receipt: null, tag: null, gateway: null, portal: null, billing: null } as const

/** Other merchants' references may look like card numbers, which the schema refuses. */
export function withoutLongNumbers(reference: string | null): string | null {
  return reference !== null && /\d{13}/.test(reference.replace(/[ -]/g, '')) ? null : reference
}
