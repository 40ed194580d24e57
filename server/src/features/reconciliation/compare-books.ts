import { billingDiscrepancies } from './billing-discrepancies.ts'
import type { BillingMatch, DayBooks, Discrepancy, GatewayMatch, Moment } from './books.ts'
import { gatewayDiscrepancies } from './gateway-discrepancies.ts'

/** Near midnight, partners may date a payment differently; a late one counts on the day of its outcome. */
export interface Completion {
  gateway(match: GatewayMatch): Promise<GatewayMatch>
  /** The gateway's list for a reference of ours. Called before anything about it is reported. */
  otherDays(match: GatewayMatch): Promise<GatewayMatch>
  billing(match: BillingMatch): Promise<BillingMatch>
}

/** By reference, then by receipt; in constant memory. @throws what reading a book or completing a match throws */
export async function* compareBooks(
  books: DayBooks,
  completion: Completion,
  moment: Moment,
): AsyncGenerator<Discrepancy> {
  const byReference = matchRows(
    { rows: books.transactions, keyOf: ({ reference }) => reference },
    { rows: books.requests, keyOf: ({ reference }) => reference },
  )
  for await (const { key: reference, left: transactions, right } of byReference) {
    const match = { reference, transactions, request: right[0] ?? null }
    const completed = await completion.gateway(match)
    if (gatewayDiscrepancies(completed, moment).length === 0) continue
    yield* gatewayDiscrepancies(await completion.otherDays(completed), moment)
  }
  const byReceipt = matchRows(
    { rows: books.payments, keyOf: ({ receipt }) => receipt },
    { rows: books.postings, keyOf: ({ receipt }) => receipt },
  )
  for await (const { left: payments, right } of byReceipt) {
    const receipt = payments[0]?.receipt ?? right[0]?.receipt
    if (receipt === undefined) continue
    const match = { receipt, payments, posting: right[0] ?? null }
    yield* billingDiscrepancies(await completion.billing(match), moment)
  }
}

interface Match<Left, Right> {
  key: string
  left: Left[]
  right: Right[]
}

/** Ascending, character by character. */
interface Sorted<Row> {
  rows: AsyncIterable<Row>
  keyOf: (row: Row) => string
}

/** In constant memory. @throws RangeError when a stream is not sorted: every later match would be wrong */
export async function* matchRows<Left, Right>(
  lefts: Sorted<Left>,
  rights: Sorted<Right>,
): AsyncGenerator<Match<Left, Right>> {
  const leftGroups = groups(lefts)
  const rightGroups = groups(rights)
  let left = await nextOf(leftGroups)
  let right = await nextOf(rightGroups)
  while (left ?? right) {
    const key = lower(left?.key, right?.key)
    yield {
      key,
      left: left?.key === key ? left.rows : [],
      right: right?.key === key ? right.rows : [],
    }
    if (left?.key === key) left = await nextOf(leftGroups)
    if (right?.key === key) right = await nextOf(rightGroups)
  }
}

interface Group<Row> {
  key: string
  rows: Row[]
}

async function* groups<Row>({ rows, keyOf }: Sorted<Row>): AsyncGenerator<Group<Row>> {
  let key: string | null = null
  let group: Row[] = []
  for await (const row of rows) {
    const next = keyOf(row)
    if (key !== null && next < key) throw new RangeError(`Not sorted: ${next} comes after ${key}`)
    if (key !== null && next !== key) {
      yield { key, rows: group }
      group = []
    }
    key = next
    group.push(row)
  }
  if (key !== null) yield { key, rows: group }
}

async function nextOf<Row>(rows: AsyncGenerator<Row>): Promise<Row | null> {
  const next = await rows.next()
  return next.done === true ? null : next.value
}

function lower(one: string | undefined, other: string | undefined): string {
  if (one === undefined) return other ?? ''
  return other === undefined || one < other ? one : other
}
