import type { Cents } from '@portal/contract/money'
import { sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'
import type { ReversalCause } from '../../../database/tables/payments.ts'
import type { NewLetter } from '../../../foundation/mail/outbox.ts'
import { lockCheckout } from '../../../foundation/payment-moves/lock-checkout.ts'
import type { HandMove, WasGivenBack } from '../../../foundation/payment-moves/payment-moves.ts'
import { appendEvents } from '../events.ts'
import { requestRefund } from '../reversals/refund-queries.ts'
import { recordWithin, requestReversal } from '../reversals/reversal-queries.ts'
import { scrub } from '../scrub.ts'

/** A charge that was given back outside the portal after the gateway had refused to do so for us. */
export interface GivenBackByHand {
  /** The request that was refused and still needs a person. */
  reversalId: number
  /** Our unique reference for the request that stands for what was done by hand. It is never sent. */
  reference: string
  /** The letter to the payer, if this was the checkout's own charge or a second one. */
  letter: NewLetter | null
}

/** A void or refund that was refused and still needs a person. */
interface RefusedReversal {
  attemptId: number
  tag: string
  authorization: string
  amount: Cents
  cause: ReversalCause
}

/** Reads and locks a refused void or refund; null when the payment has none with this id that still needs a person. */
export async function lockRefused(tx: Tx, checkoutId: number, reversalId: number): Promise<RefusedReversal | null> {
  const { rows } = await sql<RefusedReversal>`
    select attempt_id as "attemptId", transaction_tag as tag, authorization_number as authorization,
      amount_cents as amount, cause
    from reversal where id = ${reversalId}::bigint and checkout_id = ${checkoutId}::bigint and needs_person
    for update
  `.execute(tx)
  return rows[0] ?? null
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
