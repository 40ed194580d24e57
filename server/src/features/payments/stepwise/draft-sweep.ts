import { later } from '@portal/contract/dates'
import type { Clock } from '../../../clock.ts'
import type { Work } from '../../../foundation/work/loop.ts'
import type { DraftStore } from './stepwise-store.ts'

/** How long a payment may wait for its card (docs/payments.md). */
export const longestDraft = 60 * 60_000
const batch = 100

/** Ends payments that were begun and never charged. */
export function draftSweep(drafts: DraftStore, clock: Clock): Work {
  return {
    name: 'draft-sweep',
    restMilliseconds: 60_000,
    run: async () => await drafts.expireDrafts(later(clock.now(), -longestDraft), clock.now(), batch),
  }
}
