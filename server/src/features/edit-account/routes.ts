import { country, states } from '@portal/contract/countries'
import { listCountries, readDetailsToEdit, updateUserDetails } from '@portal/contract/edit-account'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { customerRoute, publicRoute } from '../../http/route.ts'
import { readDetails } from './read-details.ts'
import { updateDetails } from './update-details.ts'

/** C§2.5 Edit Account. */
export function editAccountRoutes(app: FastifyInstance, deps: Deps): void {
  customerRoute(app, readDetailsToEdit, async ({ body, session }) => ({
    result: await readDetails(deps, session, body),
  }))
  publicRoute(app, listCountries, async () => ({
    result: [{ ...country, states: states.map(([stateInitials, stateDesc]) => ({ stateInitials, stateDesc })) }],
  }))
  customerRoute(app, updateUserDetails, async ({ body, session, clientAddress, requestId, cookies }) => ({
    data: await updateDetails(
      deps,
      { customer: session, origin: { clientAddress, requestId }, knownToken: cookies.readKnown() },
      body,
    ),
  }))
}
