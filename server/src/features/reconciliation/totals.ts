import { type Cents, cents, noCents } from '@portal/contract/money'
import type { DayBooks } from './books.ts'
import { beliefOf } from './judge-gateway.ts'

/** One book of a day: how much came in, and how much of it went back. */
export interface BookTotals {
  count: number
  amount: Cents
  returned: Cents
}

/** Gateway and portal count charges; the billing system counts payments to accounts. */
export interface Totals {
  gateway: BookTotals
  portal: BookTotals
  billing: BookTotals
}

/** Totals that grow while the books are read. */
export function emptyTotals(): Totals {
  const empty = (): BookTotals => ({ count: 0, amount: noCents, returned: noCents })
  return { gateway: empty(), portal: empty(), billing: empty() }
}

/** The same books. Reading them to their ends fills the totals. */
export function counted(books: DayBooks, totals: Totals): DayBooks {
  return {
    transactions: passing(books.transactions, ({ kind, status, amount }) => {
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
      // The gateway took it back by itself, without a void or refund of ours.
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

async function* passing<Row>(rows: AsyncIterable<Row>, look: (row: Row) => void): AsyncGenerator<Row> {
  for await (const row of rows) {
    look(row)
    yield row
  }
}
