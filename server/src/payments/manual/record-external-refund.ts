import type { Tx } from '../../database/connect.ts'
import { scrub } from '../../database/long-digits.ts'
import type { NewLetter } from '../../foundation/mail/outbox.ts'
import type { HandMove, WasGivenBack } from '../checkout.ts'
import { lockCheckout } from '../records/checkouts.ts'
import { appendEvents } from '../records/events.ts'
import { lockRefused, requestReversal } from '../records/reversals.ts'
import { recordWithin } from '../reversals/record-reversal.ts'
import { requestRefund } from '../reversals/request-refund.ts'

/** A charge that was given back outside the portal after the gateway had refused to do so for us. */
export interface GivenBackByHand {
  /** The request that was refused and still needs a person. */
  reversalId: number
  /** Our unique reference for the request that stands for what was done by hand. It is never sent. */
  reference: string
  /** The letter to the payer, if this was the checkout's own charge or a second one. */
  letter: NewLetter | null
}

/**
 * Records that a refused charge was given back by hand (docs/decisions/032), with the same consequences as if the
 * gateway had done it for us: a new request that is done at once without being sent, the states, the letter, the
 * cancellations and the ledger.
 */
export async function recordGivenBack(
  tx: Tx,
  move: HandMove,
  { reversalId, reference, letter }: GivenBackByHand,
): Promise<WasGivenBack> {
  const { checkoutId, at, by } = move
  await lockCheckout(tx, checkoutId)
  const refused = await lockRefused(tx, checkoutId, reversalId)
  if (!refused) return 'notNow'
  const { attemptId, ...charge } = refused
  if (charge.cause === 'refund') {
    const asked = await requestRefund(tx, move, reference)
    if (asked !== 'requested') return asked === 'stillPosting' ? asked : 'notNow'
  } else {
    const reason = scrub(move.reason)
    const giveBack = { ...charge, reference, reason, requestedBy: by }
    const event = await requestReversal(tx, { checkoutId, attemptId, at }, giveBack)
    await appendEvents(tx, checkoutId, at, [event])
  }
  const id = await readByReference(tx, reference)
  const detail = { reason: 'given back in the gateway’s console', by }
  await recordWithin(tx, {
    id,
    checkoutId,
    epoch: 0,
    at,
    to: 'DONE',
    nextTryAt: null,
    isMiss: false,
    newReference: null,
    refundReference: null,
    detail,
    letter,
  })
  return 'recorded'
}

async function readByReference(tx: Tx, reference: string): Promise<number> {
  const row = await tx.selectFrom('reversal').select('id').where('reference', '=', reference).executeTakeFirstOrThrow()
  return row.id
}
