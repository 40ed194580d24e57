import { isSearchUser } from './authenticate.ts'
import type { BookRow } from './books.ts'
import { isBatchOpen } from './decide.ts'
import { plainText, type WholeReply } from './deliver.ts'
import type { Simulator } from './simulator.ts'

/** The allowed values of `search_field`, and the value that each is compared with. */
const fields: Readonly<Record<string, (row: BookRow) => string>> = {
  cardholder: (row) => row.holder,
  refno: (row) => row.reference,
  custref: (row) => row.customerReference,
  tag: (row) => String(row.tag),
  cardno: (row) => row.lastFour,
}
const defaultFields = ['cardholder', 'refno', 'custref']

/** `GET /transaction/search`: substring match, dates default to today, CSV of version 3. */
export function searchTransactions(
  simulator: Simulator,
  query: URLSearchParams,
  authorization: string | undefined,
): WholeReply {
  if (!isSearchUser(simulator.credentials, authorization)) return plainText(401, 'Unauthorized')
  if (simulator.settings.searchOutage) return plainText(503, 'The search is not available.')
  return listPage(simulator, matchingRows(simulator, query), query)
}

function matchingRows(simulator: Simulator, query: URLSearchParams): BookRow[] {
  const indexedUntil = simulator.now() - simulator.settings.searchLagMilliseconds
  const wanted = query.get('search') ?? ''
  const field = query.get('search_field')
  const names = field && Object.hasOwn(fields, field) ? [field] : defaultFields
  const status = query.get('status')
  const isInside = isInDays(simulator, query)
  return simulator.books.rows.filter((row) => {
    if (wanted !== '' && !names.some((name) => fields[name]?.(row).includes(wanted))) return false
    if (status !== null && row.status !== status) return false
    return Date.parse(row.at) <= indexedUntil && isInside(row)
  })
}

const reports: Readonly<Record<string, (simulator: Simulator, row: BookRow) => boolean>> = {
  pending_batches: (simulator, row) => row.status === 'A' && isBatchOpen(simulator, row),
  closed_batches: (simulator, row) => row.status === 'A' && !isBatchOpen(simulator, row),
  declined: (_, row) => row.status !== 'A',
}

/**
 * `GET /transaction/report?report=…` (tools/gateway-simulator/README.md): what is in open and in closed batches, and
 * what was declined. It is made from the batches, so it does not lag as the search may.
 */
export function reportTransactions(
  simulator: Simulator,
  query: URLSearchParams,
  authorization: string | undefined,
): WholeReply {
  if (!isSearchUser(simulator.credentials, authorization)) return plainText(401, 'Unauthorized')
  if (simulator.settings.reportOutage) return plainText(503, 'The report is not available.')
  const name = query.get('report') ?? ''
  const report = Object.hasOwn(reports, name) ? reports[name] : undefined
  if (!report) return plainText(400, 'Unknown report.')
  const isInside = isInDays(simulator, query)
  const rows = simulator.books.rows.filter((row) => isInside(row) && report(simulator, row))
  return listPage(simulator, rows, query)
}

const titleLine =
  'Tag,Cardholder Name,Card Number,Expiry,Card Type,Amount,Transaction Type,Status,Auth No,Time,Ref Num,' +
  'Cust. Ref Num,Reference 3'

const statusNames = { A: 'Approved', D: 'Declined', E: 'Error' } as const
const kindNames = { purchase: 'Purchase', reversal: 'Reversal', void: 'Void', refund: 'Refund' } as const

/** One page of rows as CSV of version 3, from the `offset` of the query on. */
function listPage(simulator: Simulator, rows: readonly BookRow[], query: URLSearchParams): WholeReply {
  const offset = Number(query.get('offset') ?? 0)
  const page = rows.slice(offset, offset + simulator.searchPageRows)
  const lines = page.map((row) => csvRow(simulator, row).map(csvCell).join(','))
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/search-v3+csv; charset=utf-8',
      'Search-CSV': `count: ${page.length}, offset: ${offset}, total: ${rows.length}`,
    },
    body: Buffer.from([titleLine, ...lines, ''].join('\n')),
  }
}

/** Whether a row was written in the days of the query, in the time zone of the account; the default is today. */
function isInDays(simulator: Simulator, query: URLSearchParams): (row: BookRow) => boolean {
  const today = simulator.time.sortable(simulator.now()).slice(0, 10)
  const from = withTime(query.get('start_date') ?? today, '00:00:00')
  const until = withTime(query.get('end_date') ?? today, '23:59:59')
  return (row) => {
    const local = simulator.time.sortable(Date.parse(row.at))
    return local >= from && local <= until
  }
}

/** Dates come with or without a time of day. */
function withTime(date: string, time: string): string {
  return date.length > 10 ? date : `${date} ${time}`
}

function csvRow(simulator: Simulator, row: BookRow): string[] {
  return [
    String(row.tag),
    row.holder,
    `############${row.lastFour}`,
    '####',
    row.cardType,
    (row.amount / 100).toFixed(2),
    `${row.isTagged ? 'Tagged ' : ''}${kindNames[row.kind]}`,
    statusNames[row.status],
    row.authorization,
    monthFirst(simulator.time.sortable(Date.parse(row.at))),
    row.reference,
    row.customerReference,
    row.reference3,
  ]
}

/** `2026-01-31 14:05:06` → `01/31/2026 14:05:06`. */
function monthFirst(sortable: string): string {
  return sortable.replace(/^(\d{4})-(\d\d)-(\d\d)/, '$2/$3/$1')
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
