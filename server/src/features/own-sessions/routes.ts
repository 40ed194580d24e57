import { endOwnSession, listOwnSessions } from '@portal/contract/own-sessions'
import { ownSessionsTexts } from '@portal/contract/own-sessions-texts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { customerRoute } from '../../http/route.ts'
import { removeOtherSession, selectOwnSessions } from './queries.ts'

/** Where a customer is logged in, and logging out there (design §7). */
export function ownSessionsRoutes(app: FastifyInstance, deps: Deps): void {
  customerRoute(app, listOwnSessions, async ({ session }) => ({
    result: await selectOwnSessions(deps.db, session, deps.clock.now()),
  }))
  customerRoute(app, endOwnSession, async ({ session, body }) => {
    if (!(await removeOtherSession(deps.db, session, body.id, deps.clock.now()))) {
      return { result: { status: 'Failed' as const, description: ownSessionsTexts.endedAlready } }
    }
    deps.log.info({ event: 'session-ended', webUser: session.webUserId }, 'A customer ended a session elsewhere')
    return { result: { status: 'Success' as const, description: ownSessionsTexts.ended } }
  })
}
