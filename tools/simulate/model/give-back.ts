import type { Instant } from '@portal/contract/dates'
import type { ReversalStore } from '@portal/server/features/payments/reversals/reversal-store.ts'
import type { LeasedReversal } from '@portal/server/payments/records/reversals.ts'
import type { ReversalResult } from '@portal/server/payments/reversals/record-reversal.ts'
import { reversalStatesBefore } from '@portal/server/payments/states.ts'
import { type CheckoutRecord, type ModelRecords, type ReversalRecord, appendEvent } from './records.ts'
import { cancelPostings } from './refunds.ts'
import { enter } from './summaries.ts'
import { moveAttempt } from './transactions.ts'

/** Voids and refunds in memory: the same rules as `reversal-queries.ts`. */
export function modelReversals(records: ModelRecords): ReversalStore {
  return {
    leaseReversals: async (now, until, most) => leaseReversals(records, now, until, most),
    recordReversal: async (result) => recordReversal(records, result),
  }
}

function leaseReversals(records: ModelRecords, now: Instant, until: Instant, most: number): LeasedReversal[] {
  const due = [...records.reversals.values()].filter(
    ({ state, nextTryAt, leaseUntil }) =>
      (state === 'REQUESTED' || state === 'SENT' || state === 'UNKNOWN') &&
      nextTryAt <= now &&
      (leaseUntil === null || leaseUntil <= now),
  )
  return due.slice(0, most).map((reversal) => leaseOne(records, reversal, now, until))
}

function leaseOne(records: ModelRecords, reversal: ReversalRecord, now: Instant, until: Instant): LeasedReversal {
  const state = reversal.state === 'REQUESTED' ? 'SENT' : 'UNKNOWN'
  records.edges.add(`reversal: ${reversal.state} → ${state}`)
  if (state === 'SENT') reversal.sentAt = now
  reversal.state = state
  reversal.tries++
  reversal.epoch++
  reversal.leaseUntil = until
  return { ...reversal, state, sentAt: reversal.sentAt ?? now, leaseUntil: until }
}

export function recordReversal(records: ModelRecords, result: ReversalResult): boolean {
  const reversal = records.reversals.get(result.id)
  const checkout = records.checkouts.get(result.checkoutId)
  if (!reversal || !checkout) throw new Error('No such reversal')
  const isAgain = result.to === 'UNKNOWN' && reversal.state === 'UNKNOWN'
  if (reversal.epoch !== result.epoch) return false
  if (!isAgain && !reversalStatesBefore(result.to).includes(reversal.state)) return false
  appendEvent(records, checkout, { subject: 'reversal', subjectId: reversal.id, from: reversal.state, to: result.to })
  reversal.misses = result.to === 'REQUESTED' ? 0 : reversal.misses + (result.isMiss ? 1 : 0)
  reversal.state = result.to
  reversal.leaseUntil = null
  if (result.nextTryAt) reversal.nextTryAt = result.nextTryAt
  if (result.newReference) reversal.reference = result.newReference
  if (result.to === 'DONE') closeAttempt(records, checkout, reversal, result)
  if (result.to === 'DONE' && reversal.cause !== 'refund') enter(records, 'strayGivenBack', reversal.amount, result.at)
  if (result.refundReference)
    insertRefund(records, checkout, reversal, { reference: result.refundReference, at: result.at })
  else if (result.to === 'REFUSED' && reversal.cause === 'refund') {
    moveAttempt(records, checkout, checkout.attempt.state, 'CHARGED')
    checkout.attempt.epoch++
  }
  return true
}

function closeAttempt(
  records: ModelRecords,
  checkout: CheckoutRecord,
  { tag, cause }: ReversalRecord,
  { at, email: letter }: ReversalResult,
): void {
  const { attempt } = checkout
  const isOwn = attempt.state === 'REVERSING' && attempt.transactionTag === tag
  if (letter && (isOwn || cause === 'secondCharge')) {
    records.letters.push({ checkoutId: checkout.id, kind: letter.kind, at })
  }
  if (!isOwn) return
  moveAttempt(records, checkout, 'REVERSING', 'REVERSED')
  attempt.epoch++
  checkout.decidedAt = at
  cancelPostings(records, checkout, at)
}

function insertRefund(
  records: ModelRecords,
  checkout: CheckoutRecord,
  refused: ReversalRecord,
  { reference, at }: { reference: string; at: Instant },
): void {
  const id = records.nextId++
  const fresh = { sentAt: null, nextTryAt: at, leaseUntil: null, tries: 0, misses: 0, epoch: 0 }
  records.reversals.set(id, { ...refused, ...fresh, id, reference, kind: 'refund', state: 'REQUESTED' })
  appendEvent(records, checkout, { subject: 'reversal', subjectId: id, from: null, to: 'REQUESTED' })
}
