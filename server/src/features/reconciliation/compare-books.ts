import type { BillingMatch, DayBooks, Discrepancy, GatewayMatch, Moment } from './books.ts'
import { judgeBilling } from './judge-billing.ts'
import { judgeGateway } from './judge-gateway.ts'
import { matchRows } from './match-rows.ts'

/**
 * Fills in what other days' books say about one reference or receipt that the day's own books leave one-sided: near
 * midnight partners may put a payment on different days, and a late one stands on the day it was decided.
 */
export interface Completion {
  gateway(match: GatewayMatch): Promise<GatewayMatch>
  billing(match: BillingMatch): Promise<BillingMatch>
}

/**
 * Compares the three books of a day and tells every discrepancy, first by reference, then by receipt, in order. Pure
 * but for what it is given: the same books and completion, the same discrepancies. Holds the rows of one reference or
 * receipt at a time.
 * @throws whatever reading a book or completing a match throws.
 */
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
    yield* judgeGateway(await completion.gateway(match), moment)
  }
  const byReceipt = matchRows(
    { rows: books.payments, keyOf: ({ receipt }) => receipt },
    { rows: books.postings, keyOf: ({ receipt }) => receipt },
  )
  for await (const { left: payments, right } of byReceipt) {
    const receipt = payments[0]?.receipt ?? right[0]?.receipt
    if (receipt === undefined) continue
    const match = { receipt, payments, posting: right[0] ?? null }
    yield* judgeBilling(await completion.billing(match), moment)
  }
}
