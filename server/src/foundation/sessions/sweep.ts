import type { Deps } from '../../deps.ts'
import type { Work } from '../work/loop.ts'
import { sweep } from '../work/sweep.ts'

/** Deletes ended sessions, and with them the accounts opened to them. */
export function sessionSweep(deps: Pick<Deps, 'db' | 'clock'>): Work {
  return sweep(deps, 'session-sweep', { table: 'session', key: 'id', over: 'expires_at' })
}
