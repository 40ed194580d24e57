import {
  readBillingPayments as readBillingPaymentsCall,
  readIndividualPayments as readIndividualPaymentsCall,
  readWebPayments as readWebPaymentsCall,
  searchTransactionLogs,
} from '@portal/contract/one-payment'
import { exportTransactions } from '@portal/contract/report-export'
import { readTransactions, searchTransactions } from '@portal/contract/reports'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { adminRoute, downloadRoute } from '../../http/route.ts'
import { exportPayments } from './export-csv.ts'
import { readBankPayment, readBillingPayments, readIndividualPayments, readWebPayments } from './one-payment.ts'
import { searchPayments } from './search-payments.ts'
import { readTransactionLog } from './transaction-log.ts'

/** Among millions (A§2 Reports). */
export function reportsRoutes(app: FastifyInstance, deps: Deps): void {
  adminRoute(app, readTransactions, async ({ query }) => ({ result: await searchPayments(deps, query) }))
  adminRoute(app, searchTransactions, async ({ body }) => ({ result: await searchPayments(deps, body) }))
  downloadRoute(
    app,
    exportTransactions,
    async (request) => await exportPayments(deps, request.session, request.query, request),
  )
  adminRoute(app, readIndividualPaymentsCall, async ({ params }) => ({
    result: { data: await readIndividualPayments(deps.db, params.id), bank: await readBankPayment(deps.db, params.id) },
  }))
  adminRoute(app, searchTransactionLogs, async ({ body }) => {
    const log = await readTransactionLog(deps, body)
    return { result: log ? [log] : [] }
  })
  adminRoute(app, readWebPaymentsCall, async ({ body }) => ({ result: await readWebPayments(deps.db, body.accountId) }))
  adminRoute(app, readBillingPaymentsCall, async ({ body }) => ({
    result: await readBillingPayments(deps, body.accountId),
  }))
}
