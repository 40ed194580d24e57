import type { Instant } from '@portal/contract/dates'
import type { Tx } from '../../database/connect.ts'

/**
 * Something that a person asks the payment engine to do about a payment that it cannot settle by itself
 * (docs/payments.md).
 */
export interface HandMove {
  checkoutId: number
  /** Who asks, by username, and why; kept with the payment forever. */
  by: string
  reason: string
  at: Instant
}

/** What a person has found out about a charge for which the gateway's search gave no clear answer for a day. */
export type Finding =
  /** The gateway has the charge, under this tag and authorization. With them it can be given back later. */
  { outcome: 'charged'; tag: string; authorization: string } | { outcome: 'notCharged' }

/**
 * What the gateway's own list says about a finding. `contradicts`: nobody may settle the payment so. `unclear`: it could
 * not be asked, or its answer proves nothing; then it takes a second person.
 */
export interface GatewayAnswer {
  verdict: 'agrees' | 'contradicts' | 'unclear'
  /** What the gateway lists, or why it could not say, in words. */
  said: string
}

/**
 * Whether it is now recorded that a charge was given back in the gateway's console. `notNow`: nothing about the payment
 * waits for that any more. `stillPosting`: the billing system has not answered yet whether it takes the payment.
 */
export type WasGivenBack = 'recorded' | 'notNow' | 'stillPosting'

/**
 * What people may ask the payment engine to do. The payments feature provides this, and `app.ts` passes it to the money
 * desk. Each move is part of the caller's transaction, which records who makes it. A move that the tables of states do
 * not allow returns false and changes nothing.
 */
export interface PaymentMoves {
  /** Makes the next look-up at the gateway due now: for an unknown outcome, or for a void or refund under way. */
  lookAgain(tx: Tx, move: HandMove): Promise<boolean>
  /** Makes the engine report again to the billing system what that refused or has not answered. */
  retryBilling(tx: Tx, move: HandMove): Promise<boolean>
  /** Requests again the voids and refunds that the engine wants and the gateway refused. */
  sendAgain(tx: Tx, move: HandMove): Promise<boolean>
  /** Closes a refused refund: the payment stands, and finance has settled the matter in another way. */
  closeGiveBack(tx: Tx, move: HandMove): Promise<boolean>
  /**
   * Asks the gateway about an escalated payment, which takes up to half a minute: never call it in a transaction.
   * @returns null when the payment is not escalated.
   */
  askGateway(checkoutId: number, finding: Finding): Promise<GatewayAnswer | null>
  /** Whether another payment has this transaction tag, or a charge with it was or is to be given back. */
  isTagTaken(tx: Tx, checkoutId: number, tag: string): Promise<boolean>
  /**
   * Decides an escalated payment, as two people have found or the gateway has agreed. `tagTaken`: another payment has
   * that tag; the caller must roll back.
   */
  settle(tx: Tx, move: HandMove, finding: Finding, answer: GatewayAnswer): Promise<boolean | 'tagTaken'>
  /** Asks for the whole of a paid payment to be given back. */
  giveBack(tx: Tx, move: HandMove): Promise<'requested' | 'notPaid' | 'alreadyGivenBack' | 'stillPosting'>
  /** Records that the charge of this refused void or refund was given back in the gateway's console. */
  recordGivenBack(tx: Tx, move: HandMove, refusedReversalId: number): Promise<WasGivenBack>
  /** Records an action in the payment's history that does not move it yet. */
  note(tx: Tx, move: HandMove, what: string): Promise<void>
  /** Wakes the engine's work; call it once the transaction has committed. */
  wake(): void
}
