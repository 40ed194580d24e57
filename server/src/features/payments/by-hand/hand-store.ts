import type { HandMove } from '../../../foundation/payment-moves/payment-moves.ts'
import type { RefundRequested } from '../reversals/refund-queries.ts'

/**
 * Moves of people on the engine's records. Each answers whether it is legal now and was made; otherwise nothing has
 * changed. Like everything of the engine they only record what is to happen; the engine's own work does it.
 */
export interface HandStore {
  /** Makes the next look at the gateway due: for an outcome nobody knows, and for a void or refund under way. */
  lookAgain(move: HandMove): Promise<boolean>
  /** Has the billing system told once more: of what it refused, or has not answered about. */
  retryBilling(move: HandMove): Promise<boolean>
  /**
   * Asks once more for charges to be given back that the engine wants given back and the gateway refused. One that
   * stands because its refund was refused is not among them: that takes a new request and two people.
   */
  sendAgain(move: HandMove, newReference: () => string): Promise<boolean>
  /**
   * Asks for all of a payment that stands to be given back.
   * @param reference ours for the void, unique.
   */
  giveBack(move: HandMove, reference: string): Promise<RefundRequested>
}
