import { listCustomerMessages, repeatMessage } from '@portal/contract/customer-messages'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { actorOf, recordAudit } from '../../foundation/audit.ts'
import { consume } from '../../foundation/rate-limits/rate-limits.ts'
import { adminRoute } from '../../http/route.ts'
import { findCustomer, subjectOf } from './customer.ts'
import { readMessages } from './list-messages.ts'
import { sendEmailAgain, sendNotificationAgain } from './send-again.ts'

/** For whoever has the customer on the phone: what was sent, what became of it, and sending it again. */
export function customerMessageRoutes(app: FastifyInstance, deps: Deps): void {
  adminRoute(app, listCustomerMessages, async ({ session, body, ...origin }) => {
    await consume(deps, 'messageListsPerAdmin', String(session.adminUserId))
    const customer = await findCustomer(deps, body.personId)
    if (body.beforeEmail === undefined && body.beforeNotification === undefined) {
      const event = { actor: actorOf(session), action: 'messages-seen', subject: subjectOf(customer) } as const
      await recordAudit(deps.db, event, origin, deps.clock.now())
    }
    return await readMessages(deps, customer, body)
  })
  adminRoute(app, repeatMessage, async ({ session, body, ...origin }) => {
    await consume(deps, 'repeatsPerAdmin', String(session.adminUserId))
    await consume(deps, 'repeatsPerCustomer', body.personId)
    const again = body.source === 'email' ? sendEmailAgain : sendNotificationAgain
    await again(deps, session, body, origin)
    return { repeated: true as const }
  })
}
