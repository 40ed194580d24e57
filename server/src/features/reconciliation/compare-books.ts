import type { BillingMatch, DayBooks, Discrepancy, GatewayMatch, Moment } from './books.ts'
import { judgeBilling } from './judge-billing.ts'
import { judgeGateway } from './judge-gateway.ts'
import { matchRows } from './match-rows.ts'

/**
 * Looks up whatever is missing on one side of a match in the books of other days. Near midnight, the partners may date
 * a payment differently, and a late payment counts on the day on which it was decided.
 */
export interface Completion {
  gateway(match: GatewayMatch): Promise<GatewayMatch>
  /**
   * Adds everything that the gateway lists for a reference of ours on other days. Called before anything about it is
   * reported.
   */
  otherDays(match: GatewayMatch): Promise<GatewayMatch>
  billing(match: BillingMatch): Promise<BillingMatch>
}

/**
 * Compares the three books of a day and yields every discrepancy, first by reference and then by receipt, in order. The
 * same books always give the same discrepancies. Keeps only the rows of one reference or receipt at a time in memory.
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
    const completed = await completion.gateway(match)
    if (judgeGateway(completed, moment).length === 0) continue
    yield* judgeGateway(await completion.otherDays(completed), moment)
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
