import { describe, expect, test } from 'vitest'
import type { FoundTransaction } from '../../adapters/payment-gateway/port.ts'
import type { DayBooks, RecordedCharge, RecordedReversal } from './books.ts'
import { totaled, emptyTotals } from './findings.ts'
import { all, booksOf, honestPayment, transaction } from './testing/books.ts'

async function* rowsOf<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows
}

/** The totals of a day after its books were read to their ends. */
async function totalsOf(listed: Partial<ReturnType<typeof booksOf>>) {
  const { transactions, requests, postings, payments } = { ...booksOf([]), ...listed }
  const books: DayBooks = {
    transactions: rowsOf(transactions),
    requests: rowsOf(requests),
    postings: rowsOf(postings),
    payments: rowsOf(payments),
  }
  const totals = emptyTotals()
  const read = totaled(books, totals)
  const passed = [await all(read.transactions), await all(read.requests), await all(read.payments)]
  expect(passed).toEqual([transactions, requests, payments])
  return totals
}

const none = { count: 0, amount: 0, returned: 0 }
const one = { count: 1, amount: 4_250, returned: 0 }

test('a day of honest payments adds up to the same in each book', async () => {
  const two = { count: 2, amount: 5_250, returned: 0 }
  const totals = await totalsOf(booksOf([honestPayment(1, 4_250), honestPayment(2, 1_000)]))
  expect(totals).toEqual({ gateway: two, pending: 0, portal: two, billing: two })
})

describe('in the book of the gateway', () => {
  test.each<[string, Partial<FoundTransaction>, object]>([
    ['an approved purchase comes in', {}, one],
    ['a refused purchase does not', { status: 'declined' }, none],
    ['a void goes back', { kind: 'void' }, { ...none, returned: 4_250 }],
    ['a refund goes back', { kind: 'refund' }, { ...none, returned: 4_250 }],
    ['a refused void does not', { kind: 'void', status: 'declined' }, none],
    ['a kind nobody knows is neither', { kind: 'other' }, none],
    ['a debit that its bank returned does not', { status: 'returned' }, none],
  ])('%s', async (_what, change, gateway) => {
    expect(await totalsOf({ transactions: [transaction(change)] })).toMatchObject({ gateway, portal: none })
  })
})

test('a debit that waits for its bank is counted apart', async () => {
  expect(await totalsOf({ transactions: [transaction({ status: 'pending' })] })).toMatchObject({
    gateway: none,
    pending: 1,
  })
})

describe('in the book of the portal', () => {
  const { charge } = honestPayment(1)
  const returned = { ...one, returned: 4_250 }

  test.each<[RecordedCharge['state'], string[], object]>([
    ['CHARGED', [], one],
    ['REVERSING', [], one],
    ['REVERSED', [], returned],
    // Its void counts by itself.
    ['REVERSED', ['902000001'], one],
    ['DECLINED', [], none],
    ['NOT_CHARGED', [], none],
    ['UNKNOWN', [], none],
    ['ESCALATED', [], none],
    ['INTENT', [], none],
  ])('a charge that is %s, with the voided tags %j, counts so', async (state, returnedTags, portal) => {
    expect(await totalsOf({ requests: [{ ...charge, state, returnedTags }] })).toMatchObject({ gateway: none, portal })
  })

  test.each<[RecordedReversal['state'], object]>([
    ['DONE', { ...none, returned: 4_250 }],
    ['REQUESTED', none],
    ['SENT', none],
    ['UNKNOWN', none],
    ['REFUSED', none],
  ])('a void that is %s counts so', async (state, portal) => {
    const { reference, amount, sentAt } = charge
    const requests = [{ kind: 'reversal', reference, amount, sentAt, state } as const]
    expect(await totalsOf({ requests })).toMatchObject({ portal })
  })
})
