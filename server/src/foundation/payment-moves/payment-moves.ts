import type { Instant } from '@portal/contract/dates'
import type { Tx } from '../../database/connect.ts'

/** What a person has the payment engine do about a payment that it cannot settle by itself (docs/payments.md). */
export interface HandMove {
  checkoutId: number
  /** Who, by username, and why: kept with the payment for ever. */
  by: string
  reason: string
  at: Instant
}

/** What a person has found out about a charge that the gateway's search could not tell for a day. */
export type Finding =
  /** The gateway holds it, under this tag and authorization: with them it can be given back later. */
  { outcome: 'charged'; tag: string; authorization: string } | { outcome: 'notCharged' }

/**
 * Whether it is recorded now that a charge was given back in the gateway's console. `notNow`: nothing of the payment
 * waits for that any more. `stillPosting`: the billing system has not said yet whether it takes the payment.
 */
export type WasGivenBack = 'recorded' | 'notNow' | 'stillPosting'

/**
 * What people may have the payment engine do. The payments feature provides it, and `app.ts` hands it to the money
 * desk. Each move is part of the caller's transaction, which records who makes it. A move that the tables of states do
 * not allow answers false and changes nothing.
 */
export interface PaymentMoves {
  /** Makes the next look at the gateway due: for an outcome nobody knows, and for a void or refund under way. */
  lookAgain(tx: Tx, move: HandMove): Promise<boolean>
  /** Has the billing system told once more: of what it refused, or has not answered about. */
  retryBilling(tx: Tx, move: HandMove): Promise<boolean>
  /** Asks once more for charges to be given back that the engine wants given back and the gateway refused. */
  sendAgain(tx: Tx, move: HandMove): Promise<boolean>
  /** Lets a refused refund rest: the payment stands, and finance has seen to it otherwise. */
  closeGiveBack(tx: Tx, move: HandMove): Promise<boolean>
  /** Decides an escalated payment. `tagTaken`: another payment has that tag. */
  settle(tx: Tx, move: HandMove, finding: Finding): Promise<boolean | 'tagTaken'>
  /** Asks for all of a payment that stands to be given back. */
  giveBack(tx: Tx, move: HandMove): Promise<'requested' | 'notPaid' | 'alreadyGivenBack' | 'stillPosting'>
  /** Records that the charge of this refused void or refund was given back in the gateway's console. */
  recordGivenBack(tx: Tx, move: HandMove, refusedReversalId: number): Promise<WasGivenBack>
  /** Writes into the payment's history what was done about it that moves nothing yet. */
  note(tx: Tx, move: HandMove, what: string): Promise<void>
  /** Hints the engine's work, once the transaction has committed. */
  wake(): void
}
