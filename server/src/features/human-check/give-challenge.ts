import type { Deps } from '../../deps.ts'
import { type Binding, makeChallenge } from '../../foundation/human-check/human-check.ts'
import { takeTry } from '../../foundation/rate-limits/rate-limits.ts'
import { requireTry } from '../../http/problem.ts'

/**
 * Makes a challenge that only the given session can use, for the given purpose (C§2.6).
 * @throws Refusal after too many challenges from one address.
 */
export async function giveChallenge(
  deps: Deps,
  binding: Binding,
  clientAddress: string,
): ReturnType<typeof makeChallenge> {
  requireTry(await takeTry(deps, 'humanChecksPerAddress', clientAddress))
  return await makeChallenge(deps, binding)
}
