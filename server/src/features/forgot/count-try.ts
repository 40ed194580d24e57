import type { Deps } from '../../deps.ts'
import type { LimitName } from '../../foundation/rate-limits/limits.ts'
import { takeTry } from '../../foundation/rate-limits/rate-limits.ts'
import { refuseCommonly } from '../../http/problem.ts'

/** Counts one try. @throws Refusal telling how long to wait when there is none left. */
export async function countTry(deps: Deps, limit: LimitName, target: string): Promise<void> {
  const taken = await takeTry(deps, limit, target)
  if (!taken.ok) throw refuseCommonly('too-many-tries', { retryAfterSeconds: taken.retryAfterSeconds })
}
