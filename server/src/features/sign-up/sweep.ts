import type { Deps } from '../../deps.ts'
import type { Work } from '../../foundation/work/loop.ts'
import { removeEnded } from './queries.ts'

const batch = 1000

/** Deletes enrolments that have ended, a batch at a time. */
export function enrolmentSweep({ db, clock }: Pick<Deps, 'db' | 'clock'>): Work {
  return {
    name: 'enrolment-sweep',
    restMilliseconds: 60_000,
    run: async () => await removeEnded(db, clock.now(), batch),
  }
}
