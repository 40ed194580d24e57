import type { Deps } from '../../deps.ts'
import type { Work } from '../../foundation/work/loop.ts'
import { sweep } from '../../foundation/work/sweep.ts'

/** Deletes enrolments that have ended. */
export function enrolmentSweep(deps: Pick<Deps, 'db' | 'clock'>): Work {
  return sweep(deps, 'enrolment-sweep', { table: 'enrolment', key: 'handle', over: 'expires_at' })
}
