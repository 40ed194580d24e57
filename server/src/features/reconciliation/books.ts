import type { Instant } from '@portal/contract/dates'
import type { DiscrepancyKind } from '@portal/contract/discrepancies'
import type { AccountNumber, ReceiptNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import type { BookedPayment } from '../../adapters/billing-system/port.ts'
import type { FoundTransaction } from '../../adapters/payment-gateway/port.ts'
import type { AttemptState, PostingState, ReversalState } from '../../database/tables/payments.ts'

/** Of one day, each sorted by its key, character by character. */
export interface DayBooks {
  /** By reference. */
  transactions: AsyncIterable<FoundTransaction>
  requests: AsyncIterable<RecordedRequest>
  /** By receipt: reported to the billing system, or to be. */
  postings: AsyncIterable<RecordedPosting>
  /** By receipt. */
  payments: AsyncIterable<BookedPayment>
}

/** Each has its own reference. */
export type RecordedRequest = RecordedCharge | RecordedReversal

export interface RecordedCharge {
  kind: 'charge'
  reference: string
  state: AttemptState
  /** With the fee. */
  amount: Cents
  fee: Cents
  sentAt: Instant
  /** Sent, decided, or to be reversed. */
  since: Instant
  /** However far the postings have got. */
  postedAmount: Cents
  /** Null when the gateway gave none. */
  tag: string | null
  authorization: string | null
  /** Of charges for this reference that we had reversed. */
  returnedTags: readonly string[]
}

/** Void or refund. */
export interface RecordedReversal {
  kind: 'reversal'
  reference: string
  state: ReversalState
  amount: Cents
  sentAt: Instant
  /** Never sent: people recorded it as an external refund. */
  isByHand?: boolean
  /** The references of the same void or refund under which it was sent before. */
  earlier?: readonly { reference: string; sentAt: Instant }[]
}

/** Of one account, reported or to be. */
export interface RecordedPosting {
  receipt: ReceiptNumber
  /** Of the charge it belongs to. */
  reference: string
  accountId: AccountNumber
  amount: Cents
  state: PostingState
  chargeState: AttemptState
  chargedAt: Instant
}

export interface GatewayMatch {
  reference: string
  transactions: readonly FoundTransaction[]
  request: RecordedRequest | null
}

export interface BillingMatch {
  receipt: ReceiptNumber
  /** The account is null when only the receipt number found the payment. */
  payments: readonly { amount: Cents; accountId: AccountNumber | null }[]
  posting: RecordedPosting | null
}

/** `patience`, in milliseconds: what is under way for longer is a discrepancy. */
export interface Moment {
  now: Instant
  patience: number
}

/** Kind and subject identify it permanently. */
export interface Discrepancy {
  kind: DiscrepancyKind
  /** The receipt, our reference, or the gateway's name when there is neither. */
  subject: string
  reference: string | null
  receipt: ReceiptNumber | null
  tag: string | null
  /** Null when the book has none. */
  gateway: Cents | null
  portal: Cents | null
  billing: Cents | null
  /** What the kind does not say. */
  detail: string
}
