import type { Instant } from '@portal/contract/dates'
import { type HumanCheckPurpose, rememberHumanCheck } from '@portal/contract/human-check'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { checkHumanAnswer } from '../../foundation/human-check/human-check.ts'
import { keepHumanCheck } from '../../foundation/human-check/remembered.ts'
import { refuse } from '../../http/problem.ts'

/**
 * Keeps the answer to a challenge for the session's next call that needs one (C§2.6).
 * @returns when the answer expires.
 * @throws Refusal for an answer that is wrong, expired, used before or made for another session or purpose.
 */
export async function answerAhead(
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
