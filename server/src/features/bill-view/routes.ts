import { viewBill, viewLinkedBill } from '@portal/contract/bill-view'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { takeTry } from '../../foundation/rate-limits/rate-limits.ts'
import { isOpenTo } from '../../foundation/sessions/own-accounts.ts'
import { refuse, requireTry } from '../../http/problem.ts'
import { customerOrAdminRoute, publicRoute } from '../../http/route.ts'
import { judgeBillLink } from './bill-link.ts'
import { billViewOf } from './bill-view.ts'

/** A whole bill: for its signed-in owner, and for whoever holds a signed address of it (C§2.7, C§6, R7). */
export function billViewRoutes(app: FastifyInstance, deps: Deps): void {
  customerOrAdminRoute(app, viewBill, async ({ session, body }) => {
    const bill = await deps.billing.findBill(body.billId)
    const isOwn = bill !== null && (await isOpenTo(deps.db, session.id, bill.accountId))
    if (!isOwn) throw refuse(viewBill, 'bill-not-yours')
    return billViewOf(bill)
  })
  publicRoute(app, viewLinkedBill, async ({ body, clientAddress }) => {
    requireTry(await takeTry(deps, 'billLinksPerAddress', clientAddress))
    const judged = judgeBillLink(deps, body)
    if (judged === 'notOurs') throw refuse(viewLinkedBill, 'link-not-ours')
    const bill = judged === 'good' ? await deps.billing.findBill(body.billId) : null
    if (!bill) throw refuse(viewLinkedBill, 'link-expired')
    return billViewOf(bill)
  })
}
