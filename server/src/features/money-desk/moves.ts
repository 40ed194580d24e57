import type { AttentionReason, PaymentMove } from '@portal/contract/money-desk-texts'

/**
 * The moves that a person can make for each reason. Whether a move is possible is decided by the payment's state at
 * that moment.
 */
const movesOf = {
  escalated: ['lookAgain', 'settleCharged', 'settleNotCharged'],
  unknown: ['lookAgain'],
  postingRefused: ['retryBilling'],
  postingLate: ['retryBilling'],
  cancellationRefused: ['retryBilling'],
  cancellationLate: ['retryBilling'],
  giveBackRefused: ['sendAgain', 'askWasGivenBack'],
  refundRefused: ['closeGiveBack', 'askWasGivenBack'],
  giveBackLate: ['lookAgain'],
  giveBackAsked: [],
} as const satisfies Record<AttentionReason, readonly PaymentMove[]>

/** The moves that a person can make for all of these reasons, each once. */
export function movesFor(reasons: readonly AttentionReason[]): PaymentMove[] {
  return [...new Set(reasons.flatMap((reason): readonly PaymentMove[] => movesOf[reason]))]
}

/**
 * Moves about a refused void or refund that must wait while somebody says that it was given back in the gateway's
 * console. Once they are made, nobody can agree to that any more.
 */
export const movesAfterDecision = ['sendAgain', 'closeGiveBack'] as const satisfies readonly PaymentMove[]

/** Moves that settle an escalated payment. They wait while a second person is asked to agree to one. */
export const movesOfSettlement = ['settleCharged', 'settleNotCharged'] as const satisfies readonly PaymentMove[]
