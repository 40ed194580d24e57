import type { CardBrand, SourceCode } from '@portal/contract/card'
import type { Instant } from '@portal/contract/dates'
import type { AccountNumber, CheckoutPublicId, ReceiptNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import type { PaymentMode } from '@portal/contract/payments'
import type { SavedCardToCharge } from '../adapters/card-gateway/port-saved-cards.ts'
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
import type { NewEmail } from '../wording/customer-email.ts'

export interface Intent {
  sessionId: number
  /** A username (`paidByOf`); null for a guest. */
  paidBy: string | null
  idempotencyKey: string
  contentHash: string
  publicId: CheckoutPublicId
  mode: PaymentMode
  sourceCode: SourceCode
  amount: Cents
  confirmationEmail: string | null
  items: IntendedItem[]
  gateway: GatewayName
  reference: string
  brand: CardBrand
  lastFour: string
  cardHolder: string
  /** The saved card that is charged: nothing begins if it was removed or replaced meanwhile. */
  savedCard?: ChargedCard
  /** Who saves the typed card with the payment. */
  saveFor?: KeptFor & { savedBy: string }
  humanCheck: CheckedAnswer
  turn: number
  /** Written into the audit log with the intent. */
  clerk?: Clerk | null
  /** Without a draft, a checkout is made. */
  draft?: { id: number }
  at: Instant
  /** When the attempt counts as stale if it has no outcome by then. */
  staleAt: Instant
}

/** A card as a charge names it, and whether its row still has it. */
export type ChargedCard = SavedCardToCharge & { id: number }

/** Whose cards the gateway keeps as this customer's. */
export interface KeptFor {
  id: number
  customer: string
}

/** A charge that nobody is present for. It has no session, and its key is the planned charge that a worker leased. */
export interface PlannedIntent extends Omit<
  Intent,
  'sessionId' | 'idempotencyKey' | 'contentHash' | 'humanCheck' | 'turn' | 'clerk' | 'draft' | 'savedCard' | 'saveFor'
> {
  planned: {
    id: number
    epoch: number
    agreementId: number | null
    scheduleId: number | null
    savedCardId: number
    /** The gateway's name of the card that is about to be charged: the row may have a newer one by now. */
    method: string
  }
  /** How many planned charges may be sent in an hour. */
  mostPerHour: number
}

export interface IntendedItem {
  accountId: AccountNumber
  amount: Cents
  serviceLocation: string
  /** The newest that the payer may know (`newestPaid` of PortalPayments); nothing begins if there is a newer one. */
  newestPaid: number
}

export type Begun =
  | { outcome: 'begun'; checkout: StoredCheckout }
  /** The key was used before in this session. */
  | { outcome: 'existing'; checkout: StoredCheckout }
  | { outcome: 'humanCheckSpent' }
  | { outcome: 'accountHeld' }
  | { outcome: 'turnTaken' }
  /** An account was paid since its payer last saw what is owed. */
  | { outcome: 'paidMeanwhile' }
  | { outcome: 'draftChanged' }
  | { outcome: 'cardGone' }

/** Why a planned charge is not sent, and stays as it was. */
export type NotSentNow =
  | { outcome: 'accountHeld' }
  | { outcome: 'paidMeanwhile' }
  /** Ended, paused, leased by another worker, or its card removed. */
  | { outcome: 'planChanged' }
  /** Another charge of the agreement is open. */
  | { outcome: 'agreementBusy' }
  | { outcome: 'hourFull' }

/** Requests under way together for one payment: one of them begins, or a refusal of one refuses all. */
export interface Turn {
  sessionId: number
  idempotencyKey: string
  /** Counted from 0. */
  nth: number
}

export interface StoredCheckout {
  id: number
  publicId: CheckoutPublicId
  /** Null when it was made for a planned charge. */
  sessionId: number | null
  /** A username; null for a guest. */
  paidBy: string | null
  contentHash: string
  mode: PaymentMode
  sourceCode: SourceCode
  amount: Cents
  confirmationEmail: string | null
  /** Whether the payer may still choose where the confirmation goes. */
  awaitsAddress: boolean
  /** Of its payer's emails; null is the utility's own. */
  language: string | null
  state: CheckoutState
  createdAt: Instant
  decidedAt: Instant | null
  items: StoredItem[]
  attempt: StoredAttempt
}

/** A checkout without an attempt: a client puts it together call by call. */
export interface StoredDraft {
  id: number
  publicId: CheckoutPublicId
  idempotencyKey: string
  amount: Cents
  state: DraftState
  begunAt: Instant
  items: StoredItem[]
  attempt: null
}

export interface StoredItem {
  id: number
  accountId: AccountNumber
  ordinal: number
  amount: Cents
  serviceLocation: string
  receiptNumber: ReceiptNumber | null
  postingState: PostingState | null
}

export interface StoredAttempt {
  id: number
  /** The name of a gateway, which this version may not know. */
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
  /** Ours, where nobody can read out the tag. */
  shortNumber: string | null
  authorizationNumber: string | null
  sequenceNumber: string | null
  /** How the gateway itself judged the charge, in words for staff. */
  message: string | null
  bankCode: string | null
  bankMessage: string | null
  gatewayRecord: string | null
}

/** What the receipts of a charge are made of (R1), which the gateway calls by `tag`. */
export function receiptTagOf<Tag>({ shortNumber }: Pick<StoredAttempt, 'shortNumber'>, tag: Tag): string | Tag {
  return shortNumber ?? tag
}

/** What payers quote on the phone while there is no receipt. */
export function quotedNumberOf({ shortNumber, reference }: Pick<StoredAttempt, 'shortNumber' | 'reference'>): string {
  return shortNumber ?? reference
}

export interface Outcome {
  checkoutId: number
  attemptId: number
  /** Of the worker's lease: the outcome counts only while that lease is the newest. Null without a lease. */
  epoch: number | null
  /** It counts only in one of these states, because not every caller may make every legal move. */
  from: readonly AttemptState[]
  to: AttemptState
  at: Instant
  reply: GatewayReply | null
  /** For CHARGED: one receipt per item. Postings and ledger entries follow from it. */
  receipts: { itemId: number; receiptNumber: ReceiptNumber; amount: Cents }[]
  /** For UNKNOWN, ESCALATED, and a NOT_CHARGED that only the gateway's silence proves. */
  nextInquiryAt: Instant | null
  /** The checkout's own charge for REVERSING, or a second one for its reference. */
  reversals: NewReversal[]
  detail: EventDetail
  email: NewEmail | null
}

export interface ReversalStart {
  /** The first kind that the gateway offers. */
  kind: ReversalKind
  reference: string
}

export interface NewReversal extends ReversalStart {
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
  /** Username and reason are kept with the payment forever. */
  by: string
  reason: string
  at: Instant
}

/** A person's finding about a charge for which the gateway's search gave no clear answer for a day. */
export type ManualFinding =
  /** With the gateway's tag and authorization, the charge can be reversed later. */
  { outcome: 'charged'; tag: string; authorization: string } | { outcome: 'notCharged' }

/** `contradicts`: it must not be resolved so. `unclear`: the gateway proves nothing, so it takes a second person. */
export interface FindingCheck {
  verdict: 'agrees' | 'contradicts' | 'unclear'
  said: string
}

/** Of an event of the gateway. `notYet`: tried again later. */
export type EventResult = 'done' | 'notYet'

/** `notNow`: nothing waits for it anymore. `stillPosting`: the billing system has not answered yet. */
export type ExternalRefundResult = 'recorded' | 'notNow' | 'stillPosting'

/** An administrator who takes a payment for a caller, as the audit log is to name them. */
export interface Clerk {
  actor: Actor
  origin: AuditOrigin
}
