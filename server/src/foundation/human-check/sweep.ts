import type { Deps } from '../../deps.ts'
import type { Work } from '../work/loop.ts'
import { sweep } from '../work/sweep.ts'

/**
 * Deletes spent challenges that have expired. Their uses are no longer needed, because an expired challenge is refused
 * first.
 */
export function humanCheckSweep(deps: Pick<Deps, 'db' | 'clock'>): Work {
  return sweep(deps, 'human-check-sweep', { table: 'spent_human_check', key: 'id', over: 'expires_at' })
}
