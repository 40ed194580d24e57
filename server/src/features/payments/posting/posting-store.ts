import type { SourceCode } from '@portal/contract/card'
import type { Instant } from '@portal/contract/dates'
import type { AccountNumber, ReceiptNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import type { EventDetail, PostingState } from '../../../database/tables/payments.ts'

/** A payment that one worker should report to the billing system. */
export interface LeasedPosting {
  itemId: number
  checkoutId: number
  accountId: AccountNumber
  receiptNumber: ReceiptNumber
  amount: Cents
  sourceCode: SourceCode
  authorizationNumber: string
  /** When the charge was sent, however late its outcome became known. */
  chargedAt: Instant
  leaseUntil: Instant
  tries: number
  epoch: number
}

/** The billing system's answer to a payment. */
export interface PostingResult {
  itemId: number
  checkoutId: number
  epoch: number
  at: Instant
  to: Extract<PostingState, 'POSTED' | 'PENDING' | 'REJECTED'>
  billingReference: string | null
  /** For PENDING: when to try again. */
  nextTryAt: Instant | null
  detail: EventDetail
}
