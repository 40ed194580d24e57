import type { Instant } from '@portal/contract/dates'
import type { SystemPart } from '@portal/contract/system-status'
import { sql } from 'kysely'
import { type StatusDeps, isLate, partOf, troubleOf } from '../../foundation/system-part.ts'
import { patientTries } from './emails.ts'
import { lastDailyRun } from './runs.ts'

/** Of the daily comparison. What it found is finance's, and in Exceptions. */
export async function reconciliationStatus({ db, clock }: Pick<StatusDeps, 'db' | 'clock'>): Promise<SystemPart[]> {
  const at = await lastDailyRun(db)
  const { rows } = await sql<{ tries: number; reason: string | null; since: Instant }>`
    select tries, reason, started_at as since from reconciliation_run
    where outcome = 'unavailable' and cause <> 'by hand' and tries >= ${patientTries}
    order by started_at desc limit 1`.execute(db)
  const failed = rows.map(({ tries, reason, since }) =>
    troubleOf('reconciliationFailed', since, { count: tries, reason }),
  )
  const late = isLate(at, clock.now()) ? [troubleOf('reconciliationLate', at)] : []
  return [partOf('reconciliation', [{ name: 'lastReconciliation', at }], [...failed, ...late])]
}
