import { later } from '@portal/contract/dates'
import type { Deps } from '../../deps.ts'
import type { Work } from '../work/loop.ts'
import { sweep } from '../work/sweep.ts'

const hour = 60 * 60_000
const keptFor = 90 * 24 * hour

/** Deletes the counts of names that nobody has, 90 days after the last try. */
export function unknownLoginSweep(deps: Pick<Deps, 'db' | 'clock'>): Work {
  return sweep(deps, 'unknown-login-sweep', {
    table: 'unknown_login',
    key: 'name_digest',
    over: 'tried_at',
    until: (now) => later(now, -keptFor),
    restMilliseconds: hour,
  })
}
