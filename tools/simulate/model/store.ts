import { type Instant, epochOf } from '@portal/contract/dates'
import type { PostingState } from '@portal/server/database/tables/payments.ts'
import type { PaymentStore } from '@portal/server/features/payments/store.ts'
import { longestDraft } from '@portal/server/features/stepwise-payments/drafts.ts'
import type { Backend } from '../backend.ts'
import { modelDrafts } from './drafts.ts'
import { modelReversals } from './give-back.ts'
import { modelHands } from './hands.ts'
import { leaseLooks, newestKnown, recordLook } from './looks.ts'
import { type ModelRecords, emptyRecords, keyOf, newestPaidOf, readRecord, turnKey } from './records.ts'
import { modelCancellations } from './refunds.ts'
import { tellSummaries } from './summaries.ts'
import { begin, decide, leasePostings, recordPosting } from './transactions.ts'

/** A model of the database in memory, with the same rules but thousands of times faster. */
export function modelBackend(): Backend {
  const records = emptyRecords()
  return {
    store: modelStore(records),
    reversals: modelReversals(records),
    cancellations: modelCancellations(records),
    drafts: modelDrafts(records),
    hands: modelHands(records),
    askForLooks: async (references, now) => askForLooks(records, references, now),
    tellSummaries: async (now, isKilled) => (isKilled ? undefined : tellSummaries(records, now)),
    newestPaid: async (accounts) => new Map(accounts.map((account) => [account, newestPaidOf(records, account)])),
    live: records,
    snapshot: async () => records,
    nextDue: async () => nextDue(records),
  }
}

function askForLooks(records: ModelRecords, references: readonly string[], now: Instant): void {
  for (const { attempt, intent } of records.checkouts.values()) {
    const isUnpaid = attempt.state === 'NOT_CHARGED' || attempt.state === 'DECLINED'
    if (isUnpaid && references.includes(intent.reference)) attempt.nextLookAt = now
  }
}

function modelStore(records: ModelRecords): PaymentStore {
  return {
    begin: async (intent) => begin(records, intent),
    decide: async (decision) => decide(records, decision),
    async read(publicId) {
      const checkout = records.byPublicId.get(publicId)
      return checkout ? readRecord(records, checkout) : null
    },
    async readById(id) {
      const checkout = records.checkouts.get(id)
      return checkout ? readRecord(records, checkout) : null
    },
    async nextTurn(sessionId, idempotencyKey) {
      let nth = 0
      while (records.turns.has(turnKey({ sessionId, idempotencyKey, nth }))) nth++
      return { sessionId, idempotencyKey, nth }
    },
    async takeTurn(turn) {
      records.turns.add(turnKey(turn))
    },
    async findByKey(sessionId, key) {
      const checkout = records.byKey.get(keyOf(sessionId, key))
      return checkout ? readRecord(records, checkout) : null
    },
    leaseLooks: async (now, until, most) => leaseLooks(records, now, until, most),
    recordLook: async (look) => recordLook(records, look),
    newestKnown: async (sought) => newestKnown(records, sought),
    countUndecided: async () => records.holds.size,
    leasePostings: async (now, until, most) => leasePostings(records, now, until, most),
    recordPosting: async (result) => recordPosting(records, result),
  }
}

function nextDue(records: ModelRecords): number {
  let soonest = Infinity
  for (const { attempt } of records.checkouts.values()) {
    if (attempt.nextLookAt !== null) soonest = Math.min(soonest, dueAt(attempt.nextLookAt, attempt.leaseUntil))
  }
  for (const posting of records.postings.values()) {
    if (isOpen(posting.state)) {
      soonest = Math.min(soonest, dueAt(posting.nextTryAt, posting.leaseUntil))
    }
  }
  for (const { state, nextTryAt, leaseUntil } of records.reversals.values()) {
    if (state !== 'DONE' && state !== 'REFUSED') soonest = Math.min(soonest, dueAt(nextTryAt, leaseUntil))
  }
  for (const { draft, state } of records.drafts.values()) {
    if (state === 'DRAFT') soonest = Math.min(soonest, epochOf(draft.at) + longestDraft)
  }
  return soonest
}

function isOpen(state: PostingState): boolean {
  return state === 'PENDING' || state === 'POSTING' || state === 'CANCEL_DUE' || state === 'CANCELLING'
}

type MaybeInstant = Parameters<typeof epochOf>[0] | null

function dueAt(at: MaybeInstant, leaseUntil: MaybeInstant): number {
  return Math.max(at === null ? Infinity : epochOf(at), leaseUntil === null ? 0 : epochOf(leaseUntil))
}
