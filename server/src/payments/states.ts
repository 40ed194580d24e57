import type { CheckoutOutcome } from '@portal/contract/checkout'
import type { PaymentStatus } from '@portal/contract/payments'
import type { StaffStatus } from '@portal/contract/reports'
import {
  type AttemptState,
  type CheckoutState,
  type DraftState,
  type PostingState,
  type ReversalState,
  attemptStates,
  postingStates,
  reversalStates,
} from '../database/tables/payments.ts'

/**
 * Every legal move of a charge attempt (P5; drawn in docs/payments.md). No other move ever happens.
 * - CHARGED → REVERSING: finance refunds a payment.
 * - REVERSING → CHARGED: the gateway refused that, and the payment stands.
 * - DECLINED, NOT_CHARGED → REVERSING: a charge turned up after the payer read that there was none.
 */
export const attemptMoves = {
  INTENT: ['CHARGED', 'DECLINED', 'NOT_CHARGED', 'UNKNOWN'],
  UNKNOWN: ['CHARGED', 'DECLINED', 'NOT_CHARGED', 'REVERSING', 'REVERSED', 'ESCALATED'],
  ESCALATED: ['CHARGED', 'DECLINED', 'NOT_CHARGED', 'REVERSING', 'REVERSED'],
  CHARGED: ['REVERSING'],
  DECLINED: ['REVERSING'],
  NOT_CHARGED: ['REVERSING'],
  REVERSING: ['REVERSED', 'CHARGED'],
  REVERSED: [],
} as const satisfies Record<AttemptState, readonly AttemptState[]>

/**
 * Every legal move of a posting to the billing system.
 * - POSTING → PENDING and CANCELLING → CANCEL_DUE: the try must be repeated.
 * - POSTED → CANCEL_DUE: the charge has been refunded.
 * - REJECTED → PENDING and CANCEL_REJECTED → CANCEL_DUE: a person has removed the reason for the billing system's
 *   refusal and has it tried again.
 */
export const postingMoves = {
  PENDING: ['POSTING'],
  POSTING: ['POSTED', 'PENDING', 'REJECTED'],
  POSTED: ['CANCEL_DUE'],
  REJECTED: ['PENDING'],
  CANCEL_DUE: ['CANCELLING'],
  CANCELLING: ['CANCELLED', 'CANCEL_DUE', 'CANCEL_REJECTED'],
  CANCELLED: [],
  CANCEL_REJECTED: ['CANCEL_DUE'],
} as const satisfies Record<PostingState, readonly PostingState[]>

/**
 * Every legal move of a void or refund.
 * - SENT → REQUESTED: nothing had left.
 * - UNKNOWN → REQUESTED: proven absent, so it is requested again under a new reference.
 * - REQUESTED → DONE: two people have recorded that it was made in the gateway's console, after the gateway had refused
 *   it to us.
 */
export const reversalMoves = {
  REQUESTED: ['SENT', 'DONE'],
  SENT: ['DONE', 'REFUSED', 'REQUESTED', 'UNKNOWN'],
  UNKNOWN: ['DONE', 'REFUSED', 'REQUESTED'],
  DONE: [],
  REFUSED: [],
} as const satisfies Record<ReversalState, readonly ReversalState[]>

/** Every legal move of a checkout that is put together call by call, before its card is charged (A§7). */
export const draftMoves = {
  DRAFT: ['CHARGING', 'EXPIRED'],
  EXPIRED: [],
} as const satisfies Record<DraftState, readonly (CheckoutState | DraftState)[]>

/** The state of a checkout follows from the state of its attempt. */
export const checkoutStateOf = {
  INTENT: 'CHARGING',
  CHARGED: 'PAID',
  DECLINED: 'DECLINED',
  NOT_CHARGED: 'NOT_CHARGED',
  UNKNOWN: 'UNDECIDED',
  ESCALATED: 'UNDECIDED',
  REVERSING: 'REVERSING',
  REVERSED: 'REVERSED',
} as const satisfies Record<AttemptState, CheckoutState>

/** What the payer reads (R19). An unknown outcome is never reported as "not processed". */
export const payerOutcomeOf = {
  CHARGING: 'beingConfirmed',
  PAID: 'approved',
  DECLINED: 'declined',
  NOT_CHARGED: 'serverFailed',
  UNDECIDED: 'beingConfirmed',
  REVERSING: 'reversed',
  REVERSED: 'reversed',
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
} as const satisfies Record<AttemptState, PaymentStatus>

/** The states in which an attempt's accounts are held. */
export const undecidedStates = ['INTENT', 'UNKNOWN', 'ESCALATED'] as const satisfies readonly AttemptState[]

/** The states in which inquiries are made: undecided ones, and unpaid ones, which may turn out charged. */
export const inquiredStates = [...undecidedStates, 'NOT_CHARGED', 'DECLINED'] as const satisfies readonly AttemptState[]

/** Whether the outcome of an attempt is still open. */
export function isUndecided(state: AttemptState): boolean {
  return undecidedStates.some((undecided) => undecided === state)
}

/** The states from which an attempt may move to this one. */
export function attemptStatesBefore(to: AttemptState): AttemptState[] {
  return attemptStates.filter((from) => allows(attemptMoves[from], to))
}

/** The states from which a posting may move to this one. */
export function postingStatesBefore(to: PostingState): PostingState[] {
  return postingStates.filter((from) => allows(postingMoves[from], to))
}

/** The states from which a void or refund may move to this one. */
export function reversalStatesBefore(to: ReversalState): ReversalState[] {
  return reversalStates.filter((from) => allows(reversalMoves[from], to))
}

function allows<State>(moves: readonly State[], to: State): boolean {
  return moves.includes(to)
}

/** What became of a payment, for staff. */
export const staffStatusOf: Readonly<Record<AttemptState, StaffStatus>> = {
  INTENT: 'unconfirmed',
  UNKNOWN: 'unconfirmed',
  ESCALATED: 'unconfirmed',
  CHARGED: 'paid',
  DECLINED: 'declined',
  NOT_CHARGED: 'notCharged',
  REVERSING: 'refunded',
  REVERSED: 'refunded',
}

/** The states in which the card was charged and a receipt exists, even if the charge has been reversed since. */
export const chargedStates = ['CHARGED', 'REVERSING', 'REVERSED'] as const satisfies readonly AttemptState[]

/** Whether a card was charged, even if the charge has been reversed since. */
export function wasCharged(state: AttemptState): boolean {
  return chargedStates.some((charged) => charged === state)
}
