import type { Instant } from '@portal/contract/dates'
import type { DiscrepancyKind } from '@portal/contract/discrepancies'
import type { AccountNumber, ReceiptNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import type { BookedPayment } from '../../adapters/billing-system/port.ts'
import type { FoundTransaction } from '../../adapters/card-gateway/port.ts'
import type { AttemptState, PostingState, ReversalState } from '../../database/tables/payments.ts'

/** The books of one day, each sorted by its key, character by character. */
export interface DayBooks {
  /** The gateway's list, by reference. */
  transactions: AsyncIterable<FoundTransaction>
  /** Our requests to the gateway, by reference. */
  requests: AsyncIterable<RecordedRequest>
  /** What we have reported or must report to the billing system, by receipt. */
  postings: AsyncIterable<RecordedPosting>
  /** The payments in the billing system, by receipt. */
  payments: AsyncIterable<BookedPayment>
}

/** One request to the gateway as we recorded it. Each has its own reference. */
export type RecordedRequest = RecordedCharge | RecordedReversal

/** A purchase. */
export interface RecordedCharge {
  kind: 'charge'
  reference: string
  state: AttemptState
  amount: Cents
  sentAt: Instant
  /** Since when it has been in its state, as far as that matters: sent, decided, or to be reversed. */
  since: Instant
  /** The sum of its postings, however far they have got. */
  postedAmount: Cents
  /** The gateway's numbers of the charge, as we recorded them; null when there are none. */
  tag: string | null
  authorization: string | null
  /** Tags of charges for this reference that we had reversed. */
  returnedTags: readonly string[]
}

/** A void or refund. */
export interface RecordedReversal {
  kind: 'reversal'
  reference: string
  state: ReversalState
  amount: Cents
  sentAt: Instant
  /** Whether it was never sent, because people recorded it as an external refund. */
  isByHand?: boolean
}

/** One account's payment, as it was or will be reported to the billing system. */
export interface RecordedPosting {
  receipt: ReceiptNumber
  /** The reference of the charge it belongs to. */
  reference: string
  accountId: AccountNumber
  amount: Cents
  state: PostingState
  chargeState: AttemptState
  chargedAt: Instant
}

/** Everything that all books say about one reference. */
export interface GatewayMatch {
  reference: string
  transactions: readonly FoundTransaction[]
  request: RecordedRequest | null
}

/** Everything that all books say about one receipt. */
export interface BillingMatch {
  receipt: ReceiptNumber
  /** The account is not known when the payment was found by its receipt number alone. */
  payments: readonly { amount: Cents; accountId: AccountNumber | null }[]
  posting: RecordedPosting | null
}

/**
 * When the books are compared, and how long (in milliseconds) something may be under way before it counts as a
 * discrepancy.
 */
export interface Moment {
  now: Instant
  patience: number
}

/** One difference between the books. Kind and subject identify it permanently. */
export interface Discrepancy {
  kind: DiscrepancyKind
  /** The receipt, our reference, or the gateway's tag when there is neither. */
  subject: string
  reference: string | null
  receipt: ReceiptNumber | null
  tag: string | null
  /** The amount in each book; null when the book has none. */
  gateway: Cents | null
  portal: Cents | null
  billing: Cents | null
  /** One sentence with what the kind does not say. */
  detail: string
}
