import { listRejectedContacts, settleRejectedContact } from '@portal/contract/rejected-contacts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { adminRoute } from '../../http/route.ts'
import { listRejected, settleRejected } from './rejected-contacts.ts'

/** Contact changes that the billing system refused, for the staff who look after customers. */
export function rejectedContactsRoutes(app: FastifyInstance, deps: Deps): void {
  adminRoute(app, listRejectedContacts, async ({ query }) => await listRejected(deps.db, query.after))
  adminRoute(app, settleRejectedContact, async (asked) => {
    await settleRejected(deps, asked.session, asked.params.id, asked)
    return { settled: true as const }
  })
}
