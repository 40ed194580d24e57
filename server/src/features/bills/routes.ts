import {
  listBills as listBillsCall,
  readConsumption as readConsumptionCall,
  readLatestBill as readLatestBillCall,
} from '@portal/contract/bills'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { customerOrAdminRoute } from '../../http/route.ts'
import { listBills } from './list-bills.ts'
import { readConsumption } from './read-consumption.ts'
import { readLatestBill } from './read-latest-bill.ts'

/** The bills of an account: the newest, all of them, and the chart of twelve months (C§2.5, C§7). */
export function billsRoutes(app: FastifyInstance, deps: Deps): void {
  customerOrAdminRoute(app, readLatestBillCall, async (asked) => ({
    result: await readLatestBill(deps, asked, asked.body),
  }))
  customerOrAdminRoute(app, listBillsCall, async ({ session, body }) => await listBills(deps, session.id, body))
  customerOrAdminRoute(
    app,
    readConsumptionCall,
    async ({ session, body }) => await readConsumption(deps, session.id, body.accountId),
  )
}
