import type { Db } from '../../database/connect.ts'
import { decideAttempt } from './charge/decide-attempt.ts'
import { beginPayment } from './checkout/begin-payment.ts'
import { findByKey, readById, readByPublicId } from './checkout/read-checkouts.ts'
import { nextTurn, takeTurn } from './checkout/turns.ts'
import { countUndecided, leaseLooks, newestKnown, recordLook } from './look-up/look-queries.ts'
import { leaseCancellations, recordCancellation } from './posting/cancellation-queries.ts'
import type { CancellationStore } from './posting/cancellation-store.ts'
import { leasePostings, recordPosting } from './posting/posting-queries.ts'
import { leaseReversals, recordReversal } from './reversals/reversal-queries.ts'
import type { ReversalStore } from './reversals/reversal-store.ts'
import type { PaymentStore } from './store.ts'

/** The engine's records in PostgreSQL (migration 0004). */
export function postgresStore(db: Db): PaymentStore {
  return {
    begin: (intent) => beginPayment(db, intent),
    decide: (decision) => decideAttempt(db, decision),
    read: (publicId) => readByPublicId(db, publicId),
    readById: (id) => readById(db, id),
    nextTurn: (sessionId, key) => nextTurn(db, sessionId, key),
    takeTurn: (turn, at) => takeTurn(db, turn, at),
    findByKey: (sessionId, key) => findByKey(db, sessionId, key),
    leaseLooks: (now, until, most) => leaseLooks(db, now, until, most),
    recordLook: (look) => recordLook(db, look),
    newestKnown: (sought) => newestKnown(db, sought),
    countUndecided: () => countUndecided(db),
    leasePostings: (now, until, most) => leasePostings(db, now, until, most),
    recordPosting: (result) => recordPosting(db, result),
  }
}

/** The engine's records of voids and refunds in PostgreSQL (migration 0007). */
export function postgresReversals(db: Db): ReversalStore {
  return {
    leaseReversals: (now, until, most) => leaseReversals(db, now, until, most),
    recordReversal: (result) => recordReversal(db, result),
  }
}

/** The engine's records of payments to be cancelled in the billing system, in PostgreSQL (migration 0013). */
export function postgresCancellations(db: Db): CancellationStore {
  return {
    leaseCancellations: (now, until, most) => leaseCancellations(db, now, until, most),
    recordCancellation: (result) => recordCancellation(db, result),
  }
}
