import type { Instant } from '@portal/contract/dates'
import type { AttemptState } from '@portal/server/database/tables/payments.ts'
import type { Begun, Outcome, NewReversal, Intent } from '@portal/server/payments/checkout.ts'
import type { LeasedPosting, PostingResult } from '@portal/server/payments/records/postings.ts'
import {
  attemptStatesBefore,
  checkoutStateOf,
  isUndecided,
  postingStatesBefore,
} from '@portal/server/payments/states.ts'
import { openDraft } from './drafts.ts'
import {
  type CheckoutRecord,
  type DraftRecord,
  type ModelRecords,
  type PostingRecord,
  appendEvent,
  keyOf,
  newestPaidOf,
  readRecord,
  turnKey,
} from './records.ts'
import { enter, enterTakenBack } from './summaries.ts'

/** The same rules as `begin-payment.ts`, in memory. */
export function begin(records: ModelRecords, intent: Intent): Begun {
  const existing = records.byKey.get(keyOf(intent.sessionId, intent.idempotencyKey))
  if (existing) return { outcome: 'existing', checkout: readRecord(records, existing) }
  const turn = turnKey({ ...intent, nth: intent.turn })
  if (records.turns.has(turn)) return { outcome: 'turnTaken' }
  if (records.spentChecks.has(intent.humanCheck.id)) return { outcome: 'humanCheckSpent' }
  if (intent.items.some((item) => records.holds.has(item.accountId))) return { outcome: 'accountHeld' }
  if (intent.items.some((item) => newestPaidOf(records, item.accountId) > item.newestPaid)) {
    return { outcome: 'paidMeanwhile' }
  }
  const draft = intent.draft ? openDraft(records, intent.draft.id, intent) : null
  if (intent.draft && !draft) return { outcome: 'draftChanged' }
  const checkout = insertCheckout(records, intent, draft)
  records.turns.add(turn)
  records.spentChecks.add(intent.humanCheck.id)
  for (const item of checkout.items) records.holds.set(item.accountId, checkout.attempt.id)
  appendEvent(records, checkout, {
    subject: 'checkout',
    subjectId: checkout.id,
    from: draft ? 'DRAFT' : null,
    to: 'CHARGING',
  })
  appendEvent(records, checkout, { subject: 'attempt', subjectId: checkout.attempt.id, from: null, to: 'INTENT' })
  return { outcome: 'begun', checkout: readRecord(records, checkout) }
}

function insertCheckout(records: ModelRecords, intent: Intent, draft: DraftRecord | null): CheckoutRecord {
  const id = draft?.id ?? records.nextId++
  records.drafts.delete(id)
  const checkout: CheckoutRecord = {
    id,
    intent,
    state: 'CHARGING',
    decidedAt: null,
    attempt: {
      id: records.nextId++,
      state: 'INTENT',
      looks: 0,
      misses: 0,
      listedAt: null,
      nextLookAt: intent.staleAt,
      leaseUntil: null,
      epoch: 0,
      transactionTag: null,
      authorizationNumber: null,
    },
    items: intent.items.map(({ accountId, amount }, index) => ({
      id: records.nextId++,
      accountId,
      amount,
      ordinal: index + 1,
    })),
    events: draft?.events ?? [],
  }
  records.checkouts.set(id, checkout)
  records.byKey.set(keyOf(intent.sessionId, intent.idempotencyKey), checkout)
  records.byPublicId.set(intent.publicId, checkout)
  return checkout
}

/** The same rules as `decide-attempt.ts`, in memory. */
export function decide(records: ModelRecords, decision: Outcome): boolean {
  const checkout = records.checkouts.get(decision.checkoutId)
  if (!checkout) throw new Error('No such checkout')
  const { attempt } = checkout
  const before = attempt.state
  if (!attemptStatesBefore(decision.to).includes(before)) return false
  if (decision.epoch !== null && decision.epoch !== attempt.epoch) return false
  if (!decision.from.includes(before)) return false
  const undecided = isUndecided(decision.to)
  Object.assign(attempt, {
    state: decision.to,
    nextLookAt: decision.nextInquiryAt,
    leaseUntil: null,
    epoch: attempt.epoch + 1,
    transactionTag: decision.reply?.tag ?? attempt.transactionTag,
    authorizationNumber: decision.reply?.authorization ?? attempt.authorizationNumber,
    isSettledByHand: decision.to === 'CHARGED' && 'by' in decision.detail,
  })
  moveAttempt(records, checkout, before, decision.to)
  checkout.decidedAt = undecided ? null : decision.at
  if (decision.to === 'CHARGED') insertPostings(records, checkout, decision)
  if (decision.to === 'REVERSED') enterTakenBack(records, checkout, decision.at)
  for (const giveBack of decision.reversals) requestReversal(records, checkout, giveBack, decision.at)
  if (!undecided) freeAccounts(records, attempt.id)
  if (decision.email) {
    records.letters.push({ checkoutId: checkout.id, kind: decision.email.kind, at: decision.at })
  }
  return true
}

/** Records the move of an attempt and the move of its checkout that follows from it. */
export function moveAttempt(
  records: ModelRecords,
  checkout: CheckoutRecord,
  before: AttemptState,
  to: AttemptState,
): void {
  const state = checkoutStateOf[to]
  appendEvent(records, checkout, { subject: 'attempt', subjectId: checkout.attempt.id, from: before, to })
  appendEvent(records, checkout, { subject: 'checkout', subjectId: checkout.id, from: checkout.state, to: state })
  checkout.attempt.state = to
  checkout.state = state
}

function insertPostings(records: ModelRecords, checkout: CheckoutRecord, { receipts, at }: Outcome): void {
  for (const { itemId, receiptNumber, amount } of receipts) {
    const item = checkout.items.find(({ id }) => id === itemId)
    if (!item || item.amount !== amount) throw new Error('A posting needs the amount of its item')
    records.postings.set(itemId, {
      itemId,
      checkoutId: checkout.id,
      accountId: item.accountId,
      receiptNumber,
      amount,
      state: 'PENDING',
      nextTryAt: at,
      leaseUntil: null,
      epoch: 0,
      tries: 0,
    })
    appendEvent(records, checkout, { subject: 'posting', subjectId: itemId, from: null, to: 'PENDING' })
    records.ledger.push({ checkoutId: checkout.id, book: 'card', amount })
    records.ledger.push({ checkoutId: checkout.id, book: 'unposted', amount: -amount })
    enter(records, 'charged', amount, checkout.intent.at)
  }
}

/** The same rules as the trigger and the index of migration 0007. */
export function requestReversal(
  records: ModelRecords,
  checkout: CheckoutRecord,
  giveBack: NewReversal,
  at: Instant,
): void {
  const isLive = [...records.reversals.values()].some(({ tag, state }) => tag === giveBack.tag && state !== 'REFUSED')
  if (isLive || giveBack.amount > checkout.intent.amount) throw new Error('More would be given back than was charged')
  const id = records.nextId++
  const { tag, authorization, amount, reference, cause } = giveBack
  const isFirst = ![...records.reversals.values()].some((one) => one.checkoutId === checkout.id && one.tag === tag)
  if (cause !== 'refund' && isFirst) enter(records, 'strayCharged', amount, checkout.intent.at)
  const fresh = { sentAt: null, nextTryAt: at, leaseUntil: null, tries: 0, misses: 0, epoch: 0 }
  const [checkoutId, attemptId] = [checkout.id, checkout.attempt.id]
  records.reversals.set(id, {
    id,
    checkoutId,
    attemptId,
    tag,
    authorization,
    amount,
    reference,
    cause,
    kind: 'void',
    state: 'REQUESTED',
    ...fresh,
  })
  appendEvent(records, checkout, { subject: 'reversal', subjectId: id, from: null, to: 'REQUESTED' })
}

function freeAccounts(records: ModelRecords, attemptId: number): void {
  for (const [accountId, holder] of records.holds) if (holder === attemptId) records.holds.delete(accountId)
}

export function isDue(at: Instant | null, leaseUntil: Instant | null, now: Instant): boolean {
  return at !== null && at <= now && (leaseUntil === null || leaseUntil <= now)
}

export function leasePostings(records: ModelRecords, now: Instant, until: Instant, most: number): LeasedPosting[] {
  const due = [...records.postings.values()].filter(
    (posting) =>
      (posting.state === 'PENDING' || posting.state === 'POSTING') && isDue(posting.nextTryAt, posting.leaseUntil, now),
  )
  return due.slice(0, most).map((posting) => leaseOne(records, posting, until))
}

function leaseOne(records: ModelRecords, posting: PostingRecord, until: Instant): LeasedPosting {
  const checkout = records.checkouts.get(posting.checkoutId)
  if (!checkout) throw new Error('A posting without a checkout')
  records.edges.add(`posting: ${posting.state} → POSTING`)
  posting.state = 'POSTING'
  posting.tries++
  posting.epoch++
  posting.leaseUntil = until
  const { itemId, checkoutId, accountId, receiptNumber, amount, tries, epoch } = posting
  const leaseUntil = until
  const { sourceCode } = checkout.intent
  const authorizationNumber = checkout.attempt.authorizationNumber ?? ''
  const chargedAt = checkout.intent.at
  return {
    itemId,
    checkoutId,
    accountId,
    receiptNumber,
    amount,
    tries,
    epoch,
    sourceCode,
    authorizationNumber,
    chargedAt,
    leaseUntil,
  }
}

/** The same rules as `posting-queries.ts`, in memory. */
export function recordPosting(records: ModelRecords, result: PostingResult): boolean {
  const posting = records.postings.get(result.itemId)
  const checkout = records.checkouts.get(result.checkoutId)
  if (!posting || !checkout) throw new Error('No such posting')
  if (posting.epoch !== result.epoch || !postingStatesBefore(result.to).includes(posting.state)) return false
  appendEvent(records, checkout, { subject: 'posting', subjectId: posting.itemId, from: posting.state, to: result.to })
  posting.state = result.to
  posting.leaseUntil = null
  if (result.nextTryAt) posting.nextTryAt = result.nextTryAt
  if (result.to === 'POSTED') {
    records.ledger.push({ checkoutId: checkout.id, book: 'unposted', amount: posting.amount })
    records.ledger.push({ checkoutId: checkout.id, book: 'posted', amount: -posting.amount })
    enter(records, 'posted', posting.amount, checkout.intent.at)
  }
  return true
}
