import { later } from '@portal/contract/dates'
import { cents } from '@portal/contract/money'
import { expect, test } from 'vitest'
import { type HonestPayment, booksOf, discrepanciesOf, honestPayment, moment } from './testing/books.ts'

/** Submitted to a bank, which answers in three days. */
function submitted(): HonestPayment {
  const paid = honestPayment(1)
  Object.assign(paid.charge, { state: 'PROCESSING', since: later(moment.now, 3 * 86_400_000) })
  paid.posting.chargeState = 'PROCESSING'
  return paid
}

const kindsOf = async (books: ReturnType<typeof booksOf>) => (await discrepanciesOf(books)).map(({ kind }) => kind)

test.each(['pending', 'approved'] as const)(
  'what a bank is about to pay is credited already, while the gateway says %s',
  async (status) => {
    const paid = submitted()
    paid.transaction.status = status
    expect(await kindsOf(booksOf([paid]))).toEqual([])
  },
)

test('that the bank has paid, and we have not heard of it past its day, is reported', async () => {
  const paid = submitted()
  paid.charge.since = paid.charge.sentAt
  expect(await kindsOf(booksOf([paid]))).toEqual(['chargedButUndecided'])
})

test('what a bank returned is nothing to report, once it is out of the billing system', async () => {
  const paid = submitted()
  Object.assign(paid.charge, { state: 'RETURNED', postedAmount: cents(0) })
  paid.transaction.status = 'returned'
  expect(await kindsOf({ ...booksOf([paid]), postings: [], payments: [] })).toEqual([])
})
