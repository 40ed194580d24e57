import type { Deps } from '../../deps.ts'
import type { Work } from '../../foundation/work/loop.ts'
import { sweep } from '../../foundation/work/sweep.ts'

/** Deletes recoveries that have expired, and with them their links. */
export function recoverySweep(deps: Pick<Deps, 'db' | 'clock'>): Work {
  return sweep(deps, 'recovery-sweep', { table: 'recovery', key: 'handle', over: 'expires_at' })
}
