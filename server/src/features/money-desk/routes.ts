import { countAttention, mostCounted } from '@portal/contract/attention-count'
import {
  decideGiveBack as decideGiveBackCall,
  findDeskPayment,
  listAttention,
  listDiscrepancies as listDiscrepanciesCall,
  movePayment as movePaymentCall,
  readDeskPayment,
  settleDiscrepancy as settleDiscrepancyCall,
} from '@portal/contract/money-desk'
import { tagOfReceipt } from '@portal/contract/payments'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../database/connect.ts'
import { chargedStates } from '../../database/tables/payments.ts'
import type { Deps } from '../../deps.ts'
import type { PaymentMoves } from '../../foundation/payment-moves/payment-moves.ts'
import { refuse } from '../../http/problem.ts'
import { adminRoute } from '../../http/route.ts'
import { countPayments, overdueBefore } from './attention.ts'
import { decideGiveBack } from './decide-give-back.ts'
import { countDiscrepancies, listDiscrepancies, settleDiscrepancy } from './discrepancies.ts'
import { listPayments } from './list-payments.ts'
import { movePayment } from './move-payment.ts'
import { readPayment } from './read-payment.ts'

/** Payments that need a person (P6), for levels 1 and 3. `moves` is what the payment engine lets people do. */
export function moneyDeskRoutes(app: FastifyInstance, allDeps: Deps, moves: PaymentMoves): void {
  const deps = { ...allDeps, moves }
  adminRoute(app, countAttention, async () => {
    const [payments, discrepancies] = await Promise.all([
      countPayments(deps.db, overdueBefore(deps)),
      countDiscrepancies(deps.db),
    ])
    return {
      payments: Math.min(payments, mostCounted),
      discrepancies: Math.min(discrepancies, mostCounted),
      isMore: Math.max(payments, discrepancies) > mostCounted,
    }
  })
  adminRoute(app, listAttention, async ({ query }) => await listPayments(deps, query.after))
  adminRoute(app, listDiscrepanciesCall, async ({ query }) => await listDiscrepancies(deps.db, query.after))
  adminRoute(app, readDeskPayment, async ({ session, params }) => await readPayment(deps, session, params.id))
  adminRoute(app, findDeskPayment, async ({ body }) => ({ id: await findByReceipt(deps.db, body.receipt) }))
  adminRoute(app, movePaymentCall, async (asked) => {
    const { session, params, body: wanted } = asked
    await movePayment(deps, session, { id: params.id, wanted }, asked)
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

/** A receipt of one account, or that of the whole payment. @throws Refusal `no-such-payment` */
async function findByReceipt(db: Db, receipt: string): Promise<number> {
  const tag = tagOfReceipt(receipt) ?? ''
  const payment = await db
    .selectFrom('charge_attempt')
    .select('checkout_id')
    .where('transaction_tag', '=', tag)
    .where('state', 'in', chargedStates)
    .executeTakeFirst()
  if (!payment) throw refuse(findDeskPayment, 'no-such-payment')
  return payment.checkout_id
}
