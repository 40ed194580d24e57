import { epochOf } from '@portal/contract/dates'
import type { Deps } from '../../deps.ts'
import type { Work } from '../work/loop.ts'
import { sweep } from '../work/sweep.ts'

/** Deletes counts of tries whose time is over. */
export function rateLimitSweep(deps: Pick<Deps, 'db' | 'clock'>): Work {
  return sweep(deps, 'rate-limit-sweep', { table: 'rate_limit', key: 'key', over: 'expire', until: epochOf })
}
