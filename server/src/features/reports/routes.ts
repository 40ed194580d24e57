import {
  readBillingPayments,
  readIndividualPayments,
  readWebPayments,
  searchTransactionLogs,
} from '@portal/contract/one-payment'
import { exportTransactions, readTransactions, searchTransactions } from '@portal/contract/reports'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { adminRoute, downloadRoute } from '../../http/route.ts'
import { exportPayments } from './export-csv.ts'
import { billingPayments, individualPayments, webPayments } from './one-payment.ts'
import { searchPayments } from './search-payments.ts'
import { transactionLog } from './transaction-log.ts'

/** Finding payments among millions (A§2 Reports). */
export function reportsRoutes(app: FastifyInstance, deps: Deps): void {
  adminRoute(app, readTransactions, async ({ query }) => ({ result: await searchPayments(deps, query) }))
  adminRoute(app, searchTransactions, async ({ body }) => ({ result: await searchPayments(deps, body) }))
  downloadRoute(app, exportTransactions, async (asked) => await exportPayments(deps, asked.session, asked.query, asked))
  adminRoute(app, readIndividualPayments, async ({ params }) => ({
    result: { data: await individualPayments(deps.db, params.id) },
  }))
  adminRoute(app, searchTransactionLogs, async ({ body }) => {
    const log = await transactionLog(deps, body)
    return { result: log ? [log] : [] }
  })
  adminRoute(app, readWebPayments, async ({ body }) => ({ result: await webPayments(deps.db, body.accountId) }))
  adminRoute(app, readBillingPayments, async ({ body }) => ({ result: await billingPayments(deps, body.accountId) }))
}
