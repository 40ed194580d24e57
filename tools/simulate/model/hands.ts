import type { HandStore } from '@portal/server/features/payments/by-hand/hand-store.ts'
import type { ManualAction, ExternalRefundResult } from '@portal/server/payments/checkout.ts'
import type { ExternalRefund } from '@portal/server/payments/manual/record-external-refund.ts'
import { recordReversal } from './give-back.ts'
import {
  type CheckoutRecord,
  type ModelRecords,
  type PostingRecord,
  type ReversalRecord,
  appendEvent,
} from './records.ts'
import { requestRefund } from './refunds.ts'
import { requestReversal } from './transactions.ts'

/** The moves of people in memory: the same rules as `hand-queries.ts`. */
export function modelHands(records: ModelRecords): HandStore {
  const checkoutOf = ({ checkoutId }: ManualAction): CheckoutRecord => {
    const checkout = records.checkouts.get(checkoutId)
    if (!checkout) throw new Error('No such checkout')
    return checkout
  }
  return {
    lookAgain: async (move) => lookAgain(records, checkoutOf(move), move),
    retryBilling: async (move) => retryBilling(records, checkoutOf(move), move),
    sendAgain: async (move, newReference) => sendAgain(records, checkoutOf(move), move, newReference),
    giveBack: async (move, reference) => requestRefund(records, checkoutOf(move), move, reference),
    recordGivenBack: async (move, givenBack) => recordGivenBack(records, checkoutOf(move), move, givenBack),
  }
}

function lookAgain(records: ModelRecords, { id, attempt }: CheckoutRecord, { at }: ManualAction): boolean {
  const isUnclear = attempt.state === 'UNKNOWN' || attempt.state === 'ESCALATED'
  if (isUnclear) attempt.nextLookAt = at
  const open = [...records.reversals.values()].filter(
    ({ checkoutId, state }) => checkoutId === id && state !== 'DONE' && state !== 'REFUSED',
  )
  for (const reversal of open) reversal.nextTryAt = at
  return isUnclear || open.length > 0
}

/**
 * The next state of a posting when a person has it reported to the billing system again, by the state of its charge.
 */
const retried: Readonly<Record<string, Partial<Record<PostingRecord['state'], PostingRecord['state']>>>> = {
  CHARGED: { PENDING: 'PENDING', REJECTED: 'PENDING' },
  REVERSED: { CANCEL_DUE: 'CANCEL_DUE', CANCEL_REJECTED: 'CANCEL_DUE' },
}

function retryBilling(records: ModelRecords, checkout: CheckoutRecord, { at }: ManualAction): boolean {
  let isMade = false
  for (const posting of records.postings.values()) {
    if (posting.checkoutId !== checkout.id) continue
    const to = retried[checkout.attempt.state]?.[posting.state]
    if (!to) continue
    appendEvent(records, checkout, { subject: 'posting', subjectId: posting.itemId, from: posting.state, to })
    Object.assign(posting, { state: to, nextTryAt: at, leaseUntil: null, epoch: posting.epoch + 1 })
    isMade = true
  }
  return isMade
}

function sendAgain(
  records: ModelRecords,
  checkout: CheckoutRecord,
  { by, reason, at }: ManualAction,
  newReference: () => string,
): boolean {
  const refused = refusedOf(records, checkout).filter(({ cause }) => cause !== 'refund')
  for (const { tag, authorization, amount, cause } of refused) {
    const giveBack = { tag, authorization, amount, cause, reference: newReference(), reason, requestedBy: by }
    requestReversal(records, checkout, giveBack, at)
  }
  return refused.length > 0
}

/** The same rules as `record-given-back.ts`. */
function recordGivenBack(
  records: ModelRecords,
  checkout: CheckoutRecord,
  move: ManualAction,
  { reversalId, reference, letter }: ExternalRefund,
): ExternalRefundResult {
  const refused = refusedOf(records, checkout).find(({ id }) => id === reversalId)
  if (!refused) return 'notNow'
  const { tag, authorization, amount, cause } = refused
  const { by: requestedBy, reason, at } = move
  if (cause === 'refund') {
    const asked = requestRefund(records, checkout, move, reference)
    if (asked !== 'requested') return asked === 'stillPosting' ? asked : 'notNow'
  } else {
    requestReversal(records, checkout, { tag, authorization, amount, cause, reference, reason, requestedBy }, at)
  }
  const made = [...records.reversals.values()].find((reversal) => reversal.reference === reference)
  if (!made) throw new Error('Nothing was asked for')
  const [done, next] = [{ to: 'DONE', isMiss: false } as const, { nextTryAt: null, newReference: null }]
  const result = { ...done, ...next, id: made.id, checkoutId: checkout.id, epoch: made.epoch, at, letter }
  recordReversal(records, { ...result, refundReference: null, detail: {} })
  return 'recorded'
}

/** Voids and refunds that were refused and not followed by another one, so that they need a person. */
export function refusedOf(records: ModelRecords, { id }: CheckoutRecord): ReversalRecord[] {
  const last = new Map<string, ReversalRecord>()
  for (const reversal of records.reversals.values()) if (reversal.checkoutId === id) last.set(reversal.tag, reversal)
  return [...last.values()].filter(({ state }) => state === 'REFUSED')
}
