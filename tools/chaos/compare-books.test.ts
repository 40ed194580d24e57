import { describe, expect, test } from 'vitest'
import { type Evidence, compareBooks } from './compare-books.ts'

const reference = 'G0000000000000001'

/** One paid checkout of one account, with what the payer was told, its posting and its letter. */
function oneGoodPayment(): Evidence {
  return {
    purchases: [{ tag: 7, reference, amount: 500, state: 'live' }],
    arrivals: [{ reference, milliseconds: 1 }],
    checkouts: [
      {
        id: 1,
        key: 'key',
        state: 'PAID',
        amount: 500,
        itemsAmount: 500,
        attemptAmount: 500,
        attemptState: 'CHARGED',
        reference,
        tag: '7',
        confirmationEmail: 'maria@example.com',
        accounts: 1,
      },
    ],
    payments: [
      { receipt: 'W-7', checkoutId: 1, ours: '6000000000 500', billed: '6000000000 500', postingState: 'POSTED' },
    ],
    told: [
      { key: 'key', outcome: 'beingConfirmed' },
      { key: 'key', outcome: 'approved' },
    ],
    mails: [{ recipients: ['maria@example.com'], subject: 'Portal: Payment received: receipt W-7' }],
  }
}

const { purchases, checkouts, payments, arrivals } = oneGoodPayment()
const changed = <Row extends object>(rows: readonly Row[], change: Partial<Row>): Row[] =>
  rows.map((row) => ({ ...row, ...change }))

describe('the comparison of the books', () => {
  test('finds nothing when all is well', () => {
    expect(compareBooks(oneGoodPayment())).toEqual([])
  })

  test.each<[string, Partial<Evidence>, string]>([
    ['a request sent twice', { arrivals: [...arrivals, ...arrivals] }, 'was sent to the gateway 2 times'],
    ['a charge nobody recorded', { checkouts: [], payments: [], told: [], mails: [] }, 'which nobody recorded'],
    ['a payment without a charge', { purchases: [] }, 'live charges should be 7 over 500; the gateway holds none'],
    ['a charge given back', { purchases: changed(purchases, { state: 'reversed' }) }, 'the gateway holds none'],
    ['a charge of another amount', { purchases: changed(purchases, { amount: 501 }) }, '7 over 501'],
    ['two charges', { purchases: [...purchases, ...changed(purchases, { tag: 8 })] }, '7 over 500, 8 over 500'],
    ['a charge of a declined payment', { checkouts: changed(checkouts, { state: 'DECLINED' }) }, 'should be none'],
    ['items that do not add up', { checkouts: changed(checkouts, { itemsAmount: 499 }) }, 'add up to 499'],
    ['a payment the billing system lacks', { payments: changed(payments, { billed: null }) }, 'has null'],
    ['a payment only the billing system has', { payments: changed(payments, { ours: null }) }, 'we have null'],
    ['a posting still open', { payments: changed(payments, { postingState: 'PENDING' }) }, '(PENDING)'],
    ['a posting too few', { checkouts: changed(checkouts, { accounts: 2 }) }, 'has 1 postings instead of 2'],
    ['a false approval', { purchases: [], checkouts: [] }, 'was told approved, but there is no such checkout'],
    ['a false decline', { told: [{ key: 'key', outcome: 'declined' }] }, 'was told declined, but checkout 1 is PAID'],
    ['a false refusal', { told: [{ key: 'key', outcome: 'refused' }] }, 'was told refused'],
    ['a letter that never came', { mails: [] }, 'got no confirmation of receipt W-7'],
  ])('finds %s', (_, evidence, fact) => {
    expect(compareBooks({ ...oneGoodPayment(), ...evidence }).join('\n')).toContain(fact)
  })
})
