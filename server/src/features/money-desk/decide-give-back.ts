import type { Instant } from '@portal/contract/dates'
import { formatCents } from '@portal/contract/money'
import { decideGiveBack as decideGiveBackCall } from '@portal/contract/money-desk'
import type { AdminCaller } from '../../caller.ts'
import type { Tx } from '../../database/connect.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit/audit.ts'
import { mayBeOnePerson } from '../../foundation/four-eyes/four-eyes.ts'
import type { PaymentMoves } from '../../foundation/payment-moves/payment-moves.ts'
import { refuse } from '../../http/problem.ts'
import { type OpenRequest, closeRequest, isOwnRequest, lockRequest } from './give-back.ts'
import { type DeskDeps, nameOf } from './move-payment.ts'

/**
 * Decides on a request to give a payment back. A second person may approve or reject it. The person who asked may only
 * reject it. An approval commits together with what follows from it: either the request to the engine, which voids or
 * refunds depending on the gateway's batch, or the record of what was given back by hand. When two decisions are made
 * at once, the first counts.
 * @returns the payment's key
 * @throws Refusal `no-such-request`, `not-now`, `own-request`, `one-hand`, `still-posting`
 */
export async function decideGiveBack(
  { db, clock, moves }: DeskDeps,
  caller: AdminCaller,
  { id, why }: { id: number; why: string | null },
  origin: AuditOrigin,
): Promise<number> {
  const at = clock.now()
  const paymentId = await db.transaction().execute(async (tx) => {
    const request = await lockRequest(tx, id)
    if (request === 'none') throw refuse(decideGiveBackCall, 'no-such-request')
    if (request === 'closed') throw refuse(decideGiveBackCall, 'not-now')
    const { checkoutId } = request
    if (why === null) await approve(tx, moves, request, { caller, at })
    else await moves.note(tx, { checkoutId, by: caller.username, reason: why, at }, saidNo(request, caller))
    await closeRequest(tx, id, { state: why === null ? 'APPROVED' : 'REJECTED', by: caller, at, note: why })
    const subject = (await nameOf(tx, checkoutId)) ?? ''
    await recordAudit(tx, { actor: actorOf(caller), subject, ...auditOf(request, why) }, origin, at)
    return checkoutId
  })
  moves.wake()
  return paymentId
}

async function approve(
  tx: Tx,
  moves: PaymentMoves,
  request: OpenRequest,
  { caller, at }: { caller: AdminCaller; at: Instant },
): Promise<void> {
  if (isOwnRequest(request, caller)) throw refuse(decideGiveBackCall, 'own-request')
  const asked = { by: request.requestedBy, at: request.requestedAt }
  if (await mayBeOnePerson(tx, asked, { by: caller, at })) throw refuse(decideGiveBackCall, 'one-hand')
  const { checkoutId, reason, requestedByName, refusedReversalId } = request
  const move = { checkoutId, by: `${requestedByName}, approved by ${caller.username}`, reason, at }
  const answer =
    refusedReversalId === null
      ? await moves.giveBack(tx, move)
      : await moves.recordGivenBack(tx, move, refusedReversalId)
  if (answer === 'stillPosting') throw refuse(decideGiveBackCall, 'still-posting')
  if (answer !== 'requested' && answer !== 'recorded') throw refuse(decideGiveBackCall, 'not-now')
}

/** The decision as the audit log records it; `why` is null for an approval. */
function auditOf({ requestedByName: askedBy, reason, amount, refusedReversalId }: OpenRequest, why: string | null) {
  const how = refusedReversalId === null ? {} : { how: 'in the gateway’s console' }
  const facts = { askedBy, reason, amount: `$${formatCents(amount)}`, ...how }
  return why === null
    ? ({ action: 'give-back-approved', after: facts } as const)
    : ({ action: 'give-back-rejected', after: { ...facts, why } } as const)
}

/** What the history says about a rejection. If it is by the person who asked, they have changed their mind. */
function saidNo(request: OpenRequest, caller: AdminCaller): string {
  const verb = isOwnRequest(request, caller) ? 'took back the request for' : 'said no to'
  return request.refusedReversalId === null
    ? `${verb} giving it back`
    : `${verb} recording that it was given back in the gateway’s console`
}
