import type { HandMove, WasGivenBack } from '../../../foundation/payment-moves/payment-moves.ts'
import type { RefundRequested } from '../reversals/refund-queries.ts'
import type { GivenBackByHand } from './record-given-back.ts'

/**
 * The moves by hand, from which the engine continues. The simulation makes them, too, over its model of the database.
 * Each method returns whether the move was legal and was made; if not, nothing has changed. A move only records what
 * should happen; the engine's background work then does it.
 */
export interface HandStore {
  /** Makes the next look-up at the gateway due now: for an unknown outcome, or for a void or refund under way. */
  lookAgain(move: HandMove): Promise<boolean>
  /** Makes postings due again that the billing system has refused or has not answered. */
  retryBilling(move: HandMove): Promise<boolean>
  /**
   * Requests again the voids and refunds that the engine wants and the gateway refused. A refund that finance asked for
   * is not among them, because it takes a new request and two people.
   */
  sendAgain(move: HandMove, newReference: () => string): Promise<boolean>
  /**
   * Requests that all of a payment that stands be given back.
   * @param reference our unique reference for the void.
   */
  giveBack(move: HandMove, reference: string): Promise<RefundRequested>
  /** Records that a charge that the gateway refused to give back was given back outside the portal. */
  recordGivenBack(move: HandMove, givenBack: GivenBackByHand): Promise<WasGivenBack>
}
