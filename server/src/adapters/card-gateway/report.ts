import { type CalendarDate, daysAfter } from '@portal/contract/dates'
import type { Gge4Settings } from './gge4-settings.ts'
import type { ReportResult, ReportedTransaction } from './port.ts'
import { scrubMessage } from './scrub.ts'
import { type ListedRow, foundTransaction, listedRows } from './transaction-list.ts'

/**
 * The reports that together have every transaction once. Pending comes before closed, so that a batch that closes in
 * between is listed twice rather than not at all.
 */
const reports = ['pending_batches', 'closed_batches', 'declined'] as const

/** Half a million rows of one report. A utility has fewer in a day, and a list that never ends must be stopped. */
const mostPages = 1000

/** How long one report may take, in milliseconds. A day is three of them and must be read within ten minutes. */
const longestReport = 3 * 60_000

/** The gateway may file a transaction under the day on which its batch was closed, at most this many days later. */
const daysUntilBatchCloses = 2

/** Lists a day of the gateway account: what it will settle, what it has settled and what it refused. */
export async function reportTransactions(settings: Gge4Settings, day: CalendarDate): Promise<ReportResult> {
  try {
    const transactions = new Map<string, ReportedTransaction>()
    for (const report of reports) {
      const rows = await listedRows(settings, {
        path: '/transaction/report',
        query: query(settings, report, day),
        mostPages,
        milliseconds: longestReport,
      })
      if (typeof rows === 'string') return { outcome: 'unavailable', reason: rows }
      for (const row of rows.filter(({ Time }) => dayOf(Time) === day)) transactions.set(row.Tag, reported(row))
    }
    return { outcome: 'listed', transactions: [...transactions.values()] }
  } catch {
    // The parsers' messages may quote rows with a payer's name.
    return { outcome: 'unavailable', reason: 'the list of transactions is damaged' }
  }
}

/** Asks for more days than the one wanted, whose rows are then picked out of the answer. */
function query(settings: Gge4Settings, report: string, day: CalendarDate): Record<string, string> {
  const lastDay = daysAfter(day, daysUntilBatchCloses)
  return { report, start_date: `${day} 00:00:00`, end_date: `${lastDay} 23:59:59`, terminal: settings.id }
}

/**
 * `01/31/2026 14:05:06` → `2026-01-31`.
 * @throws when it is not a time: a row without a day would be missing on every day.
 */
function dayOf(time: string): string {
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4}) \d\d:\d\d:\d\d$/.exec(time) ?? []
  if (!year) throw new RangeError('The time cannot be read')
  return `${year}-${month}-${day}`
}

/**
 * A row of the report. The report also lists references that are not ours, and people type card numbers anywhere; our
 * own references never contain one.
 */
function reported(row: ListedRow): ReportedTransaction {
  const transaction = foundTransaction(row)
  return {
    ...transaction,
    reference: scrubMessage(transaction.reference, null) ?? '',
    customerReference: scrubMessage(row['Cust. Ref Num'], null),
  }
}
