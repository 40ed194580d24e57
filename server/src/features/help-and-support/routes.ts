import { sendTicket as sendTicketCall } from '@portal/contract/help-and-support'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { customerRoute } from '../../http/route.ts'
import { sendTicket } from './send-ticket.ts'

/** Help & Support (C§2.5). */
export function helpAndSupportRoutes(app: FastifyInstance, deps: Deps): void {
  customerRoute(app, sendTicketCall, async ({ session, body }) => ({ result: await sendTicket(deps, session, body) }))
}
