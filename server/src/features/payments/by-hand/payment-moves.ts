import type { Tx } from '../../../database/connect.ts'
import type { Deps } from '../../../deps.ts'
import { letterWork } from '../../../foundation/mail/outbox.ts'
import type {
  Finding,
  GatewayAnswer,
  HandMove,
  PaymentMoves,
  WasGivenBack,
} from '../../../foundation/payment-moves/payment-moves.ts'
import { readById } from '../checkout/read-checkouts.ts'
import { type Engine, makeEngine } from '../engine.ts'
import { lookUpWork } from '../look-up/resolve-unknown.ts'
import { cancellationWork } from '../posting/cancel-at-billing.ts'
import { postingWork } from '../posting/post-to-billing.ts'
import { letterAbout, reversalWork } from '../reversals/give-back.ts'
import { requestRefund } from '../reversals/refund-queries.ts'
import { askGateway } from './ask-gateway.ts'
import { lookAgain } from './hand-queries.ts'
import { retryBilling } from './hand-queries.ts'
import { sendAgain } from './hand-queries.ts'
import { closeGiveBack, noteByHand } from './hand-queries.ts'
import { recordGivenBack } from './record-given-back.ts'
import { lockRefused } from './record-given-back.ts'
import { isTagTaken, settleByHand } from './settle-by-hand.ts'

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
