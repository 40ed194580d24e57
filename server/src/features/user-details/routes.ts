import { readUserDetails as readUserDetailsCall } from '@portal/contract/user-details'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { customerOrAdminRoute } from '../../http/route.ts'
import { readUserDetails } from './read-user-details.ts'

/** The details of a customer and their contact data (C§2.5, C§7). */
export function userDetailsRoutes(app: FastifyInstance, deps: Deps): void {
  customerOrAdminRoute(app, readUserDetailsCall, async ({ session, body }) => ({
    result: await readUserDetails(deps, session, body),
  }))
}
