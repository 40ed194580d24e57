import { sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'
import type { Deps } from '../../../deps.ts'
import { letterWork } from '../../../foundation/mail/outbox.ts'
import type { Finding, HandMove, PaymentMoves, WasGivenBack } from '../../../foundation/payment-moves/payment-moves.ts'
import { decideWithin } from '../charge/decide-attempt.ts'
import { readById } from '../checkout/read-checkouts.ts'
import { type Engine, makeEngine } from '../engine.ts'
import { lookUpWork } from '../look-up/resolve-unknown.ts'
import { cancellationWork } from '../posting/cancel-at-billing.ts'
import { postingWork } from '../posting/post-to-billing.ts'
import { letterAbout, reversalWork } from '../reversals/give-back.ts'
import { TagOfAnother } from '../store.ts'
import { closeGiveBack, noteByHand, postgresHands } from './hand-queries.ts'
import { lockRefused } from './record-given-back.ts'
import { settlementByHand } from './settle-by-hand.ts'

/** What people may do to a payment by hand, under the engine's own rules. */
export function paymentMoves(deps: Deps): PaymentMoves {
  const engine = makeEngine(deps)
  return {
    lookAgain: async (tx, move) => await postgresHands(tx).lookAgain(move),
    retryBilling: async (tx, move) => await postgresHands(tx).retryBilling(move),
    sendAgain: async (tx, move) => await postgresHands(tx).sendAgain(move, engine.newReference),
    closeGiveBack,
    note: noteByHand,
    settle: async (tx, move, finding) => await settle(engine, tx, move, finding),
    giveBack: async (tx, move) => await postgresHands(tx).giveBack(move, engine.newReference()),
    recordGivenBack: async (tx, move, reversalId) => await recordRefused(engine, tx, move, reversalId),
    wake() {
      for (const work of [lookUpWork, reversalWork, postingWork, cancellationWork, letterWork]) engine.wake(work)
    },
  }
}

async function settle(engine: Engine, tx: Tx, move: HandMove, finding: Finding): Promise<boolean | 'tagTaken'> {
  const checkout = await readById(tx, move.checkoutId)
  if (!checkout) return false
  if (finding.outcome === 'charged') {
    if (await isTagTaken(tx, finding.tag, checkout.id)) return 'tagTaken'
  }
  try {
    return await decideWithin(tx, settlementByHand(engine, checkout, finding, move))
  } catch (error) {
    // Somebody else settled a payment with this tag at the same moment.
    if (error instanceof TagOfAnother) return 'tagTaken'
    throw error
  }
}

/** The letter is worked out first, because it describes the payment as it stood before. */
async function recordRefused(engine: Engine, tx: Tx, move: HandMove, reversalId: number): Promise<WasGivenBack> {
  const checkout = await readById(tx, move.checkoutId)
  const refused = await lockRefused(tx, move.checkoutId, reversalId)
  if (!checkout || !refused) return 'notNow'
  const letter = letterAbout(engine.profile, checkout, refused)
  return await postgresHands(tx).recordGivenBack(move, { reversalId, reference: engine.newReference(), letter })
}

/**
 * Whether this tag belongs to another payment, or to a charge that the portal has given back or was asked to give back.
 */
async function isTagTaken(tx: Tx, tag: string, checkoutId: number): Promise<boolean> {
  const { rows } = await sql`
    select from charge_attempt where transaction_tag = ${tag} and checkout_id <> ${checkoutId}
    union all
    select from reversal where transaction_tag = ${tag}`.execute(tx)
  return rows.length > 0
}
