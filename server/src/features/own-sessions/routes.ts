import { endOwnSession, listOwnSessions } from '@portal/contract/own-sessions'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { customerOrAdminRoute } from '../../http/route.ts'
import { endSession } from './end-session.ts'
import { selectOwnSessions } from './queries.ts'

/** Where a customer or an administrator is logged in, and logging out there (docs/security.md). */
export function ownSessionsRoutes(app: FastifyInstance, deps: Deps): void {
  customerOrAdminRoute(app, listOwnSessions, async ({ session }) => ({
    result: await selectOwnSessions(deps.db, session, deps.clock.now()),
  }))
  customerOrAdminRoute(app, endOwnSession, async ({ session, body, clientAddress, requestId, cookies }) =>
    endSession(deps, session, body, { clientAddress, requestId, knownToken: cookies.readKnown() }),
  )
}
