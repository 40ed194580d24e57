import { Instant } from '@portal/contract/dates'
import { AccountNumber, ReceiptNumber } from '@portal/contract/ids'
import { cents, noCents } from '@portal/contract/money'
import type { BookedPayment } from '../../../adapters/billing-system/port.ts'
import type { FoundTransaction } from '../../../adapters/payment-gateway/port.ts'
import type { DayBooks, Discrepancy, Moment, RecordedCharge, RecordedPosting, RecordedReversal } from '../books.ts'
import { type Completion, compareBooks } from '../compare-books.ts'

/** Two in the morning after the day, with an hour of patience. */
export const moment: Moment = { now: Instant.parse('2026-06-01T16:00:00.000Z'), patience: 3_600_000 }

const sentAt = Instant.parse('2026-06-01T02:00:00.000Z')

/** In any order. */
export interface ListedBooks {
  transactions: FoundTransaction[]
  requests: (RecordedCharge | RecordedReversal)[]
  postings: RecordedPosting[]
  payments: BookedPayment[]
}

/** $42.50 to one account, as in all three books when all went well. */
export interface HonestPayment {
  transaction: FoundTransaction
  charge: RecordedCharge
  posting: RecordedPosting
  payment: BookedPayment
}

/** Every number makes another reference, tag, receipt and account. */
export function honestPayment(number: number, amount = 4250): HonestPayment {
  const reference = `G${String(number).padStart(16, '0')}`
  const tag = String(902_000_000 + number)
  const receipt = ReceiptNumber.parse(`W-${tag}`)
  const accountId = AccountNumber.parse(String(1_000_000_000 + number))
  const paid = { receipt, accountId, amount: cents(amount) }
  return {
    transaction: transaction({ tag, reference, amount: cents(amount) }),
    charge: {
      kind: 'charge',
      reference,
      state: 'CHARGED',
      amount: cents(amount),
      fee: noCents,
      sentAt,
      since: sentAt,
      postedAmount: cents(amount),
      tag,
      authorization: 'ET000001',
      returnedTags: [],
    },
    posting: { ...paid, reference, state: 'POSTED', chargeState: 'CHARGED', chargedAt: sentAt },
    payment: paid,
  }
}

export function transaction(change: Partial<FoundTransaction>): FoundTransaction {
  return {
    tag: '902000000',
    reference: '',
    amount: cents(4250),
    kind: 'purchase',
    status: 'approved',
    authorization: 'ET000001',
    at: '06/01/2026 12:00:00',
    ...change,
  }
}

export function booksOf(payments: readonly HonestPayment[]): ListedBooks {
  return {
    transactions: payments.map((each) => each.transaction),
    requests: payments.map((each) => each.charge),
    postings: payments.map((each) => each.posting),
    payments: payments.map((each) => each.payment),
  }
}

/** For complete books: other days have nothing to add. */
const nothingMore: Completion = {
  gateway: async (match) => match,
  otherDays: async (match) => match,
  billing: async (match) => match,
}

/** Sorts the books first. */
export async function discrepanciesOf(listed: ListedBooks): Promise<Discrepancy[]> {
  const books: DayBooks = {
    transactions: stream(listed.transactions, ({ reference }) => reference),
    requests: stream(listed.requests, ({ reference }) => reference),
    postings: stream(listed.postings, ({ receipt }) => receipt),
    payments: stream(listed.payments, ({ receipt }) => receipt),
  }
  return await all(compareBooks(books, nothingMore, moment))
}

async function* stream<Row>(rows: readonly Row[], keyOf: (row: Row) => string): AsyncGenerator<Row> {
  yield* rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

export async function all<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const read: Row[] = []
  for await (const row of rows) read.push(row)
  return read
}

export function shuffle(rows: unknown[], order: Iterator<number>): void {
  for (const row of rows.splice(0)) rows.splice(Number(order.next().value) % (rows.length + 1), 0, row)
}

export function without<Row>(rows: Row[], row: Row): void {
  rows.splice(rows.indexOf(row), 1)
}
