import { readAccountSummary as readAccountSummaryCall } from '@portal/contract/account-summary'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { customerOrAdminRoute } from '../../http/route.ts'
import type { ReadPortalPayments } from '../../payments/balances.ts'
import { readAccountSummary } from './read-account-summary.ts'

/** The table of the dashboard (C§2.5). */
export function accountSummaryRoutes(app: FastifyInstance, deps: Deps, readPortalPayments: ReadPortalPayments): void {
  customerOrAdminRoute(app, readAccountSummaryCall, ({ session, body, log }) =>
    readAccountSummary(deps, readPortalPayments, { sessionId: session.id, after: body.after ?? null }, log),
  )
}
