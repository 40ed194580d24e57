import { epochOf, formatDate, formatInstant } from '@portal/contract/dates'
import { discrepancyKinds } from '@portal/contract/discrepancies'
import { type Cents, formatCents } from '@portal/contract/money'
import type { Logger } from 'pino'
import type { Db } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { discrepancies, reconciledAt } from '../../metrics.ts'
import { type NewEmail, writeEmail } from '../../wording/customer-email.ts'
import type { EmailPart, EmailText } from '../../wording/email-layout.ts'
import type { Discrepancy } from './books.ts'
import { countOpen } from './discrepancies.ts'
import type { Findings } from './findings.ts'
import { type LeasedRun, lastDailyRun } from './runs.ts'

/** For the finance office (P6), one per run. Names no person, account or card. */
export function differenceEmail(profile: Deps['profile'], run: LeasedRun, findings: Findings): NewEmail {
  const date = formatDate(run.day)
  const { count } = findings
  return writeEmail(profile, {
    template: 'reconciliation-differs',
    dedupeKey: `reconciliation-differs-${run.id}`,
    recipient: profile.financeEmail,
    subject: { text: subjectOf(count, run.decidedUntil !== null), values: { date, count } },
    heading: { text: 'Reconciliation for {date}', values: { date } },
    parts: [
      ...whyAgain(profile, run),
      {
        kind: 'paragraph',
        text: 'We compared the gateway, the portal and the billing system. They don’t match. Nothing was changed. Review each discrepancy below. The operations guide explains what to do.',
      },
      booksPart(findings),
      kindsPart(findings),
      discrepanciesPart(findings),
    ],
  })
}

function subjectOf(count: number, isAgain: boolean): string {
  if (isAgain) {
    return count === 1 ? 'Reconciled again {date}: 1 discrepancy' : 'Reconciled again {date}: {count} discrepancies'
  }
  return count === 1 ? 'Reconciliation {date}: 1 discrepancy' : 'Reconciliation {date}: {count} discrepancies'
}

function whyAgain(profile: Deps['profile'], { decidedUntil }: LeasedRun): EmailPart[] {
  if (decidedUntil === null) return []
  const decided = formatInstant(profile, decidedUntil)
  const text =
    'This day was reconciled before. Reconciliation ran again because a payment or payout was still open then or changed later, last on {decided}. Discrepancies that an admin has resolved are not listed again.'
  return [{ kind: 'paragraph', text, values: { decided } }]
}

function booksPart({ totals }: Findings): EmailPart {
  const row = (name: string, { count, returned, amount }: (typeof totals)['portal']): EmailText[] => [
    { text: name },
    String(count),
    formatCents(returned),
    formatCents(amount),
  ]
  return {
    kind: 'table',
    caption: 'Totals',
    columns: ['Source', 'Count', 'Refunded', 'Amount'],
    rows: [
      row('Gateway, charges', totals.gateway),
      row('Portal, charges', totals.portal),
      row('Billing system, payments to accounts', totals.billing),
    ],
  }
}

function kindsPart({ byKind }: Findings): EmailPart {
  return {
    kind: 'table',
    caption: 'Discrepancies by type',
    columns: ['Type', 'Meaning', 'Count'],
    rows: [...byKind].map(([kind, count]) => [
      { text: discrepancyKinds[kind].name },
      { text: discrepancyKinds[kind].meaning },
      String(count),
    ]),
  }
}

function discrepanciesPart({ first, count }: Findings): EmailPart {
  return {
    kind: 'table',
    ...(count > first.length
      ? { caption: 'First {shown} of {count} discrepancies', values: { shown: first.length, count } }
      : { caption: 'All discrepancies' }),
    columns: ['Type', 'Payment', 'Gateway', 'Portal', 'Billing system'],
    rows: first.map((discrepancy) => [
      { text: discrepancyKinds[discrepancy.kind].name },
      nameOf(discrepancy),
      amountOf(discrepancy.gateway),
      amountOf(discrepancy.portal),
      amountOf(discrepancy.billing),
    ]),
  }
}

function nameOf({ subject, tag }: Discrepancy): EmailText {
  if (tag === null || tag === subject) return subject
  return { text: '{subject} (transaction tag {tag})', values: { subject, tag } }
}

function amountOf(amount: Cents | null): string {
  return amount === null ? '-' : formatCents(amount)
}

/** Tries, a quarter of an hour apart, until a person is needed. */
export const patientTries = 4

/** One error line per kind, or one quiet line when all books agree. */
export function logFindings(log: Logger, { day, id: run }: LeasedRun, { totals, byKind }: Findings): void {
  for (const [kind, count] of byKind) log.error({ alarm: true, run, day, kind, count }, discrepancyKinds[kind].meaning)
  if (byKind.size === 0) log.info({ run, day, ...totals }, 'No discrepancies')
}

export function logUnavailable(log: Logger, { day, id: run, tries }: LeasedRun, reason: string): void {
  const facts = { run, day, tries, reason }
  if (tries < patientTries) log.warn(facts, 'Reconciliation can’t run yet')
  else log.error({ alarm: true, ...facts }, 'Reconciliation has failed for an hour')
}

/** For Prometheus, from the database: every process reports the same. */
export async function showOpenDiscrepancies(db: Db): Promise<void> {
  const open = new Map((await countOpen(db)).map(({ kind, count }) => [kind, count]))
  for (const kind of Object.keys(discrepancyKinds)) discrepancies.set({ kind }, open.get(kind) ?? 0)
  const last = await lastDailyRun(db)
  if (last !== null) reconciledAt.set(epochOf(last) / 1000)
}
