import { type CalendarDate, type Instant, dateIn, daysAfter, later } from '@portal/contract/dates'
import type { Work } from '../../foundation/work/loop.ts'
import { showOpenDiscrepancies } from './emails.ts'
import { type ReconciliationDeps, reconcileDay } from './reconcile-day.ts'
import { leaseDueRun, leaseMilliseconds, planDailyRuns, planRenewals } from './runs.ts'

const minute = 60_000
const hour = 60 * minute

/**
 * A day is compared from two in the morning of the next day; by then, its last charges have an outcome and are posted.
 */
const startsAfterMidnight = 2 * hour

/**
 * Compares the books of every day once it is over, in only one of the processes: yesterday, and days that were missed.
 * A day is compared again when something about its payments is recorded later. `reconciliation_run` records which days
 * are due and which process compares them.
 */
export function dailyReconciliation(deps: ReconciliationDeps): Work {
  return {
    name: 'reconciliation',
    restMilliseconds: minute,
    async run() {
      const { db, clock, profile, config } = deps
      const now = clock.now()
      await planDailyRuns(db, newestDueDay(profile.timeZone, now), now)
      await planRenewals(db, profile.timeZone, now, config.PAYMENT_PACE)
      const run = await leaseDueRun(db, now, later(now, leaseMilliseconds))
      if (run) await reconcileDay(deps, run)
      await showOpenDiscrepancies(db)
      return run ? 1 : 0
    },
  }
}

/** The newest day that ended at least two hours ago in a time zone. */
export function newestDueDay(timeZone: string, now: Instant): CalendarDate {
  return daysAfter(dateIn(timeZone, later(now, -startsAfterMidnight)), -1)
}
