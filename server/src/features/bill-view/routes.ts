import { viewBill as viewBillCall, viewLinkedBill as viewLinkedBillCall } from '@portal/contract/bill-view'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { customerOrAdminRoute, publicRoute } from '../../http/route.ts'
import { viewBill, viewLinkedBill } from './view-bill.ts'

/** A whole bill, for its signed-in owner and for anyone who has a signed address of it (C§2.7, C§6, R7). */
export function billViewRoutes(app: FastifyInstance, deps: Deps): void {
  customerOrAdminRoute(app, viewBillCall, async ({ session, body }) => await viewBill(deps, session.id, body.billId))
  publicRoute(
    app,
    viewLinkedBillCall,
    async ({ body, clientAddress }) => await viewLinkedBill(deps, body, clientAddress),
  )
}
