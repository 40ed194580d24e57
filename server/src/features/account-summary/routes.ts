import { readAccountSummary as readAccountSummaryCall } from '@portal/contract/account-summary'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { customerOrAdminRoute } from '../../http/route.ts'
import { readAccountSummary } from './read-account-summary.ts'

/** The table of the dashboard (C§2.5). */
export function accountSummaryRoutes(app: FastifyInstance, deps: Deps): void {
  customerOrAdminRoute(app, readAccountSummaryCall, ({ session, body, log }) =>
    readAccountSummary(deps, { sessionId: session.id, after: body.after ?? null }, log),
  )
}
