import {
  listBills,
  readConsumption as readConsumptionCall,
  readLatestBill as readLatestBillCall,
} from '@portal/contract/bills'
import type { AccountNumber } from '@portal/contract/ids'
import { decimalCents } from '@portal/contract/money'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { ReadPortalPayments } from '../../foundation/payable-accounts/portal-payments.ts'
import { isOpenTo } from '../../foundation/sessions/own-accounts.ts'
import { refuseCommonly } from '../../http/problem.ts'
import { customerOrAdminRoute } from '../../http/route.ts'
import { readConsumption } from './read-consumption.ts'
import { readLatestBill } from './read-latest-bill.ts'

/** The bills of an account: the newest, all of them, and the chart of twelve months (C§2.5, C§7). */
export function billsRoutes(app: FastifyInstance, deps: Deps, readPortalPayments: ReadPortalPayments): void {
  const requireOwn = async (sessionId: number, account: AccountNumber): Promise<void> => {
    if (!(await isOpenTo(deps.db, sessionId, account))) throw refuseCommonly('not-allowed')
  }

  customerOrAdminRoute(app, readLatestBillCall, async (asked) => ({
    result: await readLatestBill(deps, readPortalPayments, asked, asked.body),
  }))
  customerOrAdminRoute(app, listBills, async ({ session, body }) => {
    await requireOwn(session.id, body.accountId)
    const { bills, total } = await deps.billing.listBills(body.accountId, body.page, body.size)
    const result = bills.map((bill) => ({
      billID: bill.billId,
      billDate: bill.billDate,
      totalAmount: decimalCents(bill.total),
    }))
    return { result, total }
  })
  customerOrAdminRoute(app, readConsumptionCall, async ({ session, body }) => {
    await requireOwn(session.id, body.accountId)
    return await readConsumption(deps, body.accountId)
  })
}
