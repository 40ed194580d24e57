import { type Instant, dateIn, later } from '@portal/contract/dates'
import { parseDecimalCents } from '@portal/contract/money'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { type HttpReply, exchange } from './exchange.ts'
import { defaultTimeouts, type Gge4Settings } from './gge4-settings.ts'
import type { FindResult, FoundTransaction } from './port.ts'

/** Columns of the search's third CSV format; card number and expiry are not even looked at. */
const Row = z.object({
  Tag: z.string().regex(/^\d{1,10}$/),
  Amount: z.string(),
  'Transaction Type': z.string(),
  Status: z.string(),
  'Auth No': z.string(),
  Time: z.string(),
  'Ref Num': z.string(),
})
type Row = z.infer<typeof Row>

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

/** The gateway does not say how certain its clock and index are; a day and a half covers any date line. */
const daysAround = 36 * 60 * 60 * 1000
const mostPages = 20

/**
 * Looks up every transaction with exactly this reference, sent around this instant (research: payments §1.6).
 * `nothing` is only said when the search itself was answered, whole and in its own format.
 */
export async function findTransactions(settings: Gge4Settings, reference: string, at: Instant): Promise<FindResult> {
  try {
    const rows = await allRows(settings, reference, at)
    if (typeof rows === 'string') return { outcome: 'unavailable', reason: rows }
    // The gateway matches substrings.
    const transactions = rows.filter((row) => row['Ref Num'] === reference).map(foundTransaction)
    return transactions.length === 0 ? { outcome: 'nothing' } : { outcome: 'found', transactions }
  } catch {
    // The parsers' messages may quote rows with a payer's name.
    return { outcome: 'unavailable', reason: 'the list of transactions is damaged' }
  }
}

/** All pages, or why they could not be had. */
async function allRows(settings: Gge4Settings, reference: string, at: Instant): Promise<Row[] | string> {
  const rows: Row[] = []
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await fetchPage(settings, searchUrl(settings, reference, at, rows.length))
    if (answer.kind !== 'reply') return answer.reason
    if (answer.status !== 200) return `the search answered ${answer.status}`
    const summary = answer.headers['search-csv']
    if (typeof summary !== 'string') return 'the answer is not a list of transactions'
    const found = readRows(answer)
    rows.push(...found)
    if (found.length === 0) return rows.length < totalOf(summary) ? 'the list of transactions is cut off' : rows
  }
  return 'too many transactions match'
}

/** `count: 1, offset: 0, total: 1`: how many rows all pages have together; 0 when it does not say. */
function totalOf(summary: string): number {
  return Number(/\btotal\s*[:=]\s*(\d{1,9})\b/i.exec(summary)?.[1] ?? 0)
}

/** Days without dates would mean today. */
function searchUrl(settings: Gge4Settings, reference: string, at: Instant, offset: number): URL {
  const url = new URL('/transaction/search', settings.url)
  url.search = new URLSearchParams({
    search_field: 'refno',
    search: reference,
    start_date: `${dateIn(settings.timeZone, later(at, -daysAround))} 00:00:00`,
    end_date: `${dateIn(settings.timeZone, later(at, daysAround))} 23:59:59`,
    terminal: settings.id,
    offset: String(offset),
  }).toString()
  return url
}

function fetchPage(settings: Gge4Settings, url: URL): ReturnType<typeof exchange> {
  const timeouts = { ...defaultTimeouts, ...settings.timeouts }
  const user = Buffer.from(`${settings.searchUser}:${settings.searchPassword}`).toString('base64')
  return exchange({
    method: 'GET',
    url,
    headers: { Accept: 'text/search-v3+csv', Authorization: `Basic ${user}` },
    connectTimeout: timeouts.connect,
    totalTimeout: timeouts.search,
  })
}

/** @throws when the text is not CSV with the columns we need, or does not end with a whole line. */
function readRows(answer: HttpReply): Row[] {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(answer.body)
  if (!text.endsWith('\n')) throw new RangeError('The list is cut off')
  const [titles, ...lines] = z.array(z.array(z.string())).parse(parse(text, { skip_empty_lines: true }))
  if (!titles || !Object.keys(Row.shape).every((title) => titles.includes(title))) throw new RangeError('Not the list')
  return lines.map((line) => Row.parse(Object.fromEntries(titles.map((title, index) => [title, line[index]]))))
}

/** @throws when a field is not what the wire defines: a row we cannot read must not pass for no row. */
function foundTransaction(row: Row): FoundTransaction {
  const amount = parseDecimalCents(row.Amount.replace(/[$,\s]/g, ''))
  const status = statuses[row.Status]
  if (amount === null || status === undefined) throw new RangeError('The row cannot be read')
  return {
    tag: row.Tag,
    reference: row['Ref Num'],
    amount,
    kind: kinds[row['Transaction Type']] ?? 'other',
    status,
    authorization: /^[A-Za-z0-9]{1,8}$/.test(row['Auth No']) ? row['Auth No'] : null,
    at: row.Time,
  }
}
