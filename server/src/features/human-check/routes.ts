import { getHumanCheck } from '@portal/contract/human-check'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { makeChallenge } from '../../foundation/human-check/human-check.ts'
import { takeTry } from '../../foundation/rate-limits/rate-limits.ts'
import { refuse } from '../../http/problem.ts'
import { route } from '../../http/route.ts'

/** Human-verification challenges (C§2.6). */
export function humanCheckRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, getHumanCheck, async ({ query, session, clientAddress }) => {
    const taken = await takeTry(deps, 'humanChecksPerAddress', clientAddress)
    if (!taken.ok) throw refuse(getHumanCheck, 'too-many-tries', { retryAfterSeconds: taken.retryAfterSeconds })
    return await makeChallenge(deps, { sessionId: session.id, ...query })
  })
}
