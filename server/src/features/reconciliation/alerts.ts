import { epochOf } from '@portal/contract/dates'
import { discrepancyKinds } from '@portal/contract/discrepancies'
import type { Logger } from 'pino'
import type { Db } from '../../database/connect.ts'
import { discrepancies, reconciledAt } from '../../metrics.ts'
import { countOpen } from './discrepancies.ts'
import type { Findings } from './findings.ts'
import { type LeasedRun, lastDailyRun } from './runs.ts'

/** When a partner is unavailable for this many tries, a quarter of an hour apart, a person is needed. */
const patientTries = 4

/** Logs one error line per kind, for a person to act on, or one quiet line when all books agree. */
export function logFindings(log: Logger, { day, id: run }: LeasedRun, { totals, byKind }: Findings): void {
  for (const [kind, count] of byKind) log.error({ alarm: true, run, day, kind, count }, discrepancyKinds[kind])
  if (byKind.size === 0) log.info({ run, day, ...totals }, 'The books of the day agree')
}

/** Logs that the books could not be compared and that the comparison will be tried again. */
export function logUnavailable(log: Logger, { day, id: run, tries }: LeasedRun, reason: string): void {
  const facts = { run, day, tries, reason }
  if (tries < patientTries) log.warn(facts, 'The books of the day cannot be compared yet')
  else log.error({ alarm: true, ...facts }, 'The books of the day could not be compared for an hour')
}

/** Sets the figures for Prometheus from the database, so that every process reports the same. */
export async function showOpenDiscrepancies(db: Db): Promise<void> {
  const open = new Map((await countOpen(db)).map(({ kind, count }) => [kind, count]))
  for (const kind of Object.keys(discrepancyKinds)) discrepancies.set({ kind }, open.get(kind) ?? 0)
  const last = await lastDailyRun(db)
  if (last !== null) reconciledAt.set(epochOf(last) / 1000)
}
