import { type Instant, dateIn, later } from '@portal/contract/dates'
import { defaultTimeouts } from './gge4-settings.ts'
import type { FindResult } from './port.ts'
import type { Gge4 } from './transact.ts'
import { foundTransaction, listedRows } from './transaction-list.ts'

/** A day and a half, because the gateway says neither how exact its clock is nor in which time zone it counts days. */
const millisecondsAround = 36 * 60 * 60 * 1000
const mostPages = 20

/**
 * Looks up every transaction with exactly this reference, made from around this instant until now
 * (tools/gateway-simulator/README.md). Returns `nothing` only when the search itself was answered completely and in its
 * own format.
 */
export async function findTransactions(
  { settings, clock }: Gge4,
  reference: string,
  sentAt: Instant,
): Promise<FindResult> {
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
    const rows = await listedRows(settings, { path: '/transaction/search', query, mostPages, milliseconds })
    if (typeof rows === 'string') return { outcome: 'unavailable', reason: rows }
    // The gateway matches substrings.
    const transactions = rows.filter((row) => row['Ref Num'] === reference).map(foundTransaction)
    return transactions.length === 0 ? { outcome: 'nothing' } : { outcome: 'found', transactions }
  } catch {
    // The parsers' messages may quote rows with a payer's name.
    return { outcome: 'unavailable', reason: 'the list of transactions is damaged' }
  }
}
