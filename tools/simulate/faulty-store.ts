import { CommitUnanswered } from '@portal/server/database/commit.ts'
import type { HandStore } from '@portal/server/features/payments/by-hand/hand-store.ts'
import type { CancellationStore } from '@portal/server/features/payments/posting/cancellation-store.ts'
import type { ReversalStore } from '@portal/server/features/payments/reversals/reversal-store.ts'
import type { DraftStore } from '@portal/server/features/payments/stepwise/stepwise-store.ts'
import type { PaymentStore } from '@portal/server/features/payments/store.ts'
import type { FaultDice } from './faults.ts'
import type { Scheduler, SimulatedProcess } from './scheduler.ts'

/**
 * Three lengths of a standstill: just longer than a lease, so that the process wakes up in the middle of its
 * successor's work; much longer; and longer than it takes to prove that nothing was charged.
 */
const stalls = [61_000, 66_000, 72_000, 80_000, 90_000, 3 * 3_600_000] as const

interface Place {
  process: SimulatedProcess
  scheduler: Scheduler
  dice: FaultDice
  /** Called after a transaction that may have made something due. */
  onChange: () => void
}

type Transaction = <T>(work: () => Promise<T>) => Promise<T>

/** How one process runs transactions: each takes its steps, and may fail before or after it commits. */
function faultyTransactions({ process, scheduler, dice, onChange }: Place): {
  transaction: Transaction
  change: Transaction
} {
  async function transaction<T>(work: () => Promise<T>): Promise<T> {
    await scheduler.pause(process)
    if (dice.happens('stall')) await scheduler.sleep(process, dice.pick(stalls))
    if (dice.happens('databaseRefuses')) throw new Error('serialization failure')
    const result = await scheduler.outside(work())
    await scheduler.pause(process)
    if (dice.happens('stall')) await scheduler.sleep(process, dice.pick(stalls))
    if (dice.happens('databaseForgetsToAnswer')) throw new CommitUnanswered('connection lost after commit')
    return result
  }
  const change = <T>(work: () => Promise<T>): Promise<T> =>
    transaction(async () => {
      const result = await work()
      onChange()
      return result
    })
  return { transaction, change }
}

/** The store that one process uses. */
export function faultyStore(inner: PaymentStore, place: Place): PaymentStore {
  const { transaction, change } = faultyTransactions(place)
  return {
    begin: (intent) => change(() => inner.begin(intent)),
    decide: (decision) => change(() => inner.decide(decision)),
    read: (publicId) => transaction(() => inner.read(publicId)),
    readById: (id) => transaction(() => inner.readById(id)),
    nextTurn: (sessionId, key) => transaction(() => inner.nextTurn(sessionId, key)),
    takeTurn: (turn, at) => transaction(() => inner.takeTurn(turn, at)),
    findByKey: (sessionId, key) => transaction(() => inner.findByKey(sessionId, key)),
    leaseLooks: (now, until, most) => transaction(() => inner.leaseLooks(now, until, most)),
    recordLook: (look) => change(() => inner.recordLook(look)),
    newestKnown: (sought) => transaction(() => inner.newestKnown(sought)),
    countUndecided: () => transaction(() => inner.countUndecided()),
    leasePostings: (now, until, most) => transaction(() => inner.leasePostings(now, until, most)),
    recordPosting: (result) => change(() => inner.recordPosting(result)),
  }
}

/** The drafts of the stepwise calls that one process uses. */
export function faultyDrafts(inner: DraftStore, place: Place): DraftStore {
  const { transaction, change } = faultyTransactions(place)
  return {
    saveDraft: (draft) => change(() => inner.saveDraft(draft)),
    saveItem: (item) => transaction(() => inner.saveItem(item)),
    readDraft: (publicId) => transaction(() => inner.readDraft(publicId)),
    openDrafts: (sessionId) => transaction(() => inner.openDrafts(sessionId)),
    expireDrafts: (before, now, most) => transaction(() => inner.expireDrafts(before, now, most)),
  }
}

/** The moves of people that one process makes. */
export function faultyHands(inner: HandStore, place: Place): HandStore {
  const { change } = faultyTransactions(place)
  return {
    lookAgain: (move) => change(() => inner.lookAgain(move)),
    retryBilling: (move) => change(() => inner.retryBilling(move)),
    sendAgain: (move, newReference) => change(() => inner.sendAgain(move, newReference)),
    giveBack: (move, reference) => change(() => inner.giveBack(move, reference)),
    recordGivenBack: (move, givenBack) => change(() => inner.recordGivenBack(move, givenBack)),
  }
}

/** The records of cancellations in the billing system that one process uses. */
export function faultyCancellations(inner: CancellationStore, place: Place): CancellationStore {
  const { transaction, change } = faultyTransactions(place)
  return {
    leaseCancellations: (now, until, most) => transaction(() => inner.leaseCancellations(now, until, most)),
    recordCancellation: (result) => change(() => inner.recordCancellation(result)),
  }
}

/** The records of voids and refunds that one process uses. */
export function faultyReversals(inner: ReversalStore, place: Place): ReversalStore {
  const { transaction, change } = faultyTransactions(place)
  return {
    leaseReversals: (now, until, most) => transaction(() => inner.leaseReversals(now, until, most)),
    recordReversal: (result) => change(() => inner.recordReversal(result)),
  }
}
