import type { CheckoutOutcome } from '@portal/contract/checkout'
import type { BillingStatus } from '@portal/contract/exceptions-texts'
import type { PaymentStatus } from '@portal/contract/payments'
import type { StaffStatus } from '@portal/contract/reports'
import type { AgreementState, PlannedState } from '../database/tables/autopay.ts'
import {
  type AttemptState,
  type CheckoutState,
  type DisputeState,
  type DraftState,
  type PostingState,
  type ReversalState,
  attemptStates,
  reversalStates,
} from '../database/tables/payments.ts'

/** The legal moves of what has a state: from each, to which others. Staying in one is no move. */
export type Moves<State extends string = string> = Readonly<Record<State, readonly State[]>>

/** The states that may follow. */
export type Next<Table extends Moves, From extends keyof Table> = Table[From][number]

/** Where some states go, of a table of moves. */
export type Steps<Table extends Moves> = { readonly [From in keyof Table]?: Next<Table, From> }

/** For whoever writes a state, where the compiler does not know both. @throws Error */
export function requireLegal(what: string, moves: Moves, from: string, to: string): void {
  if (!moves[from]?.includes(to)) throw new Error(`${what} never goes from ${from} to ${to}`)
}

/**
 * The legal moves of an attempt (P5; drawn in docs/payments.md). REVERSING → CHARGED: the gateway refused a refund.
 * CHARGED → REVERSED: a dispute is lost; REVERSED → CHARGED: and won. CHARGED → NOT_CHARGED: a wrong resolution is undone.
 * REVERSED → REVERSING: the card's bank returned the refund. RETURNED → REVERSING: it was paid after all. VERIFYING →
 * CHARGED, RETURNED: the gateway told nothing until the bank had answered, too.
 */
export const attemptMoves = {
  INTENT: ['CHARGED', 'DECLINED', 'NOT_CHARGED', 'UNKNOWN', 'VERIFYING', 'PROCESSING'],
  UNKNOWN: [
    'CHARGED',
    'DECLINED',
    'NOT_CHARGED',
    'REVERSING',
    'REVERSED',
    'ESCALATED',
    'VERIFYING',
    'PROCESSING',
    'RETURNED',
  ],
  ESCALATED: ['CHARGED', 'DECLINED', 'NOT_CHARGED', 'REVERSING', 'REVERSED', 'VERIFYING', 'PROCESSING', 'RETURNED'],
  CHARGED: ['REVERSING', 'REVERSED', 'NOT_CHARGED'],
  DECLINED: ['REVERSING'],
  NOT_CHARGED: ['REVERSING'],
  REVERSING: ['REVERSED', 'CHARGED'],
  REVERSED: ['REVERSING', 'CHARGED'],
  VERIFYING: ['PROCESSING', 'CHARGED', 'RETURNED', 'DECLINED', 'NOT_CHARGED'],
  PROCESSING: ['CHARGED', 'RETURNED', 'NOT_CHARGED'],
  RETURNED: ['REVERSING'],
} as const satisfies Record<AttemptState, readonly AttemptState[]>

/**
 * A posting's legal moves. From REJECTED and CANCEL_REJECTED, a person has it tried again. CANCELLED → PENDING,
 * CANCEL_REJECTED → POSTED: a dispute that was lost is won.
 */
export const postingMoves = {
  PENDING: ['POSTING'],
  POSTING: ['POSTED', 'PENDING', 'REJECTED'],
  POSTED: ['CANCEL_DUE'],
  REJECTED: ['PENDING'],
  CANCEL_DUE: ['CANCELLING'],
  CANCELLING: ['CANCELLED', 'CANCEL_DUE', 'CANCEL_REJECTED'],
  CANCELLED: ['PENDING'],
  CANCEL_REJECTED: ['CANCEL_DUE', 'POSTED'],
} as const satisfies Record<PostingState, readonly PostingState[]>

/**
 * A reversal's legal moves. REQUESTED → DONE: two people have recorded that it was made in the gateway's console.
 * REQUESTED → REFUSED: its gateway is no longer in use. DONE → REFUSED: the card's bank returned it.
 */
export const reversalMoves = {
  REQUESTED: ['SENT', 'DONE', 'REFUSED'],
  SENT: ['DONE', 'REFUSED', 'REQUESTED', 'UNKNOWN'],
  UNKNOWN: ['DONE', 'REFUSED', 'REQUESTED'],
  DONE: ['REFUSED'],
  REFUSED: [],
} as const satisfies Record<ReversalState, readonly ReversalState[]>

/** The moves that taking a lease makes. They are not logged; the next logged move implies them. */
export const leaseSteps = {
  posting: { PENDING: 'POSTING', CANCEL_DUE: 'CANCELLING' },
  reversal: { REQUESTED: 'SENT', SENT: 'UNKNOWN' },
} as const satisfies { posting: Steps<typeof postingMoves>; reversal: Steps<typeof reversalMoves> }

/** A dispute's legal moves. From WON, LOST and CLOSED: the bank takes it up again. What comes late begins in any state. */
export const disputeMoves = {
  WARNED: [],
  ASKED: ['OPEN', 'WON', 'LOST', 'CLOSED'],
  OPEN: ['WON', 'LOST'],
  WON: ['OPEN', 'LOST'],
  LOST: ['WON'],
  CLOSED: ['OPEN', 'WON', 'LOST'],
} as const satisfies Record<DisputeState, readonly DisputeState[]>

/** A checkout's legal moves while it is put together call by call, before its card is charged (A§7). */
export const draftMoves = {
  DRAFT: ['CHARGING', 'EXPIRED'],
  EXPIRED: [],
} as const satisfies Record<DraftState, readonly (CheckoutState | DraftState)[]>

/** An AutoPay agreement's legal moves. Time alone never ends one that is paused. */
export const agreementMoves = {
  ACTIVE: ['PAUSED', 'ENDED'],
  PAUSED: ['ACTIVE', 'ENDED'],
  ENDED: [],
} as const satisfies Record<AgreementState, readonly AgreementState[]>

/**
 * A planned charge's legal moves. NOTIFIED → PLANNED: it has to be noticed again. SENT → NOTIFIED: nothing was charged,
 * so it is sent again. DECLINED → PLANNED: a bank returned it, and it is noticed anew. SKIPPED → PLANNED: another agreement takes the bill over.
 */
export const plannedMoves = {
  PLANNED: ['NOTIFIED', 'SKIPPED'],
  NOTIFIED: ['PLANNED', 'SENT', 'SKIPPED'],
  SENT: ['PAID', 'DECLINED', 'NOTIFIED', 'FAILED', 'SKIPPED'],
  DECLINED: ['NOTIFIED', 'PLANNED', 'FAILED', 'SKIPPED'],
  SKIPPED: ['PLANNED'],
  PAID: [],
  FAILED: [],
} as const satisfies Record<PlannedState, readonly PlannedState[]>

/** A request for approval: a second person decides once. */
export const requestMoves = {
  ASKED: ['APPROVED', 'REJECTED'],
  APPROVED: [],
  REJECTED: [],
} as const satisfies Moves

/** What the outcome of its charge makes of a planned charge; null while that is open. Later reversals change nothing. */
export const plannedStateOf = {
  INTENT: null,
  UNKNOWN: null,
  ESCALATED: null,
  CHARGED: 'PAID',
  DECLINED: 'DECLINED',
  NOT_CHARGED: 'NOTIFIED',
  REVERSING: 'SKIPPED',
  REVERSED: 'FAILED',
  VERIFYING: null,
  PROCESSING: null,
  RETURNED: 'DECLINED',
} as const satisfies Record<AttemptState, PlannedState | null>

export const checkoutStateOf = {
  INTENT: 'CHARGING',
  CHARGED: 'PAID',
  DECLINED: 'DECLINED',
  NOT_CHARGED: 'NOT_CHARGED',
  UNKNOWN: 'UNDECIDED',
  ESCALATED: 'UNDECIDED',
  REVERSING: 'REVERSING',
  REVERSED: 'REVERSED',
  VERIFYING: 'VERIFYING',
  PROCESSING: 'PROCESSING',
  RETURNED: 'RETURNED',
} as const satisfies Record<AttemptState, CheckoutState>

/** What the payer reads (R19). An unknown outcome is never reported as "not processed". */
export const payerOutcomeOf = {
  CHARGING: 'beingConfirmed',
  PAID: 'approved',
  DECLINED: 'declined',
  NOT_CHARGED: 'serverFailed',
  UNDECIDED: 'beingConfirmed',
  REVERSING: 'reversed',
  REVERSED: 'refunded',
  VERIFYING: 'verifying',
  PROCESSING: 'submitted',
  RETURNED: 'returned',
} as const satisfies Record<CheckoutState, CheckoutOutcome>

/** The status of each account's payment (A§4). */
export const itemStatusOf = {
  INTENT: 'saved',
  CHARGED: 'PAID',
  DECLINED: 'DECLINED',
  NOT_CHARGED: 'DECLINED',
  UNKNOWN: 'saved',
  ESCALATED: 'saved',
  REVERSING: 'DECLINED',
  REVERSED: 'DECLINED',
  VERIFYING: 'saved',
  PROCESSING: 'saved',
  RETURNED: 'DECLINED',
} as const satisfies Record<AttemptState, PaymentStatus>

/** The states in which an attempt's accounts are held. */
export const undecidedStates = ['INTENT', 'UNKNOWN', 'ESCALATED'] as const satisfies readonly AttemptState[]

/** A bank has them for days. Their accounts are not held: the pending amount counts against what is owed. */
export const runningStates = ['VERIFYING', 'PROCESSING'] as const satisfies readonly AttemptState[]

/** Nothing is known for good yet. */
export const openStates = [...undecidedStates, ...runningStates] as const

/** Unpaid attempts may turn out charged. */
export const inquiredStates = [
  ...openStates,
  'NOT_CHARGED',
  'DECLINED',
  'RETURNED',
] as const satisfies readonly AttemptState[]

export function isUndecided(state: AttemptState): boolean {
  return undecidedStates.some((undecided) => undecided === state)
}

export function isRunning(state: AttemptState): boolean {
  return runningStates.some((running) => running === state)
}

export function isOpen(state: AttemptState): boolean {
  return openStates.some((open) => open === state)
}

export function attemptStatesBefore(to: AttemptState): AttemptState[] {
  return statesBefore(attemptMoves, attemptStates, to)
}

export const reversalStatesBefore = (to: ReversalState): ReversalState[] =>
  statesBefore(reversalMoves, reversalStates, to)

export function statesBefore<State extends string>(moves: Moves<State>, states: readonly State[], to: State): State[] {
  return states.filter((from) => moves[from].includes(to))
}

const staffStatuses = {
  INTENT: 'unconfirmed',
  UNKNOWN: 'unconfirmed',
  ESCALATED: 'unconfirmed',
  CHARGED: 'paid',
  DECLINED: 'declined',
  NOT_CHARGED: 'notCharged',
  REVERSING: 'refunding',
  REVERSED: 'refunded',
  VERIFYING: 'verifying',
  PROCESSING: 'processing',
  RETURNED: 'returned',
} as const satisfies Record<AttemptState, StaffStatus>

/** What staff reads everywhere. `isRefundOwed`: a reversal of it waits for a person (records/reversals.ts). */
export function staffStatusOf(state: AttemptState, isRefundOwed: boolean): StaffStatus {
  return state === 'REVERSING' && isRefundOwed ? 'refundOwed' : staffStatuses[state]
}

const billingStatuses = {
  PENDING: 'pending',
  POSTING: 'pending',
  POSTED: 'posted',
  REJECTED: 'rejected',
  CANCEL_DUE: 'cancelling',
  CANCELLING: 'cancelling',
  CANCELLED: 'cancelled',
  CANCEL_REJECTED: 'cancelRejected',
} as const satisfies Record<PostingState, BillingStatus>

/** What staff reads of an account's posting; null when there is none. */
export function billingStatusOf(state: PostingState | null): BillingStatus {
  return state === null ? 'none' : billingStatuses[state]
}

/** A receipt exists, even if the charge has been reversed since. */
export const chargedStates = ['CHARGED', 'REVERSING', 'REVERSED'] as const satisfies readonly AttemptState[]

export function wasCharged(state: AttemptState): boolean {
  return chargedStates.some((charged) => charged === state)
}
