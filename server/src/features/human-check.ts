import type { Instant } from '@portal/contract/dates'
import { type HumanCheckPurpose, getHumanCheck, rememberHumanCheck } from '@portal/contract/human-check'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { type Binding, checkHumanAnswer, keepHumanCheck, makeChallenge } from '../foundation/human-check.ts'
import { consume } from '../foundation/rate-limits/rate-limits.ts'
import { route } from '../http/route.ts'
import { refuse } from '../refusal.ts'

/** Human-verification challenges (C§2.6). */
export function humanCheckRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, getHumanCheck, async ({ query, session, clientAddress }) =>
    giveChallenge(deps, { sessionId: session.id, ...query }, clientAddress),
  )
  route(app, rememberHumanCheck, async ({ body, session }) => answerAhead(deps, session, body))
}

/**
 * Makes a challenge that only the given session can use, for the given purpose (C§2.6).
 * @throws Refusal after too many challenges from one address.
 */
async function giveChallenge(deps: Deps, binding: Binding, clientAddress: string): ReturnType<typeof makeChallenge> {
  await consume(deps, 'humanChecksPerAddress', clientAddress)
  return await makeChallenge(deps, binding)
}

/**
 * Keeps the answer to a challenge for the session's next call that needs one (C§2.6).
 * @returns when the answer expires.
 * @throws Refusal for an answer that is wrong, expired, used before or made for another session or purpose.
 */
async function answerAhead(
  deps: Deps,
  { id: sessionId }: Caller,
  { purpose, answer }: { purpose: HumanCheckPurpose; answer: string },
): Promise<{ expiresAt: Instant }> {
  const checked = await checkHumanAnswer(deps, answer, { sessionId, purpose })
  if (!checked || !(await keepHumanCheck(deps.db, sessionId, purpose, checked))) {
    throw refuse(rememberHumanCheck, 'human-check-failed')
  }
  return { expiresAt: checked.expiresAt }
}
