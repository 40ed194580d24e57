import type { Deps } from '../../deps.ts'
import type { Work } from '../work/loop.ts'
import { removeEnded } from './queries.ts'

const batch = 1000

/** Deletes ended sessions, a batch at a time. */
export function sessionSweep({ db, clock }: Pick<Deps, 'db' | 'clock'>): Work {
  return {
    name: 'session-sweep',
    restMilliseconds: 60_000,
    run: async () => await removeEnded(db, clock.now(), batch),
  }
}
