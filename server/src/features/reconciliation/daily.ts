import { type CalendarDate, type Instant, dateIn, daysAfter, later } from '@portal/contract/dates'
import type { Work } from '../../foundation/work/loop.ts'
import { showOpenDiscrepancies } from './emails.ts'
import { alarmAboutPayouts } from './payout-alarms.ts'
import { type ReconciliationDeps, reconcileDay } from './reconcile-day.ts'
import { leaseDueRun, leaseMilliseconds, planDailyRuns, planRenewals } from './runs.ts'

const minute = 60_000
const hour = 60 * minute

/** From two in the morning of the next day: by then, the last charges have an outcome and are posted. */
const startsAfterMidnight = 2 * hour

/** One process per day, listed in `reconciliation_run`; again when something about its payments comes later. */
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
      if (run) {
        const { outcome } = await reconcileDay(deps, run)
        if (outcome === 'compared' && run.decidedUntil === null) await alarmAboutPayouts(deps, run.day)
      }
      await showOpenDiscrepancies(db)
      return run ? 1 : 0
    },
  }
}

/** Ended at least two hours ago in that time zone. */
export function newestDueDay(timeZone: string, now: Instant): CalendarDate {
  return daysAfter(dateIn(timeZone, later(now, -startsAfterMidnight)), -1)
}
