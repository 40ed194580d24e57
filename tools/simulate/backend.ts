import type { Instant } from '@portal/contract/dates'
import type { HandStore } from '@portal/server/features/payments/by-hand/hand-store.ts'
import type { CancellationStore } from '@portal/server/features/payments/posting/cancellation-store.ts'
import type { ReversalStore } from '@portal/server/features/payments/reversals/reversal-store.ts'
import type { DraftStore } from '@portal/server/features/payments/stepwise/stepwise-store.ts'
import type { PaymentStore } from '@portal/server/features/payments/store.ts'
import type { ModelRecords } from './model/records.ts'

/** Where a simulated world keeps its records: in memory, or in a real PostgreSQL. */
export interface Backend {
  store: PaymentStore
  reversals: ReversalStore
  cancellations: CancellationStore
  drafts: DraftStore
  /** The moves of people, each in a transaction of its own. */
  hands: HandStore
  /** What reconciliation does about charges that should not exist: it asks for another look at them. */
  askForLooks(references: readonly string[], now: Instant): Promise<void>
  /** The records at this moment, where they can be read without waiting. */
  live: ModelRecords | null
  /** The records, to check the promises at rest. */
  snapshot(): Promise<ModelRecords>
  /** When the next row of the engine is due, in milliseconds since 1970; infinite when none is. */
  nextDue(): Promise<number>
}
