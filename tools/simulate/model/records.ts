import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { AccountNumber, CheckoutPublicId, ReceiptNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import type { FinanceKind } from '@portal/server/database/tables/finance.ts'
import type {
  AttemptState,
  CheckoutState,
  DraftState,
  PostingState,
  ReversalCause,
  ReversalState,
} from '@portal/server/database/tables/payments.ts'
import type { NewDraft } from '@portal/server/features/stepwise-payments/drafts.ts'
import type { Intent, StoredCheckout, Turn } from '@portal/server/payments/checkout.ts'

/** The model's record of a checkout: the columns of migration 0004 that rules depend on. */
export interface CheckoutRecord {
  id: number
  intent: Intent
  state: CheckoutState
  decidedAt: Instant | null
  attempt: AttemptRecord
  items: { id: number; accountId: AccountNumber; ordinal: number; amount: Cents }[]
  events: { sequence: number; subject: string; subjectId: number; from: string | null; to: string | null }[]
}

/** A checkout that is being put together call by call. */
export interface DraftRecord {
  id: number
  draft: NewDraft
  state: DraftState
  items: { accountId: AccountNumber; amount: Cents; isEarlier: boolean }[]
  events: CheckoutRecord['events']
}

interface AttemptRecord {
  id: number
  state: AttemptState
  looks: number
  misses: number
  listedAt: Instant | null
  nextLookAt: Instant | null
  leaseUntil: Instant | null
  epoch: number
  transactionTag: string | null
  authorizationNumber: string | null
  /** Its tag was entered by people. */
  isSettledByHand?: boolean
}

export interface PostingRecord {
  itemId: number
  checkoutId: number
  accountId: AccountNumber
  receiptNumber: ReceiptNumber
  amount: Cents
  state: PostingState
  nextTryAt: Instant
  leaseUntil: Instant | null
  epoch: number
  tries: number
}

/** A void or refund, as far as rules depend on it. */
export interface ReversalRecord {
  id: number
  checkoutId: number
  attemptId: number
  tag: string
  authorization: string
  amount: Cents
  kind: 'void' | 'refund'
  reference: string
  cause: ReversalCause
  state: ReversalState
  sentAt: Instant | null
  nextTryAt: Instant
  leaseUntil: Instant | null
  tries: number
  misses: number
  epoch: number
}

/** Everything in the database of one simulated world. It survives every crash of every process. */
export interface ModelRecords {
  checkouts: Map<number, CheckoutRecord>
  /** Drafts whose card is not being charged yet; after that they are checkouts. */
  drafts: Map<number, DraftRecord>
  byKey: Map<string, CheckoutRecord>
  byPublicId: Map<CheckoutPublicId, CheckoutRecord>
  holds: Map<AccountNumber, number>
  postings: Map<number, PostingRecord>
  reversals: Map<number, ReversalRecord>
  spentChecks: Set<string>
  /** The turns that are taken (`turnKey`). */
  turns: Set<string>
  letters: { checkoutId: number; kind: string; at: Instant }[]
  ledger: { checkoutId: number; book: 'card' | 'unposted' | 'posted'; amount: number }[]
  /** What the summaries of the finance office count, and which one has counted it. */
  finance: { kind: FinanceKind; amount: number; belongsAt: Instant; summary: CalendarDate | null }[]
  /** What each summary said. */
  summaries: { day: CalendarDate; sums: Record<FinanceKind, number> }[]
  /** Every state transition that happened, for the coverage of the run. */
  edges: Set<string>
  /** A charge from before this world began, with which the search can be proven to work; a new utility has none. */
  earlier: { reference: string; sentAt: Instant } | null
  nextId: number
}

export function emptyRecords(): ModelRecords {
  return {
    checkouts: new Map(),
    drafts: new Map(),
    byKey: new Map(),
    byPublicId: new Map(),
    holds: new Map(),
    postings: new Map(),
    reversals: new Map(),
    spentChecks: new Set(),
    turns: new Set(),
    letters: [],
    ledger: [],
    finance: [],
    summaries: [],
    edges: new Set(),
    earlier: null,
    nextId: 1,
  }
}

export function keyOf(sessionId: number, idempotencyKey: string): string {
  return `${sessionId}/${idempotencyKey}`
}

export function turnKey({ sessionId, idempotencyKey, nth }: Turn): string {
  return `${keyOf(sessionId, idempotencyKey)}/${nth}`
}

/** The newest payment of an account, 0 for none, as the portal's own payments tell it. */
export function newestPaidOf(records: ModelRecords, account: AccountNumber): number {
  const paid = [...records.checkouts.values()].filter(({ state }) => state === 'PAID').flatMap(({ items }) => items)
  return Math.max(0, ...paid.filter(({ accountId }) => accountId === account).map(({ id }) => id))
}

/** Appends one event and records the transition it stands for. */
export function appendEvent(
  records: ModelRecords,
  checkout: CheckoutRecord,
  event: { subject: string; subjectId: number; from: string | null; to: string | null },
): void {
  checkout.events.push({ sequence: checkout.events.length + 1, ...event })
  addEdge(records, event.subject, event)
}

/** Records that a state transition happened. */
export function addEdge(
  records: ModelRecords,
  subject: string,
  { from, to }: { from: string | null; to: string | null },
): void {
  records.edges.add(`${subject}: ${from ?? 'new'} → ${to ?? 'none'}`)
}

/** A copy of a checkout, as a query would read it. Later changes do not show in it. */
export function readRecord(
  records: ModelRecords,
  { id, intent, state, decidedAt, attempt, items }: CheckoutRecord,
): StoredCheckout {
  return {
    id,
    publicId: intent.publicId,
    sessionId: intent.sessionId,
    contentHash: intent.contentHash,
    mode: intent.mode,
    sourceCode: intent.sourceCode,
    amount: intent.amount,
    confirmationEmail: intent.confirmationEmail,
    awaitsAddress: intent.draft !== undefined,
    state,
    createdAt: intent.at,
    decidedAt,
    items: items.map((item) => {
      const posting = records.postings.get(item.id)
      const { receiptNumber = null, state: postingState = null } = posting ?? {}
      return { ...item, serviceLocation: '', receiptNumber, postingState }
    }),
    attempt: {
      id: attempt.id,
      reference: intent.reference,
      brand: intent.brand,
      lastFour: intent.lastFour,
      cardHolder: intent.cardHolder,
      state: attempt.state,
      sentAt: intent.at,
      inquiries: attempt.looks,
      misses: attempt.misses,
      listedAt: attempt.listedAt,
      epoch: attempt.epoch,
      transactionTag: attempt.transactionTag,
      authorizationNumber: attempt.authorizationNumber,
      sequenceNumber: null,
      message: null,
      bankMessage: null,
      gatewayRecord: null,
    },
  }
}
