import { type Instant, later } from '@portal/contract/dates'
import type { SystemPart, SystemTrouble } from '@portal/contract/system-status'
import type { Deps } from '../deps.ts'

/** Reads how parts of the system are. Fed to the page, the email and the metrics alike (docs/operations.md). */
export type StatusSource = (deps: StatusDeps) => Promise<SystemPart[]>

export type StatusDeps = Pick<Deps, 'db' | 'clock' | 'profile' | 'paymentGateway' | 'texts'>

/** What happens every night is late after a day and four hours. In milliseconds. */
const lateNight = 100_000_000

/** Whether a night has passed since then without it. */
export function isLate(since: Instant | null, now: Instant): since is Instant {
  return since !== null && since < beforeLastNight(now)
}

export function beforeLastNight(now: Instant): Instant {
  return later(now, -lateNight)
}

/** @param state when nothing is wrong */
export function partOf(
  part: SystemPart['part'],
  facts: SystemPart['facts'],
  troubles: SystemTrouble[],
  state: SystemPart['state'] = 'good',
): SystemPart {
  return { part, state: troubles.length > 0 ? 'problem' : state, facts, troubles }
}

export function troubleOf(
  trouble: SystemTrouble['trouble'],
  since: Instant | null,
  { count = 0, reason = null }: { count?: number; reason?: string | null } = {},
): SystemTrouble {
  return { trouble, since, count, reason }
}
