import { validateTender as validateTenderCall } from '@portal/contract/validate-tender'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { route } from '../../http/route.ts'
import { validateTender } from './validate-tender.ts'

/** Whether an account may be paid by card (R11). */
export function validateTenderRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, validateTenderCall, async ({ session, body }) => ({
    result: await validateTender(deps, session.id, body),
  }))
}
