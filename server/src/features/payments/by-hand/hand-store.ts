import type { HandMove, WasGivenBack } from '../../../foundation/payment-moves/payment-moves.ts'
import type { RefundRequested } from '../reversals/refund-queries.ts'
import type { GivenBackByHand } from './record-given-back.ts'

/**
 * The moves by hand that the engine continues from; the simulation makes them too, over its model of the database. Each
 * method answers whether the move was legal and made; if not, nothing has changed. A move only records what is to
 * happen; the engine's background work then does it.
 */
export interface HandStore {
  /** Makes the next look at the gateway due now: for an unknown outcome, or for a void or refund under way. */
  lookAgain(move: HandMove): Promise<boolean>
  /** Makes postings due again that the billing system has refused or not answered. */
  retryBilling(move: HandMove): Promise<boolean>
  /**
   * Asks once more for the voids and refunds that the engine wants and the gateway refused. A refund that finance asked
   * for is not among them: that takes a new request and two people.
   */
  sendAgain(move: HandMove, newReference: () => string): Promise<boolean>
  /**
   * Asks for all of a payment that stands to be given back.
   * @param reference ours for the void, unique.
   */
  giveBack(move: HandMove, reference: string): Promise<RefundRequested>
  /** Records that a charge which the gateway refused to give back was given back outside the portal. */
  recordGivenBack(move: HandMove, givenBack: GivenBackByHand): Promise<WasGivenBack>
}
