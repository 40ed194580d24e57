import type { Instant } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
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
  /** The moves of people, each in its own transaction. */
  hands: HandStore
  /** Reconciliation's reaction to charges that should not exist: it asks for another look-up of them. */
  askForLooks(references: readonly string[], now: Instant): Promise<void>
  /** Makes the summaries of the days that are over, or dies after it has read the first. */
  tellSummaries(now: Instant, isKilled: boolean): Promise<void>
  /** What a payer who looks accounts up learns of their payments: the newest of each, 0 for none. */
  newestPaid(accounts: readonly AccountNumber[]): Promise<ReadonlyMap<AccountNumber, number>>
  /** The records at this moment, where they can be read without waiting. */
  live: ModelRecords | null
  /** The records, for checking the promises at rest. */
  snapshot(): Promise<ModelRecords>
  /** When the engine's next row is due, in milliseconds since 1970; infinity when none is. */
  nextDue(): Promise<number>
}
