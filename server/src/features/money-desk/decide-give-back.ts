import { decideGiveBack as call } from '@portal/contract/money-desk'
import type { Instant } from '@portal/contract/dates'
import { cents, formatCents } from '@portal/contract/money'
import type { AdminCaller } from '../../caller.ts'
import type { Tx } from '../../database/connect.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit/audit.ts'
import type { PaymentMoves } from '../../foundation/payment-moves/payment-moves.ts'
import { refuse } from '../../http/problem.ts'
import { type OpenRequest, closeRequest, lockRequest } from './give-back.ts'
import { type DeskDeps, nameOf } from './move-payment.ts'

/**
 * Decides on a request to give a payment back. A second person approves it, or anybody rejects it; the person who asked
 * can only reject it. An approval commits together with the request to the engine, which voids or refunds depending on
 * the gateway's batch, or with the record of what was given back by hand. Of two decisions made at once the first
 * counts.
 * @returns the payment's key
 * @throws Refusal `no-such-request`, `not-now`, `own-request`, `still-posting`
 */
export async function decideGiveBack(
  { db, clock, moves }: DeskDeps,
  caller: AdminCaller,
  { id, why }: { id: number; why: string | null },
  origin: AuditOrigin,
): Promise<number> {
  const at = clock.now()
  const checkoutId = await db.transaction().execute(async (tx) => {
    const request = await lockRequest(tx, id)
    if (request === 'none') throw refuse(call, 'no-such-request')
    if (!request) throw refuse(call, 'not-now')
    if (why === null) await approve(tx, moves, request, { caller, at })
    else {
      const move = { checkoutId: request.checkoutId, by: caller.username, reason: why, at }
      await moves.note(tx, move, saidNo(request))
    }
    const state = why === null ? 'APPROVED' : 'REJECTED'
    await closeRequest(tx, id, { state, by: caller, at, note: why })
    const action = why === null ? 'give-back-approved' : 'give-back-rejected'
    const { requestedByName: askedBy, reason, refusedReversalId } = request
    const how = refusedReversalId === null ? {} : { how: 'in the gateway’s console' }
    const facts = { askedBy, reason, amount: dollars(request), ...how }
    const subject = (await nameOf(tx, request.checkoutId)) ?? ''
    const event = { actor: actorOf(caller), action, subject, after: why === null ? facts : { ...facts, why } } as const
    await recordAudit(tx, event, origin, at)
    return request.checkoutId
  })
  moves.wake()
  return checkoutId
}

async function approve(
  tx: Tx,
  moves: PaymentMoves,
  request: OpenRequest,
  { caller, at }: { caller: AdminCaller; at: Instant },
): Promise<void> {
  if (request.requestedBy === caller.adminUserId) throw refuse(call, 'own-request')
  const { checkoutId, reason, requestedByName, refusedReversalId } = request
  const move = { checkoutId, by: `${requestedByName}, approved by ${caller.username}`, reason, at }
  const answer =
    refusedReversalId === null
      ? await moves.giveBack(tx, move)
      : await moves.recordGivenBack(tx, move, refusedReversalId)
  if (answer === 'stillPosting') throw refuse(call, 'still-posting')
  if (answer !== 'requested' && answer !== 'recorded') throw refuse(call, 'not-now')
}

function saidNo({ refusedReversalId }: OpenRequest): string {
  return refusedReversalId === null
    ? 'said no to giving it back'
    : 'said no to recording that it was given back in the gateway’s console'
}

function dollars({ amountCents }: OpenRequest): string {
  return `$${formatCents(cents(amountCents))}`
}
