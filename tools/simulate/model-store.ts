import type { PaymentStore } from '@portal/server/features/payments/store.ts'
import type { FaultDice } from './faults.ts'
import { type ModelRecords, keyOf, readRecord } from './model-records.ts'
import {
  begin,
  decide,
  leaseLooks,
  leasePostings,
  newestKnown,
  recordLook,
  recordPosting,
} from './model-transactions.ts'
import type { Scheduler, SimulatedProcess } from './scheduler.ts'

/** Longer than a lease. */
const stall = 90_000

/** The store of one simulated process: every method is one transaction of the world's database, and may fail. */
export function modelStore(
  records: ModelRecords,
  process: SimulatedProcess,
  scheduler: Scheduler,
  dice: FaultDice,
  onChange: () => void,
): PaymentStore {
  async function transaction<T>(work: () => T): Promise<T> {
    await scheduler.pause(process)
    if (dice.happens('databaseRefuses')) throw new Error('serialization failure')
    const result = work()
    await scheduler.pause(process)
    if (dice.happens('stall')) await scheduler.sleep(process, stall)
    if (dice.happens('databaseForgetsToAnswer')) throw new Error('connection lost after commit')
    return result
  }
  /** A transaction after which something may be due that was not before. */
  const change = <T>(work: () => T): Promise<T> =>
    transaction(() => {
      const result = work()
      onChange()
      return result
    })
  return {
    begin: (intent) => change(() => begin(records, intent)),
    decide: (decision) => change(() => decide(records, decision)),
    read: (publicId) =>
      transaction(() => {
        const checkout = records.byPublicId.get(publicId)
        return checkout ? readRecord(records, checkout) : null
      }),
    findByKey: (sessionId, key) =>
      transaction(() => {
        const checkout = records.byKey.get(keyOf(sessionId, key))
        return checkout ? readRecord(records, checkout) : null
      }),
    leaseLooks: (now, until, most) => transaction(() => leaseLooks(records, now, until, most)),
    recordLook: (look) => change(() => recordLook(records, look)),
    newestKnown: (except) => transaction(() => newestKnown(records, except)),
    countUndecided: () => transaction(() => records.holds.size),
    leasePostings: (now, until, most) => transaction(() => leasePostings(records, now, until, most)),
    recordPosting: (result) => change(() => recordPosting(records, result)),
  }
}
