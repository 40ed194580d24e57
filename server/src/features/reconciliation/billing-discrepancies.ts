import { epochOf } from '@portal/contract/dates'
import type { DiscrepancyKind } from '@portal/contract/discrepancies'
import { sumCents } from '@portal/contract/money'
import type { PostingState } from '../../database/tables/payments.ts'
import type { BillingMatch, Discrepancy, Moment, RecordedPosting } from './books.ts'
import { beliefOf, chargeWords } from './gateway-discrepancies.ts'

/** For one receipt number (docs/operations.md). Pure. */
export function billingDiscrepancies(match: BillingMatch, moment: Moment): Discrepancy[] {
  const { receipt, payments, posting } = match
  const kind = kindOf(match, moment)
  if (!kind) return []
  return [
    {
      kind,
      subject: receipt,
      reference: posting?.reference ?? null,
      receipt,
      tag: null,
      gateway: null,
      portal: posting?.amount ?? null,
      billing: payments.length === 0 ? null : sumCents(payments.map(({ amount }) => amount)),
      detail: detailOf(match),
    },
  ]
}

function kindOf({ payments, posting }: BillingMatch, moment: Moment): DiscrepancyKind | null {
  const [payment, ...more] = payments
  // A charge that is still undecided, or was reversed, does not justify a payment either, but one that a bank is about to pay.
  const isCharged =
    posting !== null &&
    (beliefOf[posting.chargeState] === 'charged' || posting.chargeState === 'PROCESSING' || isBeingRefunded(posting))
  if (!isCharged) return payment && !isBeingCancelled(posting, moment) ? 'postedWithoutCharge' : null
  if (!payment) return posting.state === 'POSTED' || isLate(posting, moment) ? 'paidButNotPosted' : null
  if (more.length > 0) return 'postedTwice'
  if (payment.amount !== posting.amount) return 'postedAmountDiffers'
  if (payment.accountId !== null && payment.accountId !== posting.accountId) return 'postedToAnotherAccount'
  // It has arrived. That our records do not say so counts only once they should.
  return posting.state !== 'POSTED' && isLate(posting, moment) ? 'paidButNotPosted' : null
}

/** Until its charge has been refunded, a posted payment stands. */
function isBeingRefunded({ chargeState, state }: RecordedPosting): boolean {
  return chargeState === 'REVERSING' && (state === 'POSTED' || state === 'REJECTED')
}

/** Its charge has just been refunded, and that is being reported to the billing system. */
function isBeingCancelled(posting: RecordedPosting | null, moment: Moment): boolean {
  if (posting === null || isLate(posting, moment)) return false
  return posting.state === 'CANCEL_DUE' || posting.state === 'CANCELLING'
}

function isLate({ chargedAt }: RecordedPosting, { now, patience }: Moment): boolean {
  return epochOf(now) - epochOf(chargedAt) > patience
}

function detailOf(match: BillingMatch): string {
  const { payments, posting } = match
  const ours = posting
    ? `Portal: ${postingWords[posting.state]}, charge ${chargeWords[posting.chargeState]}.`
    : 'Not in the portal.'
  return `${ours} Billing system: ${countInWords(payments.length)}${whereOf(match)}.`
}

function countInWords(payments: number): string {
  if (payments === 0) return 'no payment'
  return payments === 1 ? '1 payment' : `${payments} payments`
}

const postingWords = {
  PENDING: 'waiting to post',
  POSTING: 'waiting to post',
  POSTED: 'posted',
  REJECTED: 'posting rejected',
  CANCEL_DUE: 'waiting to cancel',
  CANCELLING: 'waiting to cancel',
  CANCELLED: 'canceled',
  CANCEL_REJECTED: 'cancellation rejected',
} as const satisfies Record<PostingState, string>

/** The accounts that have the payments instead, so that they can be transferred. */
function whereOf({ payments, posting }: BillingMatch): string {
  const elsewhere = payments.map(({ accountId }) => accountId).filter((id) => id !== null && id !== posting?.accountId)
  if (elsewhere.length === 0) return ''
  const right = posting ? `, not ${posting.accountId}` : ''
  return ` on account ${[...new Set(elsewhere)].join(', ')}${right}`
}
