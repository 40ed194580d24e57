import { countAttention as countAttentionCall } from '@portal/contract/attention-count'
import {
  decideGiveBack as decideGiveBackCall,
  findDeskPayment,
  listAttention,
  listDiscrepancies as listDiscrepanciesCall,
  movePayment as movePaymentCall,
  readDeskPayment,
  settleDiscrepancy as settleDiscrepancyCall,
} from '@portal/contract/money-desk'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { adminRoute } from '../../http/route.ts'
import type { Engine } from '../../payments/engine.ts'
import { decideRefundRequest } from './decide-refund-request.ts'
import { listDiscrepancies, settleDiscrepancy } from './discrepancies.ts'
import { countExceptions, findByReceipt, listExceptions } from './list-exceptions.ts'
import { readException } from './read-exception.ts'
import { resolveException, resolveEscalatedPayment } from './resolve-exception.ts'

/** Payments that need a person (P6), for levels 1 and 3. */
export function exceptionRoutes(app: FastifyInstance, allDeps: Deps, engine: Engine): void {
  const deps = { ...allDeps, engine }
  adminRoute(app, countAttentionCall, async () => await countExceptions(deps))
  adminRoute(app, listAttention, async ({ query }) => await listExceptions(deps, query.after))
  adminRoute(app, listDiscrepanciesCall, async ({ query }) => await listDiscrepancies(deps.db, query.after))
  adminRoute(app, readDeskPayment, async ({ session, params }) => await readException(deps, session, params.id))
  adminRoute(app, findDeskPayment, async ({ body }) => ({ id: await findByReceipt(deps.db, body.receipt) }))
  adminRoute(app, movePaymentCall, async (asked) => {
    const { session, params, body: wanted } = asked
    if (wanted.move === 'settleCharged' || wanted.move === 'settleNotCharged') {
      await resolveEscalatedPayment(deps, session, { id: params.id, wanted }, asked)
    } else await resolveException(deps, session, { id: params.id, wanted }, asked)
    return await readException(deps, session, params.id)
  })
  adminRoute(app, decideGiveBackCall, async (asked) => {
    const { session, params, body } = asked
    const why = body.decision === 'reject' ? body.why : null
    return await readException(deps, session, await decideRefundRequest(deps, session, { id: params.id, why }, asked))
  })
  adminRoute(app, settleDiscrepancyCall, async (asked) => {
    await settleDiscrepancy(deps, asked.session, { id: asked.params.id, evidence: asked.body.evidence }, asked)
    return { settled: true as const }
  })
}
