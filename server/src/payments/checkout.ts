import type { CardBrand, SourceCode } from '@portal/contract/card'
import type { Instant } from '@portal/contract/dates'
import type { AccountNumber, CheckoutPublicId, ReceiptNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import type { PaymentMode } from '@portal/contract/payments'
import type { GatewayName, GatewayReply, ReversalKind } from '../adapters/card-gateway/port.ts'
import type {
  AttemptState,
  CheckoutState,
  DraftState,
  EventDetail,
  PostingState,
  ReversalCause,
} from '../database/tables/payments.ts'
import type { Actor, AuditOrigin } from '../foundation/audit.ts'
import type { CheckedAnswer } from '../foundation/human-check.ts'
import type { NewEmail } from '../foundation/messages/outbox.ts'

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
  /** Where the card will be charged. */
  gateway: GatewayName
  reference: string
  brand: CardBrand
  lastFour: string
  cardHolder: string
  humanCheck: CheckedAnswer
  /** Of the request's turns, that in which it is under way (`Turn`). */
  turn: number
  /** The clerk who takes it for a caller, written into the audit log with the intent. */
  clerk?: Clerk | null
  /** The draft from which this payment was put together. Without one, a checkout is made. */
  draft?: { id: number }
  at: Instant
  /** When the attempt counts as stale if it has no outcome by then. */
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

/** A checkout that has no attempt yet, or never got one: a client puts it together call by call. */
export interface StoredDraft {
  id: number
  publicId: CheckoutPublicId
  idempotencyKey: string
  amount: Cents
  state: DraftState
  /** When it was begun, or begun anew. */
  begunAt: Instant
  items: StoredItem[]
  attempt: null
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
  /** Where it was charged: the name of a gateway, which this version may not know. */
  gateway: string
  reference: string
  brand: CardBrand
  lastFour: string
  cardHolder: string
  state: AttemptState
  sentAt: Instant
  inquiries: number
  misses: number
  /** When an inquiry first found it listed by the gateway. */
  listedAt: Instant | null
  epoch: number
  transactionTag: string | null
  authorizationNumber: string | null
  sequenceNumber: string | null
  /** How the gateway itself judged the charge, in words for staff. */
  message: string | null
  bankCode: string | null
  bankMessage: string | null
  /** The gateway's printed record of the transaction. */
  gatewayRecord: string | null
}

/** The outcome of an attempt, with everything that commits together with it. */
export interface Outcome {
  checkoutId: number
  attemptId: number
  /**
   * The epoch of the lease of a worker that works under one: the outcome counts only while that lease is the newest.
   */
  epoch: number | null
  /**
   * The outcome counts only while the attempt is in one of these states, because not every caller may make every legal
   * move.
   */
  from: readonly AttemptState[]
  to: AttemptState
  at: Instant
  reply: GatewayReply | null
  /** For CHARGED: one receipt per item. Postings and ledger entries follow from it. */
  receipts: { itemId: number; receiptNumber: ReceiptNumber; amount: Cents }[]
  /**
   * For UNKNOWN and ESCALATED, and for NOT_CHARGED when only the gateway's silence proves it: when the next inquiry is
   * due.
   */
  nextInquiryAt: Instant | null
  /** Charges to be reversed: the checkout's own for REVERSING, or a second one for its reference. */
  reversals: NewReversal[]
  detail: EventDetail
  email: NewEmail | null
}

/** How a new void or refund begins. */
export interface ReversalStart {
  /** The first kind that the gateway offers. */
  kind: ReversalKind
  /** Our unique reference for it. */
  reference: string
}

/** A charge to be reversed, recorded together with the outcome of an attempt. */
export interface NewReversal extends ReversalStart {
  /** The gateway's tag of the charge. */
  tag: string
  authorization: string
  amount: Cents
  cause: ReversalCause
  reason: string
  requestedBy: string
}

/** What a person has the engine do about a payment that it cannot finish by itself (docs/payments.md). */
export interface ManualAction {
  checkoutId: number
  /** Who does it, by username, and why; kept with the payment forever. */
  by: string
  reason: string
  at: Instant
}

/** What a person has found out about a charge for which the gateway's search gave no clear answer for a day. */
export type ManualFinding =
  /** The gateway has the charge, under this tag and authorization. With them it can be reversed later. */
  { outcome: 'charged'; tag: string; authorization: string } | { outcome: 'notCharged' }

/**
 * What the gateway's own list says about a finding. `contradicts`: the payment must not be resolved so. `unclear`: it
 * gave no answer, or its answer proves nothing; then it takes a second person.
 */
export interface FindingCheck {
  verdict: 'agrees' | 'contradicts' | 'unclear'
  /** What the gateway lists, or why it could not say, in words. */
  said: string
}

/**
 * Whether an external refund is now recorded. `notNow`: nothing about the payment waits for that any more.
 * `stillPosting`: the billing system has not answered yet whether it takes the payment.
 */
export type ExternalRefundResult = 'recorded' | 'notNow' | 'stillPosting'

/** An administrator who takes a payment for a caller, as the audit log is to name them. */
export interface Clerk {
  actor: Actor
  origin: AuditOrigin
}
