import type { Instant } from '@portal/contract/dates'
import type { ReceiptNumber } from '@portal/contract/ids'
import type { EventDetail, PostingState } from '../../../database/tables/payments.ts'

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
