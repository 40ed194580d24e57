import type { Instant } from '@portal/contract/dates'
import type { ReceiptNumber } from '@portal/contract/ids'
import type { EventDetail, PostingState } from '../../../database/tables/payments.ts'

/**
 * What the engine needs of its records in order to cancel payments in the billing system. Every method is one
 * transaction.
 */
export interface CancellationStore {
  /** Leases payments whose charge was given back and that are still in the billing system. */
  leaseCancellations(now: Instant, until: Instant, most: number): Promise<LeasedCancellation[]>
  /**
   * Records the answer of the billing system.
   * @returns false when the lease was lost.
   * @throws CommitUnanswered when it is not known whether it is recorded.
   */
  recordCancellation(result: CancellationResult): Promise<boolean>
}

/** A payment that one worker should cancel in the billing system. */
export interface LeasedCancellation {
  itemId: number
  checkoutId: number
  receiptNumber: ReceiptNumber
  /** Why the charge was given back. */
  reason: string
  givenBackAt: Instant
  leaseUntil: Instant
  tries: number
  epoch: number
}

/** The billing system's answer to a cancellation. */
export interface CancellationResult {
  itemId: number
  checkoutId: number
  epoch: number
  at: Instant
  to: Extract<PostingState, 'CANCELLED' | 'CANCEL_DUE' | 'CANCEL_REJECTED'>
  /** For CANCEL_DUE: when to try again. */
  nextTryAt: Instant | null
  detail: EventDetail
}
