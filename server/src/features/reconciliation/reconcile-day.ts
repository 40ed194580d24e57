import { later } from '@portal/contract/dates'
import { BillingSystemDown } from '../../adapters/billing-system/port.ts'
import type { PaymentGateway, ReportedTransaction } from '../../adapters/payment-gateway/port.ts'
import type { Deps } from '../../deps.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import { makeInquiriesDue } from '../../payments/records/attempts.ts'
import type { DayBooks, Discrepancy } from './books.ts'
import { compareBooks } from './compare-books.ts'
import { completion, GatewayUnavailable } from './complete-match.ts'
import { keepDiscrepancies, withoutSettled } from './discrepancies.ts'
import { differenceEmail, logFindings, logUnavailable } from './emails.ts'
import { type Findings, totaled, newFindings, note } from './findings.ts'
import { type LocalDay, postingsOf, requestsOf } from './our-records.ts'
import { comparePayouts } from './payouts.ts'
import { type LeasedRun, finishRun, leaseMilliseconds, recordUnavailable, renewLease } from './runs.ts'

export type ReconciliationDeps = Pick<
  Deps,
  'db' | 'clock' | 'log' | 'paymentGateway' | 'billing' | 'profile' | 'wake' | 'config'
>

const minute = 60_000
const batch = 500

/** By then, the inquiries of the first hour and the postings are over. */
const patience = 60 * minute
const retryWait = 15 * minute

/** `unavailable` proves nothing about any book. */
export type Reconciled = { outcome: 'compared'; findings: Findings } | { outcome: 'unavailable'; reason: string }

/** Repairs nothing, but makes inquiries due for charges that should not exist (docs/payments.md). */
export async function reconcileDay(deps: ReconciliationDeps, run: LeasedRun): Promise<Reconciled> {
  try {
    const findings = await compareDay(deps, run)
    const email = findings.count > 0 ? differenceEmail(deps.profile, run, findings) : null
    const { totals, count } = findings
    if (await finishRun(deps.db, run, { totals, count, email }, deps.clock.now())) {
      logFindings(deps.log, run, findings)
      if (email) deps.wake(emailWork)
    }
    return { outcome: 'compared', findings }
  } catch (error) {
    if (!(error instanceof GatewayUnavailable || error instanceof BillingSystemDown)) throw error
    const nextTryAt = later(deps.clock.now(), retryWait * deps.config.PAYMENT_PACE)
    await recordUnavailable(deps.db, run, error.message, nextTryAt)
    logUnavailable(deps.log, run, error.message)
    return { outcome: 'unavailable', reason: error.message }
  }
}

async function compareDay(deps: ReconciliationDeps, run: LeasedRun): Promise<Findings> {
  const { config, profile } = deps
  const findings = newFindings()
  const books = await booksOf(deps, { day: run.day, timeZone: profile.timeZone })
  const moment = { now: run.startedAt, patience: patience * config.PAYMENT_PACE }
  const waiting: Discrepancy[] = []
  const paymentGateway = keepingLease(deps, run)
  const complete = completion({ ...deps, paymentGateway })
  for await (const discrepancy of compareBooks(totaled(books, findings.totals), complete, moment)) {
    waiting.push(discrepancy)
    if (waiting.length >= batch) await keep(deps, run, findings, waiting.splice(0))
  }
  await keep(deps, run, findings, waiting)
  await keep(deps, run, findings, await comparePayouts(deps, run, () => keepLease(deps, run)))
  return findings
}

/** Renews the lease before each search: a run taken over again and again would never finish. */
function keepingLease(deps: ReconciliationDeps, run: LeasedRun): Pick<PaymentGateway, 'inquire'> {
  return {
    async inquire(inquiry) {
      await keepLease(deps, run)
      return await deps.paymentGateway.inquire(inquiry)
    },
  }
}

async function keepLease({ db, clock }: ReconciliationDeps, run: LeasedRun): Promise<void> {
  await renewLease(db, run, later(clock.now(), leaseMilliseconds))
}

/** Only a run that an operator has started reopens what people have resolved. */
async function keep(
  { db, clock }: ReconciliationDeps,
  run: LeasedRun,
  findings: Findings,
  found: readonly Discrepancy[],
): Promise<void> {
  const discrepancies = run.decidedUntil === null ? found : await withoutSettled(db, found)
  for (const discrepancy of discrepancies) note(findings, discrepancy)
  await keepDiscrepancies(db, run, discrepancies)
  const unexpected = discrepancies.filter(({ kind }) => kind === 'declinedButChargedAtGateway')
  await makeInquiriesDue(
    db,
    unexpected.flatMap(({ reference }) => reference ?? []),
    clock.now(),
  )
}

/** The gateway's list comes in one piece; the other books are read page by page. */
async function booksOf({ db, paymentGateway, billing }: ReconciliationDeps, day: LocalDay): Promise<DayBooks> {
  const report = await paymentGateway.report(day.day)
  if (report.outcome === 'unavailable') throw new GatewayUnavailable(report.reason)
  return {
    transactions: sorted(report.transactions),
    requests: requestsOf(db, day),
    postings: postingsOf(db, day),
    payments: billing.paymentsOn(day.day),
  }
}

async function* sorted(transactions: readonly ReportedTransaction[]): AsyncGenerator<ReportedTransaction> {
  yield* transactions.toSorted((one, other) => compare(one.reference, other.reference))
}

/** Character by character, as the database sorts references. */
function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
