import { getHumanCheck, rememberHumanCheck } from '@portal/contract/human-check'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { route } from '../../http/route.ts'
import { answerAhead } from './answer-ahead.ts'
import { giveChallenge } from './give-challenge.ts'

/** Human-verification challenges (C§2.6). */
export function humanCheckRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, getHumanCheck, async ({ query, session, clientAddress }) =>
    giveChallenge(deps, { sessionId: session.id, ...query }, clientAddress),
  )
  route(app, rememberHumanCheck, async ({ body, session }) => answerAhead(deps, session, body))
}
