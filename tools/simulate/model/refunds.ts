import type { Instant } from '@portal/contract/dates'
import type { CancellationStore } from '@portal/server/features/payments/posting/cancellation-store.ts'
import type { ManualAction } from '@portal/server/payments/checkout.ts'
import type { CancellationResult, LeasedCancellation } from '@portal/server/payments/records/postings.ts'
import type { RefundRequestResult } from '@portal/server/payments/reversals/request-refund.ts'
import { postingStatesBefore } from '@portal/server/payments/states.ts'
import { type CheckoutRecord, type ModelRecords, type PostingRecord, appendEvent } from './records.ts'
import { enter } from './summaries.ts'
import { isDue, moveAttempt, requestReversal } from './transactions.ts'

/** Cancellations of payments in the billing system, in memory, by the same rules as `cancellation-queries.ts`. */
export function modelCancellations(records: ModelRecords): CancellationStore {
  return {
    leaseCancellations: async (now, until, most) => leaseCancellations(records, now, until, most),
    recordCancellation: async (result) => recordCancellation(records, result),
  }
}

/** Requests that a payment that stands be given back, by the same rules as `refund-queries.ts`. */
export function requestRefund(
  records: ModelRecords,
  checkout: CheckoutRecord,
  { reason, by: requestedBy, at }: ManualAction,
  reference: string,
): RefundRequestResult {
  const { attempt } = checkout
  if (attempt.state === 'REVERSING' || attempt.state === 'REVERSED') return 'alreadyGivenBack'
  if (attempt.state !== 'CHARGED' || attempt.transactionTag === null) return 'notPaid'
  if (postingsOf(records, checkout).some(({ state }) => state === 'PENDING' || state === 'POSTING'))
    return 'stillPosting'
  moveAttempt(records, checkout, 'CHARGED', 'REVERSING')
  attempt.epoch++
  const charge = { tag: attempt.transactionTag, authorization: attempt.authorizationNumber ?? '' }
  const giveBack = {
    ...charge,
    amount: checkout.intent.amount,
    reference,
    reason,
    requestedBy,
    cause: 'refund',
  } as const
  requestReversal(records, checkout, giveBack, at)
  return 'requested'
}

function postingsOf(records: ModelRecords, { id }: CheckoutRecord): PostingRecord[] {
  return [...records.postings.values()].filter(({ checkoutId }) => checkoutId === id)
}

/** The consequences in the billing system when the charge of a payment that stood has been given back. */
export function cancelPostings(records: ModelRecords, checkout: CheckoutRecord, at: Instant): void {
  for (const posting of postingsOf(records, checkout)) {
    records.ledger.push({ checkoutId: checkout.id, book: 'card', amount: -posting.amount })
    records.ledger.push({ checkoutId: checkout.id, book: 'unposted', amount: posting.amount })
    enter(records, 'givenBack', posting.amount, at)
    if (posting.state !== 'POSTED') continue
    const event = { subject: 'posting', subjectId: posting.itemId, from: 'POSTED', to: 'CANCEL_DUE' }
    appendEvent(records, checkout, event)
    Object.assign(posting, { state: 'CANCEL_DUE', nextTryAt: at, tries: 0, leaseUntil: null })
  }
}

function leaseCancellations(records: ModelRecords, now: Instant, until: Instant, most: number): LeasedCancellation[] {
  const due = [...records.postings.values()].filter(
    ({ state, nextTryAt, leaseUntil }) =>
      (state === 'CANCEL_DUE' || state === 'CANCELLING') && isDue(nextTryAt, leaseUntil, now),
  )
  return due.slice(0, most).map((posting) => {
    records.edges.add(`posting: ${posting.state} → CANCELLING`)
    posting.state = 'CANCELLING'
    posting.tries++
    posting.epoch++
    posting.leaseUntil = until
    const { itemId, checkoutId, receiptNumber, tries, epoch } = posting
    const givenBackAt = records.checkouts.get(checkoutId)?.decidedAt ?? now
    return { itemId, checkoutId, receiptNumber, reason: '', givenBackAt, leaseUntil: until, tries, epoch }
  })
}

function recordCancellation(records: ModelRecords, result: CancellationResult): boolean {
  const posting = records.postings.get(result.itemId)
  const checkout = records.checkouts.get(result.checkoutId)
  if (!posting || !checkout) throw new Error('No such posting')
  if (posting.epoch !== result.epoch || !postingStatesBefore(result.to).includes(posting.state)) return false
  const event = { subject: 'posting', subjectId: posting.itemId, from: posting.state, to: result.to }
  appendEvent(records, checkout, event)
  posting.state = result.to
  posting.leaseUntil = null
  if (result.nextTryAt) posting.nextTryAt = result.nextTryAt
  if (result.to === 'CANCELLED') {
    records.ledger.push({ checkoutId: checkout.id, book: 'unposted', amount: -posting.amount })
    records.ledger.push({ checkoutId: checkout.id, book: 'posted', amount: posting.amount })
    enter(records, 'cancelled', posting.amount, checkout.decidedAt ?? result.at)
  }
  return true
}
