import type { Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { letterWork } from '../../foundation/mail/outbox.ts'
import type { Finding, GatewayAnswer, HandMove, WasGivenBack } from '../checkout.ts'
import { letterAbout } from '../emails.ts'
import { type Engine, cancellationWork, lookUpWork, makeEngine, postingWork, reversalWork } from '../engine.ts'
import { readById } from '../records/checkouts.ts'
import { lockRefused } from '../records/reversals.ts'
import { requestRefund } from '../reversals/request-refund.ts'
import { askGateway } from './compare-finding.ts'
import { closeGiveBack, lookAgain, noteByHand, retryBilling, sendAgain } from './manual-actions.ts'
import { recordGivenBack } from './record-external-refund.ts'
import { isTagTaken, settleByHand } from './resolve-escalated.ts'

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

/** The moves that people may make by hand, under the engine's own rules. */
export function paymentMoves(deps: Deps): PaymentMoves {
  const engine = makeEngine(deps)
  return {
    lookAgain,
    retryBilling,
    sendAgain: async (tx, move) => await sendAgain(tx, move, engine.newReference),
    closeGiveBack,
    note: noteByHand,
    askGateway: async (checkoutId, finding) => await askEscalated(engine, checkoutId, finding),
    isTagTaken,
    settle: async (tx, move, finding, answer) => await settleByHand(engine, tx, move, finding, answer),
    giveBack: async (tx, move) => await requestRefund(tx, move, engine.newReference()),
    recordGivenBack: async (tx, move, reversalId) => await recordRefused(engine, tx, move, reversalId),
    wake() {
      for (const work of [lookUpWork, reversalWork, postingWork, cancellationWork, letterWork]) engine.wake(work)
    },
  }
}

async function askEscalated(engine: Engine, checkoutId: number, finding: Finding): Promise<GatewayAnswer | null> {
  const checkout = await readById(engine.db, checkoutId)
  return checkout?.attempt.state === 'ESCALATED' ? await askGateway(engine, checkout, finding) : null
}

/** The letter is written first, because it describes the payment as it was before. */
async function recordRefused(engine: Engine, tx: Tx, move: HandMove, reversalId: number): Promise<WasGivenBack> {
  const checkout = await readById(tx, move.checkoutId)
  const refused = await lockRefused(tx, move.checkoutId, reversalId)
  if (!checkout || !refused) return 'notNow'
  const letter = letterAbout(engine.profile, checkout, refused)
  return await recordGivenBack(tx, move, { reversalId, reference: engine.newReference(), letter })
}
