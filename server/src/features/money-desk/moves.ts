import type { AttentionReason, PaymentMove } from '@portal/contract/money-desk-texts'

/**
 * What a person can do about each reason. Whether a move is possible is decided by the payment's state when the move is
 * asked for.
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

/** What a person can do about all of these reasons, each once. */
export function movesFor(reasons: readonly AttentionReason[]): PaymentMove[] {
  return [...new Set(reasons.flatMap((reason): readonly PaymentMove[] => movesOf[reason]))]
}

/**
 * Moves about a refused void or refund that have to wait while somebody says that it was given back in the gateway's
 * console: once they are made, nobody can agree to that any more.
 */
export const movesAfterDecision = ['sendAgain', 'closeGiveBack'] as const satisfies readonly PaymentMove[]
