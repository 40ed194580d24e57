import type { DiscrepancyKind } from '@portal/contract/discrepancies'
import { type Cents, cents, noCents } from '@portal/contract/money'
import type { DayBooks, Discrepancy } from './books.ts'
import { beliefOf } from './gateway-discrepancies.ts'

/** A count of all, and some of them to be shown; the database has the rest. */
export interface Findings {
  totals: Totals
  count: number
  byKind: Map<DiscrepancyKind, number>
  /** For people to read. */
  first: Discrepancy[]
}

const mostShown = 50

/** None yet. */
export function newFindings(): Findings {
  return { totals: emptyTotals(), count: 0, byKind: new Map(), first: [] }
}

export function note(findings: Findings, discrepancy: Discrepancy): void {
  const { byKind, first } = findings
  findings.count += 1
  byKind.set(discrepancy.kind, (byKind.get(discrepancy.kind) ?? 0) + 1)
  if (first.length < mostShown) first.push(discrepancy)
}

/** How much was charged, and how much of it was reversed. */
export interface BookTotals {
  count: number
  amount: Cents
  returned: Cents
}

/** Gateway and portal count charges; the billing system counts payments to accounts. */
export interface Totals {
  gateway: BookTotals
  /** Charges of the gateway's list that a bank has not answered. */
  pending: number
  portal: BookTotals
  billing: BookTotals
}

export function emptyTotals(): Totals {
  const empty = (): BookTotals => ({ count: 0, amount: noCents, returned: noCents })
  return { gateway: empty(), pending: 0, portal: empty(), billing: empty() }
}

/** The same books; reading them to their ends fills the totals. */
export function totaled(books: DayBooks, totals: Totals): DayBooks {
  return {
    transactions: passing(books.transactions, ({ kind, status, amount }) => {
      if (status === 'pending') totals.pending += 1
      if (status !== 'approved') return
      if (kind === 'purchase') takeIn(totals.gateway, amount)
      if (kind === 'void' || kind === 'refund') giveBack(totals.gateway, amount)
    }),
    requests: passing(books.requests, (request) => {
      const { amount } = request
      if (request.kind === 'reversal') return request.state === 'DONE' ? giveBack(totals.portal, amount) : undefined
      const isGivenBack = request.state === 'REVERSED'
      if (beliefOf[request.state] === 'charged' || isGivenBack || request.state === 'REVERSING') {
        takeIn(totals.portal, amount)
      }
      // The gateway reversed it by itself, without a void or refund of ours.
      if (isGivenBack && request.returnedTags.length === 0) giveBack(totals.portal, amount)
    }),
    postings: books.postings,
    payments: passing(books.payments, ({ amount }) => takeIn(totals.billing, amount)),
  }
}

function takeIn(book: BookTotals, amount: Cents): void {
  book.count += 1
  book.amount = cents(book.amount + amount)
}

function giveBack(book: BookTotals, amount: Cents): void {
  book.returned = cents(book.returned + amount)
}

async function* passing<Row>(rows: AsyncIterable<Row>, inquiry: (row: Row) => void): AsyncGenerator<Row> {
  for await (const row of rows) {
    inquiry(row)
    yield row
  }
}
