import type { CardBrand, SourceCode } from '@portal/contract/card'
import type { Instant } from '@portal/contract/dates'
import type { AccountNumber, CheckoutPublicId, ReceiptNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import type { PaymentMode } from '@portal/contract/payments'
import type { GatewayReply } from '../../adapters/card-gateway/port.ts'
import type { AttemptState, CheckoutState, EventDetail, PostingState } from '../../database/tables/payments.ts'
import type { CheckedAnswer } from '../../foundation/human-check/human-check.ts'
import type { NewLetter } from '../../foundation/mail/outbox.ts'
import type { Clerk } from './checkout/checkout-asker.ts'
import type { GiveBack } from './reversals/reversal-store.ts'

/** The transaction that should prove that the gateway's search works. */
export interface KnownSought {
  /** The attempt that is looked for, which cannot be its own canary; null for a void or refund. */
  except: number | null
  /**
   * When the attempt looked for was sent. Finding a transaction that was sent later proves that the search has got that
   * far.
   */
  after: Instant
  /** A transaction that was sent later than this may not be listed yet, however well the search works. */
  listedBy: Instant
}

/** An attempt that the gateway has in its books. */
export interface Known {
  reference: string
  sentAt: Instant
}

/**
 * Thrown for a transaction tag that another payment has. One of the two is wrong, and receipts and refunds depend on
 * it.
 */
export class TagOfAnother extends Error {
  override readonly name = 'TagOfAnother'
}

/**
 * Thrown when the database went away before it answered a commit: nobody knows then whether the transaction is recorded
 * until the database can be asked again.
 */
export class CommitUnanswered extends Error {
  override readonly name = 'CommitUnanswered'
}

/** The alarm about such a tag. */
export const tagOfAnotherAlarm = 'The gateway gives a transaction the number of another payment'

/**
 * The requests for one payment that are under way together: until one of them has begun, or one was refused, which the
 * others then are, too.
 */
export interface Turn {
  sessionId: number
  idempotencyKey: string
  /** Counted from 0. */
  nth: number
}

/** Everything that is known of a payment before the card is charged. */
export interface Intent {
  sessionId: number
  /** The username for which it is recorded (`paidByOf`); null for a guest. */
  paidBy: string | null
  idempotencyKey: string
  contentHash: string
  publicId: CheckoutPublicId
  mode: PaymentMode
  sourceCode: SourceCode
  amount: Cents
  confirmationEmail: string | null
  items: IntendedItem[]
  reference: string
  brand: CardBrand
  lastFour: string
  cardHolder: string
  humanCheck: CheckedAnswer
  /** Of the request's turns, that in which it is under way (`Turn`). */
  turn: number
  /** The clerk who takes it for somebody on the phone, written into the audit log with the intent. */
  clerk?: Clerk | null
  /** The draft from which this payment was put together. Without one, a checkout is made. */
  draft?: { id: number }
  at: Instant
  /** When the attempt counts as stale if nobody has decided it by then. */
  staleAt: Instant
}

/** One account of a payment that is about to be made. */
export interface IntendedItem {
  accountId: AccountNumber
  amount: Cents
  serviceLocation: string
  /**
   * The account's newest payment that its payer may know of (`newestPaid` of PortalPayments); 0 for none. Nothing begins
   * when there is a newer one.
   */
  newestPaid: number
}

/** The result of recording an intent. */
export type Begun =
  | { outcome: 'begun'; checkout: StoredCheckout }
  /** The key was used before in this session. */
  | { outcome: 'existing'; checkout: StoredCheckout }
  | { outcome: 'humanCheckSpent' }
  | { outcome: 'accountHeld' }
  /** An equal request was refused in this turn. */
  | { outcome: 'turnTaken' }
  /** An account was paid since its payer last saw what is owed. */
  | { outcome: 'paidMeanwhile' }
  /** The draft has changed since it was read. */
  | { outcome: 'draftChanged' }

/** A payment as recorded: the checkout, its accounts, and the one attempt to charge for them. */
export interface StoredCheckout {
  id: number
  publicId: CheckoutPublicId
  sessionId: number
  contentHash: string
  mode: PaymentMode
  sourceCode: SourceCode
  amount: Cents
  confirmationEmail: string | null
  /** Whether the payer may still choose where the confirmation goes. */
  awaitsAddress: boolean
  state: CheckoutState
  createdAt: Instant
  decidedAt: Instant | null
  items: StoredItem[]
  attempt: StoredAttempt
}

/** One account of a payment. */
export interface StoredItem {
  id: number
  accountId: AccountNumber
  ordinal: number
  amount: Cents
  serviceLocation: string
  receiptNumber: ReceiptNumber | null
  postingState: PostingState | null
}

/** The attempt to charge a card, with the gateway's answer. */
export interface StoredAttempt {
  id: number
  reference: string
  brand: CardBrand
  lastFour: string
  cardHolder: string
  state: AttemptState
  sentAt: Instant
  looks: number
  misses: number
  /** When a look-up first found it listed by the gateway. */
  listedAt: Instant | null
  epoch: number
  transactionTag: string | null
  authorizationNumber: string | null
  sequenceNumber: string | null
  exactMessage: string | null
  bankMessage: string | null
  /** The gateway's printed record of the transaction. */
  gatewayRecord: string | null
}

/** The outcome of an attempt, with everything that commits together with it. */
export interface Decision {
  checkoutId: number
  attemptId: number
  /**
   * The epoch of the lease of a worker that works under one: the decision counts only while that lease is the newest.
   */
  epoch: number | null
  /**
   * The decision counts only while the attempt is in one of these states, because not every legal move may be made by
   * everybody.
   */
  from: readonly AttemptState[]
  to: AttemptState
  at: Instant
  reply: GatewayReply | null
  /** For CHARGED: one receipt per item. Postings and ledger entries follow from it. */
  receipts: { itemId: number; receiptNumber: ReceiptNumber; amount: Cents }[]
  /**
   * For UNKNOWN and ESCALATED, and for NOT_CHARGED when only the gateway's silence proves it: when to look there next.
   */
  nextLookAt: Instant | null
  /** Charges to be given back: the checkout's own for REVERSING, or a second one for its reference. */
  giveBack: GiveBack[]
  detail: EventDetail
  letter: NewLetter | null
}

/** A look-up at the gateway that decided nothing. */
export interface InconclusiveLook {
  checkoutId: number
  attemptId: number
  epoch: number
  at: Instant
  isMiss: boolean
  /** Whether the gateway lists it. */
  isListed: boolean
  /** Null when an attempt that was settled as unpaid needs no more look-ups. */
  nextLookAt: Instant | null
  detail: EventDetail
}
