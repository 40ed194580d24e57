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
import type { PaymentMoves } from '../../payments/manual/payment-moves.ts'
import { decideGiveBack } from './decide-refund-request.ts'
import { listDiscrepancies, settleDiscrepancy } from './discrepancies.ts'
import { countAttention, findByReceipt, listPayments } from './list-exceptions.ts'
import { readPayment } from './read-exception.ts'
import { movePayment, settlePayment } from './resolve-exception.ts'

/** Payments that need a person (P6), for levels 1 and 3. `moves` are the moves that the payment engine offers. */
export function moneyDeskRoutes(app: FastifyInstance, allDeps: Deps, moves: PaymentMoves): void {
  const deps = { ...allDeps, moves }
  adminRoute(app, countAttentionCall, async () => await countAttention(deps))
  adminRoute(app, listAttention, async ({ query }) => await listPayments(deps, query.after))
  adminRoute(app, listDiscrepanciesCall, async ({ query }) => await listDiscrepancies(deps.db, query.after))
  adminRoute(app, readDeskPayment, async ({ session, params }) => await readPayment(deps, session, params.id))
  adminRoute(app, findDeskPayment, async ({ body }) => ({ id: await findByReceipt(deps.db, body.receipt) }))
  adminRoute(app, movePaymentCall, async (asked) => {
    const { session, params, body: wanted } = asked
    if (wanted.move === 'settleCharged' || wanted.move === 'settleNotCharged') {
      await settlePayment(deps, session, { id: params.id, wanted }, asked)
    } else await movePayment(deps, session, { id: params.id, wanted }, asked)
    return await readPayment(deps, session, params.id)
  })
  adminRoute(app, decideGiveBackCall, async (asked) => {
    const { session, params, body } = asked
    const why = body.decision === 'reject' ? body.why : null
    return await readPayment(deps, session, await decideGiveBack(deps, session, { id: params.id, why }, asked))
  })
  adminRoute(app, settleDiscrepancyCall, async (asked) => {
    await settleDiscrepancy(deps, asked.session, { id: asked.params.id, evidence: asked.body.evidence }, asked)
    return { settled: true as const }
  })
}
