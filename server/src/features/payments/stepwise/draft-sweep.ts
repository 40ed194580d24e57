import { later } from '@portal/contract/dates'
import type { Deps } from '../../../deps.ts'
import type { Work } from '../../../foundation/work/loop.ts'
import { expireDrafts } from './draft-queries.ts'

/** How long a payment may wait for its card (docs/payments.md). */
export const longestDraft = 60 * 60_000
const batch = 100

/** Ends payments that were begun and never charged. */
export function draftSweep({ db, clock }: Pick<Deps, 'db' | 'clock'>): Work {
  return {
    name: 'draft-sweep',
    restMilliseconds: 60_000,
    run: async () => await expireDrafts(db, later(clock.now(), -longestDraft), clock.now(), batch),
  }
}
