import { type AskedRefund, askForRefund, readAskedRefund } from '@portal/contract/asked-refunds'
import {
  listAutopayExceptions as listAutopayExceptionsCall,
  markAutopaySeen as markAutopaySeenCall,
} from '@portal/contract/autopay-exceptions'
import {
  listDiscrepancies as listDiscrepanciesCall,
  resolveDiscrepancy as resolveDiscrepancyCall,
} from '@portal/contract/discrepancies'
import { countExceptions as countExceptionsCall } from '@portal/contract/exception-count'
import {
  type ExceptionDetails,
  decideApprovalRequest as decideApprovalRequestCall,
  findPayment,
  listExceptions as listExceptionsCall,
  actOnPayment,
  readException as readExceptionCall,
} from '@portal/contract/exceptions'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { adminRoute } from '../../http/route.ts'
import type { Engine } from '../../payments/engine.ts'
import { actOnException, requestUndo, resolveEscalatedPayment } from './act-on-exception.ts'
import { listAutopayExceptions, markAutopaySeen } from './autopay-exceptions.ts'
import { decideApprovalRequest } from './decide-approval-request.ts'
import { listDiscrepancies, resolveDiscrepancy } from './discrepancies.ts'
import { countExceptions, findByReceipt, listExceptions } from './list-exceptions.ts'
import { readException } from './read-exception.ts'

/** P6, for levels 1 and 3. Levels 4 and 5 ask them for refunds. */
export function exceptionRoutes(app: FastifyInstance, allDeps: Deps, engine: Engine): void {
  const deps = { ...allDeps, engine }
  adminRoute(app, countExceptionsCall, async ({ session }) => await countExceptions(deps, session))
  adminRoute(app, listExceptionsCall, async ({ query }) => await listExceptions(deps, query.after))
  adminRoute(
    app,
    listDiscrepanciesCall,
    async ({ session, query }) => await listDiscrepancies(deps.db, session, query.after),
  )
  adminRoute(app, listAutopayExceptionsCall, async ({ query }) => await listAutopayExceptions(deps, query.after))
  adminRoute(app, markAutopaySeenCall, async (request) => {
    const { key } = request.params
    await markAutopaySeen(deps, request.session, { key, why: request.body.why }, request)
    return { seen: true as const }
  })
  adminRoute(app, readExceptionCall, async ({ session, params }) => await readException(deps, session, params.id))
  adminRoute(app, findPayment, async ({ body }) => ({ id: await findByReceipt(deps.db, body.receipt) }))
  adminRoute(app, actOnPayment, async (request) => {
    const { session, params, body: wanted } = request
    if (wanted.action === 'resolveCharged' || wanted.action === 'resolveNotCharged') {
      await resolveEscalatedPayment(deps, session, { id: params.id, wanted }, request)
    } else if (wanted.action === 'undoResolution') {
      await requestUndo(deps, session, { id: params.id, why: wanted.why }, request)
    } else await actOnException(deps, session, { id: params.id, wanted }, request)
    return await readException(deps, session, params.id)
  })
  adminRoute(app, readAskedRefund, async ({ session, params }) =>
    askedRefundOf(await readException(deps, session, params.id)),
  )
  adminRoute(app, askForRefund, async (request) => {
    const { session, params, body } = request
    await actOnException(deps, session, { id: params.id, wanted: { action: 'requestRefund', ...body } }, request)
    return askedRefundOf(await readException(deps, session, params.id))
  })
  adminRoute(app, decideApprovalRequestCall, async (request) => {
    const { session, params, body } = request
    const why = body.decision === 'reject' ? body.why : null
    const id = await decideApprovalRequest(deps, session, { id: params.id, why }, request)
    return { payment: id === null ? null : await readException(deps, session, id) }
  })
  adminRoute(app, resolveDiscrepancyCall, async (request) => {
    await resolveDiscrepancy(deps, request.session, { id: request.params.id, evidence: request.body.evidence }, request)
    return { resolved: true as const }
  })
}

function askedRefundOf({ actions, approvalRequests, asksAboutBank }: ExceptionDetails): AskedRefund {
  const request = approvalRequests.find(({ kind }) => kind === 'refund')
  return {
    mayAsk: actions.includes('requestRefund'),
    request: request ?? null,
    ...(asksAboutBank && { asksAboutBank }),
  }
}
