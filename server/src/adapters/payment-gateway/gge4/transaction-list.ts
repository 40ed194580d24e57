import { parseDecimalCents } from '@portal/contract/money'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import type { FoundTransaction } from '../port.ts'
import { type HttpReply, exchange } from './exchange.ts'
import { defaultTimeouts, type Gge4Settings } from './settings.ts'
import { authorizationPattern } from './traits.ts'

/** Columns of the gateway's third CSV format. Of card numbers, which come masked, only the last four digits are read. */
const ListedRow = z.object({
  Tag: z.string().regex(/^\d{1,10}$/),
  Amount: z.string(),
  'Transaction Type': z.string(),
  Status: z.string(),
  'Auth No': z.string(),
  Time: z.string(),
  'Ref Num': z.string(),
  /** Optional, because no decision depends on it. */
  'Cust. Ref Num': z.string().default(''),
  'Reference 3': z.string().default(''),
  'Card Type': z.string().default(''),
  'Card Number': z
    .string()
    .default('')
    .transform((masked) => /^[^\d]+(\d{4})$/.exec(masked)?.[1] ?? ''),
})
export type ListedRow = z.infer<typeof ListedRow>

const neededTitles = ['Tag', 'Amount', 'Transaction Type', 'Status', 'Auth No', 'Time', 'Ref Num']

const statuses: Readonly<Record<string, FoundTransaction['status']>> = {
  A: 'approved',
  Approved: 'approved',
  D: 'declined',
  Declined: 'declined',
  E: 'error',
  Error: 'error',
}

const kinds: Readonly<Record<string, FoundTransaction['kind']>> = {
  '00': 'purchase',
  Purchase: 'purchase',
  '04': 'refund',
  Refund: 'refund',
  '34': 'refund',
  'Tagged Refund': 'refund',
  '13': 'void',
  Void: 'void',
  '33': 'void',
  'Tagged Void': 'void',
  Reversal: 'void',
}

interface WantedList {
  path: string
  query: Record<string, string>
  mostPages: number
  milliseconds: number
}

/** Or why they could not be fetched. @throws when a page is damaged; the message may quote a payer's name */
export async function listedRows(settings: Gge4Settings, list: WantedList): Promise<ListedRow[] | string> {
  const rows: ListedRow[] = []
  const until = performance.now() + list.milliseconds
  for (let page = 0; page < list.mostPages; page += 1) {
    const query = { ...list.query, offset: String(rows.length) }
    const answer = await fetchPage(settings, list.path, query, until - performance.now())
    if (answer.kind !== 'reply') return answer.reason
    if (answer.status !== 200) return `the gateway answered ${answer.status}`
    const summary = answer.headers['search-csv']
    if (typeof summary !== 'string') return 'the answer is not a list of transactions'
    const listed = readRows(answer)
    rows.push(...listed)
    if (listed.length === 0) return rows.length < totalOf(summary) ? 'the list of transactions is cut off' : rows
  }
  return 'too many transactions match'
}

/** `count: 1, offset: 0, total: 1`: how many rows all pages have together; 0 when the text does not say. */
function totalOf(summary: string): number {
  return Number(/\btotal\s*[:=]\s*(\d{1,9})\b/i.exec(summary)?.[1] ?? 0)
}

function fetchPage(
  settings: Gge4Settings,
  path: string,
  query: Record<string, string>,
  milliseconds: number,
): ReturnType<typeof exchange> {
  const timeouts = { ...defaultTimeouts, ...settings.timeouts }
  const user = Buffer.from(`${settings.searchUser}:${settings.searchPassword}`).toString('base64')
  const url = new URL(path, settings.url)
  url.search = new URLSearchParams(query).toString()
  return exchange({
    method: 'GET',
    url,
    headers: { Accept: 'text/search-v3+csv', Authorization: `Basic ${user}` },
    connectTimeout: timeouts.connect,
    totalTimeout: Math.max(0, Math.min(timeouts.page, milliseconds)),
  })
}

/** @throws when the text is not CSV with the columns we need, or does not end with a whole line. */
function readRows(answer: HttpReply): ListedRow[] {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(answer.body)
  if (!text.endsWith('\n')) throw new RangeError('The list is cut off')
  const [titles, ...lines] = z.array(z.array(z.string())).parse(parse(text, { skip_empty_lines: true }))
  if (!titles || !neededTitles.every((title) => titles.includes(title))) throw new RangeError('Not the list')
  return lines.map((line) => ListedRow.parse(Object.fromEntries(titles.map((title, index) => [title, line[index]]))))
}

/** @throws for a field of another form: a row that we cannot read must not count as no row */
export function foundTransaction(row: ListedRow): FoundTransaction {
  const amount = parseDecimalCents(row.Amount.replace(/[$,\s]/g, ''))
  const status = statuses[row.Status]
  if (amount === null || status === undefined) throw new RangeError('The row cannot be read')
  return {
    tag: row.Tag,
    reference: row['Ref Num'],
    amount,
    kind: kinds[row['Transaction Type']] ?? 'other',
    status,
    authorization: authorizationPattern.test(row['Auth No']) ? row['Auth No'] : null,
    at: row.Time,
  }
}
