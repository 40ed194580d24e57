import type { BookRow } from './books.ts'
import type { WholeReply } from './deliver.ts'
import type { Simulator } from './simulator.ts'

const titleLine =
  'Tag,Cardholder Name,Card Number,Expiry,Card Type,Amount,Transaction Type,Status,Auth No,Time,Ref Num,' +
  'Cust. Ref Num,Reference 3'

const statusNames = { A: 'Approved', D: 'Declined', E: 'Error' } as const
const kindNames = { purchase: 'Purchase', reversal: 'Reversal', void: 'Void', refund: 'Refund' } as const

/** One page of rows as CSV of version 3, from the `offset` of the query on. */
export function listPage(simulator: Simulator, rows: readonly BookRow[], query: URLSearchParams): WholeReply {
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
export function isInDays(simulator: Simulator, query: URLSearchParams): (row: BookRow) => boolean {
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
