import type { Call } from '@portal/contract/call'
import type { Deps } from '../../deps.ts'
import type { LimitName } from '../../foundation/rate-limits/limits.ts'
import { takeTry } from '../../foundation/rate-limits/rate-limits.ts'
import { refuse } from '../../http/problem.ts'

/** @throws Refusal with the seconds to wait when the target has no try left. */
export async function countTry(
  deps: Deps,
  call: Pick<Call, 'path' | 'problems'>,
  limit: LimitName,
  target: string,
): Promise<void> {
  const taken = await takeTry(deps, limit, target)
  if (!taken.ok) throw refuse(call, 'too-many-tries', { retryAfterSeconds: taken.retryAfterSeconds })
}
