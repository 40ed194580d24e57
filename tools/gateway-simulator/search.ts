import { isSearchUser } from './authenticate.ts'
import type { BookRow } from './books.ts'
import { type WholeReply, plainText } from './deliver.ts'
import type { Simulator } from './simulator.ts'

const titleLine =
  'Tag,Cardholder Name,Card Number,Expiry,Card Type,Amount,Transaction Type,Status,Auth No,Time,Ref Num,' +
  'Cust. Ref Num,Reference 3'

/** What `search_field` may name, and what is compared with it. */
const fields: Readonly<Record<string, (row: BookRow) => string>> = {
  cardholder: (row) => row.holder,
  refno: (row) => row.reference,
  custref: (row) => row.customerReference,
  tag: (row) => String(row.tag),
  cardno: (row) => row.lastFour,
}
const defaultFields = ['cardholder', 'refno', 'custref']

const statusNames = { A: 'Approved', D: 'Declined', E: 'Error' } as const
const kindNames = { purchase: 'Purchase', reversal: 'Reversal' } as const

/** `GET /transaction/search` (research: payments §1.6): substring match, dates default to today, CSV of version 3. */
export function searchTransactions(
  simulator: Simulator,
  query: URLSearchParams,
  authorization: string | undefined,
): WholeReply {
  if (!isSearchUser(simulator.credentials, authorization)) return plainText(401, 'Unauthorized')
  if (simulator.settings.searchOutage) return plainText(503, 'The search is not available.')
  const matching = matchingRows(simulator, query)
  const offset = Number(query.get('offset') ?? 0)
  const page = matching.slice(offset, offset + simulator.searchPageRows)
  const lines = page.map((row) => csvRow(simulator, row).map(csvCell).join(','))
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/search-v3+csv; charset=utf-8',
      'Search-CSV': `count: ${page.length}, offset: ${offset}, total: ${matching.length}`,
    },
    body: Buffer.from([titleLine, ...lines, ''].join('\n')),
  }
}

function matchingRows(simulator: Simulator, query: URLSearchParams): BookRow[] {
  const now = simulator.now()
  const today = simulator.time.sortable(now).slice(0, 10)
  const from = withTime(query.get('start_date') ?? today, '00:00:00')
  const until = withTime(query.get('end_date') ?? today, '23:59:59')
  const indexedUntil = now - simulator.settings.searchLagMilliseconds
  const wanted = query.get('search') ?? ''
  const field = query.get('search_field')
  const names = field && Object.hasOwn(fields, field) ? [field] : defaultFields
  const status = query.get('status')
  return simulator.books.rows.filter((row) => {
    if (wanted !== '' && !names.some((name) => fields[name]?.(row).includes(wanted))) return false
    if (status !== null && row.status !== status) return false
    const at = Date.parse(row.at)
    const local = simulator.time.sortable(at)
    return at <= indexedUntil && local >= from && local <= until
  })
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
    kindNames[row.kind],
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
