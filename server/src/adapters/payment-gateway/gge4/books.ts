import { cardBrands } from '@portal/contract/card-brands'
import {
  type CalendarDate,
  Instant,
  dateIn,
  daysAfter,
  epochOf,
  instantOf,
  later,
  timeIn,
} from '@portal/contract/dates'
import { AccountNumber } from '@portal/contract/ids'
import { type Cents, cents, noCents, parseDecimalCents } from '@portal/contract/money'
import type { Checked } from '../../checked.ts'
import type { Inquiry, InquiryAnswer, ReportResult, ReportedTransaction } from '../port.ts'
import { scrubMessage } from './scrub.ts'
import { defaultTimeouts, type Gge4Settings } from './settings.ts'
import type { Gge4 } from './transact.ts'
import { foundTransaction, listedRows, type ListedRow } from './transaction-list.ts'

/** A day and a half, because the gateway says neither how exact its clock is nor in which time zone it counts days. */
const millisecondsAround = 36 * 60 * 60 * 1000
const mostSearchPages = 20

/** From around `sentAt` until now (tools/gateway-simulator/README.md). `nothing` only for a complete answer. */
export async function inquire({ settings, clock }: Gge4, { reference, sentAt }: Inquiry): Promise<InquiryAnswer> {
  try {
    const now = clock.now()
    // A request that was held up in a suspended process is listed on the day it arrived, not on the day it was sent.
    const latest = now > sentAt ? now : sentAt
    const query = {
      search_field: 'refno',
      search: reference,
      // Without dates, the gateway searches only today.
      start_date: `${dateIn(settings.timeZone, later(sentAt, -millisecondsAround))} 00:00:00`,
      end_date: `${dateIn(settings.timeZone, later(latest, millisecondsAround))} 23:59:59`,
      terminal: settings.id,
    }
    const { search: milliseconds } = { ...defaultTimeouts, ...settings.timeouts }
    const rows = await listedRows(settings, {
      path: '/transaction/search',
      query,
      mostPages: mostSearchPages,
      milliseconds,
    })
    if (typeof rows === 'string') return { outcome: 'unavailable', reason: rows }
    // The gateway matches substrings.
    const ours = rows.filter((row) => row['Ref Num'] === reference)
    const transactions = oldestFirst(ours.map(foundTransaction))
    return transactions.length === 0 ? { outcome: 'nothing' } : { outcome: 'found', transactions }
  } catch {
    // The parsers' messages may quote rows with a payer's name.
    return { outcome: 'unavailable', reason: 'the list of transactions is damaged' }
  }
}

/** Pending comes first, so that a batch that closes in between is listed twice rather than not at all. */
const reports = ['pending_batches', 'closed_batches', 'declined'] as const

/** Half a million rows of one report. A utility has fewer in a day, and a list that never ends must be stopped. */
const mostReportPages = 1000

/** In milliseconds. A day is three reports and must be read within ten minutes. */
const longestReport = 3 * 60_000

/** The gateway may file a transaction under the day on which its batch was closed, at most this many days later. */
const daysUntilBatchCloses = 2

/** What the gateway will settle, what it has settled and what it refused. */
export async function reportDay(settings: Gge4Settings, day: CalendarDate): Promise<ReportResult> {
  try {
    const transactions = new Map<string, ReportedTransaction>()
    for (const report of reports) {
      const rows = await listedRows(settings, {
        path: '/transaction/report',
        query: reportQuery(settings, report, day),
        mostPages: mostReportPages,
        milliseconds: longestReport,
      })
      if (typeof rows === 'string') return { outcome: 'unavailable', reason: rows }
      for (const row of rows.filter(({ Time }) => dayOf(Time) === day)) {
        transactions.set(row.Tag, reported(row, settings.timeZone))
      }
    }
    return { outcome: 'listed', transactions: oldestFirst([...transactions.values()]) }
  } catch {
    // The parsers' messages may quote rows with a payer's name.
    return { outcome: 'unavailable', reason: 'the list of transactions is damaged' }
  }
}

/** More days than the one wanted, whose rows are then picked out of the answer. */
function reportQuery(settings: Gge4Settings, report: string, day: CalendarDate): Record<string, string> {
  const lastDay = daysAfter(day, daysUntilBatchCloses)
  return { report, start_date: `${day} 00:00:00`, end_date: `${lastDay} 23:59:59`, terminal: settings.id }
}

/** `01/31/2026 14:05:06` → `2026-01-31`. @throws when it is no time: the row would be missing on every day. */
function dayOf(time: string): string {
  return sortable(time).slice(0, 10)
}

/** `01/31/2026 14:05:06` → `2026-01-31T14:05:06`. @throws RangeError */
function sortable(time: string): string {
  const [, month, day, year, clock] = /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d:\d\d:\d\d)$/.exec(time) ?? []
  if (!year) throw new RangeError('The time cannot be read')
  return `${year}-${month}-${day}T${clock}`
}

/** In an hour that a clock shows twice, one of the two. */
function instantIn(timeZone: string, time: string): Instant {
  const wanted = utc(sortable(time))
  const shownAt = (guess: number): number => {
    const { date, hour, minute, second } = timeIn(timeZone, instantOf(guess))
    return utc(`${date}T${hour}:${minute}:${second}`)
  }
  const near = wanted + wanted - shownAt(wanted)
  return instantOf(near + wanted - shownAt(near))
}

const utc = (text: string): number => epochOf(Instant.parse(`${text}.000Z`))

/** References that are not ours are listed, too, and people type card numbers anywhere. */
function reported(row: ListedRow, timeZone: string): ReportedTransaction {
  const transaction = foundTransaction(row)
  return {
    ...transaction,
    reference: scrubMessage(transaction.reference, null) ?? '',
    customerReference: scrubMessage(row['Cust. Ref Num'], null),
    ...(transaction.kind === 'purchase' && recordOf(row, transaction.amount, timeZone)),
  }
}

/** The list does not say whether it was phoned in. Whose card it is, is not read. */
function recordOf(row: ListedRow, amount: Cents, timeZone: string): Pick<ReportedTransaction, 'record'> {
  const brand = cardBrands.find((each) => each === row['Card Type'])
  const lastFour = row['Card Number']
  if (!brand || lastFour === '') return {}
  const [, number, charged = ''] = /^SINGLE (\S{1,20})(?: (\d+\.\d\d))?$/.exec(row['Reference 3']) ?? []
  const account = AccountNumber.safeParse(number)
  const fee = parseDecimalCents(charged) ?? noCents
  return {
    record: {
      chargedAt: instantIn(timeZone, row.Time),
      accounts: account.success ? [{ accountId: account.data, amount: cents(amount - fee) }] : null,
      fee,
      shortNumber: null,
      mode: 'Online',
      brand,
      lastFour,
      cardHolder: '',
    },
  }
}

/** The gateway lists in no particular order, but its tags are numbers that rise with time. */
function oldestFirst<Transaction extends { tag: string }>(transactions: Transaction[]): Transaction[] {
  return transactions.toSorted((one, other) => Number(one.tag) - Number(other.tag))
}

/** The terminal's own password and key sign charges only, so the first payment tries them. */
export async function check(settings: Gge4Settings, today: CalendarDate): Promise<Checked[]> {
  const report = await reportDay(settings, today)
  const about = 'Payment gateway'
  if (report.outcome === 'unavailable') {
    const says = `The search failed: ${report.reason}. Check CARD_GATEWAY_URL and the search user’s name and password`
    return [{ about, outcome: 'bad', says }]
  }
  return [
    { about, outcome: 'good', says: 'The search user can list transactions' },
    { about, outcome: 'open', says: 'Pay a dollar and refund it: only a charge uses the terminal’s password and key' },
  ]
}
