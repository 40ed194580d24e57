import { getHumanCheck, rememberHumanCheck } from '@portal/contract/human-check'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { checkHumanAnswer, makeChallenge } from '../../foundation/human-check/human-check.ts'
import { keepHumanCheck } from '../../foundation/human-check/remembered.ts'
import { takeTry } from '../../foundation/rate-limits/rate-limits.ts'
import { refuse, requireTry } from '../../http/problem.ts'
import { route } from '../../http/route.ts'

/** Human-verification challenges (C§2.6). */
export function humanCheckRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, getHumanCheck, async ({ query, session, clientAddress }) => {
    requireTry(await takeTry(deps, 'humanChecksPerAddress', clientAddress))
    return await makeChallenge(deps, { sessionId: session.id, ...query })
  })
  route(app, rememberHumanCheck, async ({ body: { purpose, answer }, session }) => {
    const checked = await checkHumanAnswer(deps, answer, { sessionId: session.id, purpose })
    if (!checked || !(await keepHumanCheck(deps.db, session.id, purpose, checked))) {
      throw refuse(rememberHumanCheck, 'human-check-failed')
    }
    return { expiresAt: checked.expiresAt }
  })
}
