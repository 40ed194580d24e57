import {
  type BillView,
  viewBill as viewBillCall,
  viewLinkedBill as viewLinkedBillCall,
} from '@portal/contract/bill-view'
import type { BillId } from '@portal/contract/ids'
import { isSubmitted } from '@portal/contract/owed'
import type { FastifyInstance } from 'fastify'
import type { Bill } from '../../adapters/billing-system/port-bills.ts'
import type { Deps } from '../../deps.ts'
import { consume } from '../../foundation/rate-limits/rate-limits.ts'
import { hasAccess } from '../../foundation/sessions/accounts.ts'
import { customerOrAdminRoute, publicRoute } from '../../http/route.ts'
import { readPortalPayments } from '../../payments/balances.ts'
import { refuse } from '../../refusal.ts'
import { billViewOf } from './bill-document.ts'
import { type BillLink, verifyBillLink } from './bill-link.ts'

/** A whole bill, for its signed-in owner and for anyone who has a signed address of it (C§2.7, C§6, R7). */
export function billViewRoutes(app: FastifyInstance, deps: Deps): void {
  customerOrAdminRoute(app, viewBillCall, async ({ session, body }) => await viewBill(deps, session.id, body.billId))
  publicRoute(
    app,
    viewLinkedBillCall,
    async ({ body, clientAddress }) => await viewLinkedBill(deps, body, clientAddress),
  )
}

/**
 * A bill of an account that is open to the session (C§2.7).
 * @throws Refusal `bill-not-yours`, also for a bill that does not exist; BillingSystemDown
 */
async function viewBill(deps: Deps, sessionId: number, billId: BillId): Promise<BillView> {
  const bill = await deps.billing.findBill(billId)
  const isOwn = bill !== null && (await hasAccess(deps.db, sessionId, bill.accountId))
  if (!isOwn) throw refuse(viewBillCall, 'bill-not-yours')
  return await withStanding(deps, bill)
}

/**
 * The bill of a signed address, for anyone who has that address (C§6, R7).
 * @throws Refusal `link-not-ours`, `link-expired`, or after too many tries; BillingSystemDown
 */
async function viewLinkedBill(deps: Deps, link: BillLink, clientAddress: string): Promise<BillView> {
  await consume(deps, 'billLinksPerAddress', clientAddress)
  const result = verifyBillLink(deps, link)
  if (result === 'notOurs') throw refuse(viewLinkedBillCall, 'link-not-ours')
  const bill = result === 'good' ? await deps.billing.findBill(link.billId) : null
  if (!bill) throw refuse(viewLinkedBillCall, 'link-expired')
  return await withStanding(deps, bill)
}

async function withStanding(deps: Deps, bill: Bill): Promise<BillView> {
  const known = await readPortalPayments(deps, [bill.accountId])
  const [account] = await deps.billing.balances([bill.accountId])
  const pendingPayment = known.get(bill.accountId)?.pending ?? null
  return billViewOf(bill, account, isSubmitted({ pendingPayment }))
}
