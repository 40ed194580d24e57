import { type Instant, epochOf } from '@portal/contract/dates'
import { shareOfLimit, standingOf } from '@portal/contract/return-rates'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Work } from '../../foundation/work/loop.ts'
import { runningStates } from '../../payments/states.ts'
import { bankPaymentsOpen, bankPaymentsOverdue, oldestBankPayment, returnLimitShare } from './bank-metrics.ts'
import { readRates } from './read-rates.ts'

/** For Prometheus: what banks have not answered, and how much of Nacha's limits returns use up. */
export function bankPaymentsWatch({ db, clock, profile }: Pick<Deps, 'db' | 'clock' | 'profile'>): Work {
  return {
    name: 'bank payments',
    restMilliseconds: 5 * 60_000,
    async run() {
      const { debits, returns } = await readRates({ db, clock, profile })
      for (const kind of ['unauthorized', 'administrative', 'all'] as const) {
        const counted = { debits, returns: returns[kind] }
        returnLimitShare.set({ kind }, standingOf(kind, counted) === 'high' ? shareOfLimit(kind, counted) : 0)
      }
      const { rows } = await sql<{ state: string; count: number; since: Instant; answeredBy: Instant | null }>`
        select state, count(*) as count, min(sent_at) as since, min(answered_by) as "answeredBy"
        from charge_attempt where state in ('VERIFYING', 'PROCESSING') group by state
      `.execute(db)
      const age = (at: Instant | null | undefined) => (at ? Math.max(0, epochOf(clock.now()) - epochOf(at)) / 1000 : 0)
      for (const state of runningStates) {
        const open = rows.find((row) => row.state === state)
        bankPaymentsOpen.set({ state }, open?.count ?? 0)
        oldestBankPayment.set({ state }, age(open?.since))
      }
      bankPaymentsOverdue.set(age(rows.find(({ state }) => state === 'PROCESSING')?.answeredBy))
      return 0
    },
  }
}
