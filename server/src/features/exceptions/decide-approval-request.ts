import type { Instant } from '@portal/contract/dates'
import { decideApprovalRequest as decideApprovalRequestCall } from '@portal/contract/exceptions'
import { formatCents } from '@portal/contract/money'
import type { AdminCaller } from '../../caller.ts'
import type { Tx } from '../../database/connect.ts'
import type { FoundCharge } from '../../database/tables/manual-actions.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit.ts'
import { mayBeOnePerson } from '../../foundation/four-eyes.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import { type Engine, startReversal } from '../../payments/engine.ts'
import {
  type FindingCheck,
  type RefundCheck,
  type ResolutionCheck,
  checkExternalRefund,
  checkFinding,
  checkResolution,
} from '../../payments/manual/compare-finding.ts'
import { addNote, wakeEngine } from '../../payments/manual/manual-actions.ts'
import { recordExternalRefund, undoExternalRefund } from '../../payments/manual/record-external-refund.ts'
import { recordFoundCharge } from '../../payments/manual/record-found-charge.ts'
import { resolveEscalated } from '../../payments/manual/resolve-escalated.ts'
import { undoResolution } from '../../payments/manual/undo-resolution.ts'
import { type ManualAction, requestRefund } from '../../payments/reversals/request-refund.ts'
import { refuse } from '../../refusal.ts'
import { type ExceptionDeps, nameOf, otherWith } from './act-on-exception.ts'
import { emailRequester } from './approval-emails.ts'
import { inWords } from './approval-requests.ts'
import { settleRecorded } from './discrepancies.ts'
import { type OpenRequest, closeRequest, isOwnRequest, lockRequest } from './open-request.ts'

/** Whoever asked may only reject; of two people, the first counts. @returns the payment's key, if any @throws Refusal */
export async function decideApprovalRequest(
  deps: ExceptionDeps,
  caller: AdminCaller,
  { id, why }: { id: number; why: string | null },
  origin: AuditOrigin,
): Promise<number | null> {
  const { db, clock, engine, wake } = deps
  const answer = why === null ? await checkAgain(deps, caller, id, origin) : null
  const undoing = why === null ? await checkUndo(deps, caller, id) : null
  const at = clock.now()
  const paymentId = await db.transaction().execute(async (tx) => {
    const request = await lockRequest(tx, id)
    if (request === 'none') throw refuse(decideApprovalRequestCall, 'request-not-found')
    if (request === 'closed') throw refuse(decideApprovalRequestCall, 'state-changed')
    const checkoutId =
      why === null
        ? await approve(tx, engine, request, { caller, at, answer, undoing })
        : await reject(tx, request, caller, { why, at })
    await emailRequester(tx, deps, { id, request, by: caller, why, at })
    const state = why === null ? 'APPROVED' : 'REJECTED'
    await closeRequest(tx, id, { state, by: caller, at, note: why, checkoutId })
    const subject = await subjectOf(tx, request)
    await recordAudit(tx, { actor: actorOf(caller), subject, ...auditOf(request, why, answer ?? undoing) }, origin, at)
    return checkoutId
  })
  wakeEngine(engine)
  wake(emailWork)
  return paymentId
}

async function reject(
  tx: Tx,
  request: OpenRequest,
  caller: AdminCaller,
  { why, at }: { why: string; at: Instant },
): Promise<number | null> {
  const { checkoutId } = request
  if (checkoutId !== null) {
    await addNote(tx, { checkoutId, by: caller.username, reason: why, at }, rejectionInWords(request, caller))
  }
  return checkoutId
}

async function subjectOf(tx: Tx, { checkoutId, charge }: OpenRequest): Promise<string> {
  return charge ? `charge ${charge.tag}` : (checkoutId !== null && (await nameOf(tx, checkoutId))) || ''
}

/** Asks the gateway again. @returns null: no resolution, or no longer escalated @throws Refusal `gateway-disagrees` */
async function checkAgain(
  { db, clock, engine }: ExceptionDeps,
  caller: AdminCaller,
  id: number,
  origin: AuditOrigin,
): Promise<FindingCheck | null> {
  const request = await db.transaction().execute(async (tx) => await lockRequest(tx, id))
  if (request === 'none' || request === 'closed' || isOwnRequest(request, caller)) return null
  if (!request.finding || request.checkoutId === null) return null
  const answer = await checkFinding(engine, request.checkoutId, request.finding)
  if (answer?.verdict !== 'contradicts') return answer
  await db.transaction().execute(async (tx) => {
    const subject = await subjectOf(tx, request)
    const event = { actor: actorOf(caller), subject, ...auditOf(request, null, answer), outcome: 'refused' } as const
    await recordAudit(tx, event, origin, clock.now())
  })
  throw refuse(decideApprovalRequestCall, 'gateway-disagrees', { detail: answer.said })
}

/** The same for a resolution to be undone. @throws Refusal unless the gateway still contradicts it */
async function checkUndo(
  { db, engine }: ExceptionDeps,
  caller: AdminCaller,
  id: number,
): Promise<ResolutionCheck | RefundCheck | null> {
  const request = await db.transaction().execute(async (tx) => await lockRequest(tx, id))
  if (request === 'none' || request === 'closed' || isOwnRequest(request, caller)) return null
  const { checkoutId, undoes } = request
  if (!undoes || checkoutId === null) return null
  return (await checkResolution(engine, checkoutId)) ?? (await checkExternalRefund(engine, checkoutId))
}

interface Approval {
  caller: AdminCaller
  at: Instant
  answer: FindingCheck | null
  undoing: ResolutionCheck | RefundCheck | null
}

/** @returns the payment's key */
async function approve(tx: Tx, engine: Engine, request: OpenRequest, approval: Approval): Promise<number> {
  const { caller, at } = approval
  if (isOwnRequest(request, caller)) throw refuse(decideApprovalRequestCall, 'own-request')
  const asked = { by: request.requestedBy, at: request.requestedAt }
  if (await mayBeOnePerson(tx, asked, { by: caller, at })) throw refuse(decideApprovalRequestCall, 'same-person')
  const { checkoutId, reason, requestedByName, charge } = request
  const action = { by: `${requestedByName}, approved by ${caller.username}`, reason, at }
  if (charge) return await record(tx, engine, charge, action)
  if (checkoutId === null) throw new Error(`A request is about nothing: ${request.reason}`)
  await approveAbout(tx, engine, request, { ...approval, action: { ...action, checkoutId } })
  return checkoutId
}

/** Its discrepancy is resolved with it. */
async function record(
  tx: Tx,
  engine: Engine,
  charge: FoundCharge,
  action: Omit<ManualAction, 'checkoutId'>,
): Promise<number> {
  const recorded = await recordFoundCharge(engine, tx, charge, action)
  if (recorded === 'known') throw refuse(decideApprovalRequestCall, 'charge-known')
  if (recorded === 'accountHeld') throw refuse(decideApprovalRequestCall, 'account-held')
  await settleRecorded(tx, charge.tag, action)
  return recorded
}

async function approveAbout(
  tx: Tx,
  engine: Engine,
  { refusedReversalId, finding, undoes }: OpenRequest,
  { answer, undoing, action }: Approval & { action: ManualAction },
): Promise<void> {
  if (finding) {
    const settled = answer && (await resolveEscalated(engine, tx, action, finding, answer))
    if (settled === 'tagTaken') {
      throw refuse(decideApprovalRequestCall, 'duplicate-tag', await otherWith(engine.db, finding))
    }
    if (!settled) throw refuse(decideApprovalRequestCall, 'state-changed')
    return
  }
  if (undoes) return await undo(tx, engine, action, undoing)
  const made =
    refusedReversalId === null
      ? await requestRefund(tx, action, startReversal(engine))
      : await recordExternalRefund(engine, tx, action, refusedReversalId)
  if (made === 'stillPosting') throw refuse(decideApprovalRequestCall, 'still-posting')
  if (made !== 'requested' && made !== 'recorded') throw refuse(decideApprovalRequestCall, 'state-changed')
}

async function undo(
  tx: Tx,
  engine: Engine,
  action: ManualAction,
  answer: ResolutionCheck | RefundCheck | null,
): Promise<void> {
  if (!answer) throw refuse(decideApprovalRequestCall, 'state-changed')
  const detail = { detail: answer.said }
  if (answer.verdict === 'agrees') throw refuse(decideApprovalRequestCall, 'gateway-disagrees', detail)
  if (answer.verdict !== 'contradicts') throw refuse(decideApprovalRequestCall, 'gateway-silent', detail)
  const undone =
    'refund' in answer
      ? await undoExternalRefund(engine, tx, action, answer)
      : await undoResolution(engine, tx, action, answer)
  if (undone === 'stillPosting') throw refuse(decideApprovalRequestCall, 'still-posting')
  if (undone === 'tagTaken') throw refuse(decideApprovalRequestCall, 'duplicate-tag')
  if (!undone) throw refuse(decideApprovalRequestCall, 'state-changed')
}

/** `why` is null for an approval. */
function auditOf(request: OpenRequest, why: string | null, answer: Pick<FindingCheck, 'said'> | null) {
  const { requestedByName: askedBy, reason, refusedReversalId, finding } = request
  const asked = { askedBy, reason, amount: `$${formatCents(request.amount)}` }
  if (request.charge) {
    const after = { ...asked, accounts: request.charge.accounts.map(({ accountId }) => accountId).join(', ') }
    return why === null
      ? ({ action: 'recording-approved', after } as const)
      : ({ action: 'recording-rejected', after: { ...after, why } } as const)
  }
  if (request.undoes) {
    return why === null
      ? ({ action: 'settlement-undone', after: { ...asked, gateway: answer?.said ?? '' } } as const)
      : ({ action: 'settlement-rejected', after: { ...asked, did: 'undoResolution', why } } as const)
  }
  if (finding) {
    return why === null
      ? ({ action: 'settlement-approved', after: { ...asked, ...finding, gateway: answer?.said ?? '' } } as const)
      : ({ action: 'settlement-rejected', after: { ...asked, ...finding, why } } as const)
  }
  const facts = { ...asked, ...(refusedReversalId === null ? {} : { how: 'in the gateway’s console' }) }
  return why === null
    ? ({ action: 'give-back-approved', after: facts } as const)
    : ({ action: 'give-back-rejected', after: { ...facts, why } } as const)
}

/** Whoever made the request has changed their mind. */
function rejectionInWords(request: OpenRequest, caller: AdminCaller): string {
  const verb = isOwnRequest(request, caller) ? 'withdrew' : 'rejected'
  if (request.finding) return `${verb} the request to resolve it as ${inWords(request.finding)}`
  if (request.undoes) return `${verb} the request to undo its resolution`
  return request.refusedReversalId === null ? `${verb} the refund request` : `${verb} the report of a refund`
}
