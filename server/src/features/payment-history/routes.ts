import { readPaymentHistory as readPaymentHistoryCall } from '@portal/contract/payment-history'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { customerOrAdminRoute } from '../../http/route.ts'
import { readPaymentHistory } from './read-payment-history.ts'

/** The payments of an account (C§2.5, C§7). */
export function paymentHistoryRoutes(app: FastifyInstance, deps: Deps): void {
  customerOrAdminRoute(app, readPaymentHistoryCall, async ({ session, body }) => ({
    result: await readPaymentHistory(deps, session, body.accountId),
  }))
}
