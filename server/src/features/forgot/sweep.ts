import type { Deps } from '../../deps.ts'
import type { Work } from '../../foundation/work/loop.ts'
import { removeExpired } from './queries.ts'

const batch = 1000

/** Deletes recoveries and links that have expired, a batch at a time. */
export function recoverySweep({ db, clock }: Pick<Deps, 'db' | 'clock'>): Work {
  return {
    name: 'recovery-sweep',
    restMilliseconds: 60_000,
    run: async () => await removeExpired(db, clock.now(), batch),
  }
}
