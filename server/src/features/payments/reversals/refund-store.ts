import type { Instant } from '@portal/contract/dates'
import type { CheckoutPublicId, ReceiptNumber } from '@portal/contract/ids'
import type { PostingState } from '../../../database/tables/payments.ts'
import type { EventDetail } from '../event-detail.ts'

/** What the engine asks of its records to give a payment back that stands. Every method is one transaction. */
export interface RefundStore {
  /** Asks for the whole charge of a paid checkout to be given back; nothing changes unless it answers `requested`. */
  requestRefund(refund: RefundRequest): Promise<RefundRequested>
  /** Leases payments whose charge was given back and that the billing system still holds. */
  leaseCancellations(now: Instant, until: Instant, most: number): Promise<LeasedCancellation[]>
  /** Records what the billing system said. @returns false when the lease was lost. */
  recordCancellation(result: CancellationResult): Promise<boolean>
}

export interface RefundRequest {
  publicId: CheckoutPublicId
  /** Ours for the void, unique. */
  reference: string
  /** Why, and who asks for it: kept with the request for ever. */
  reason: string
  requestedBy: string
  at: Instant
}

export type RefundRequested =
  | 'requested'
  /** There is no such checkout, or its charge does not stand. */
  | 'notPaid'
  /** It is being given back, or has been. */
  | 'alreadyGivenBack'
  /** The billing system has not said yet whether it takes the payment: ask again in a minute. */
  | 'stillPosting'

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
