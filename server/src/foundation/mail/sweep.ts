import { later } from '@portal/contract/dates'
import type { Deps } from '../../deps.ts'
import type { Work } from '../work/loop.ts'
import { sweep } from '../work/sweep.ts'

const hour = 60 * 60_000
/** In milliseconds. A letter that could not be delivered has been given up long before (`longestWait`). */
const keptFor = 90 * 24 * hour

/** Deletes letters 90 days after they were queued, because their texts contain names, addresses and payments. */
export function emailSweep(deps: Pick<Deps, 'db' | 'clock'>): Work {
  return sweep(deps, 'letter-sweep', {
    table: 'letter',
    key: 'id',
    over: 'queued_at',
    until: (now) => later(now, -keptFor),
    restMilliseconds: hour,
  })
}
