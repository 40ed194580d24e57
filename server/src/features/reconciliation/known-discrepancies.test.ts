import { Instant } from '@portal/contract/dates'
import { AccountNumber } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { describe, expect, test } from 'vitest'
import { booksOf, discrepanciesOf, honestPayment, transaction } from './testing/books.ts'

const justNow = Instant.parse('2026-06-01T15:30:00.000Z')

describe('given one payment about which the books disagree', () => {
  test('then the amount in each book is beside it', async () => {
    const payment = honestPayment(7)
    const books = booksOf([payment])
    payment.transaction.amount = cents(9_900)
    expect(await discrepanciesOf(books)).toEqual([
      {
        kind: 'amountDiffers',
        subject: 'G0000000000000007',
        reference: 'G0000000000000007',
        receipt: null,
        tag: '902000007',
        gateway: 9_900,
        portal: 4_250,
        billing: null,
        detail: 'Portal: charged. Gateway: charges #902000007, refunds none.',
      },
    ])
  })

  test("then a charge that the portal does not know is described by the gateway's list", async () => {
    const payment = honestPayment(7)
    const books = booksOf([payment])
    Object.assign(books, { requests: [], postings: [], payments: [] })
    payment.transaction.reference = 'GWF5Q45WMPGAJ34VM'
    const stranger = { ...payment.transaction, tag: '902000008', reference: '', authorization: null }
    books.transactions.push(stranger)
    const about = { kind: 'chargedButNotRecorded', receipt: null, gateway: 4_250, portal: null, billing: null }
    expect(await discrepanciesOf(books)).toEqual([
      {
        ...about,
        subject: '902000008',
        reference: null,
        tag: '902000008',
        detail:
          'Gateway time 06/01/2026 12:00:00, authorization number none, reference number none. Accounts: not known to the gateway.',
      },
      {
        ...about,
        subject: '902000007',
        reference: 'GWF5Q45WMPGAJ34VM',
        tag: '902000007',
        detail:
          'Gateway time 06/01/2026 12:00:00, authorization number ET000001, reference number GWF5Q45WMPGAJ34VM. Accounts: not known to the gateway.',
      },
    ])
  })

  test('then a charge that the gateway does not list has no figure of the gateway', async () => {
    const payment = honestPayment(7)
    const books = booksOf([payment])
    books.transactions = []
    expect(await discrepanciesOf(books)).toMatchObject([
      {
        tag: null,
        gateway: null,
        portal: 4_250,
        detail: expect.stringContaining('Gateway: charges none, refunds none.'),
      },
    ])
  })

  test.each(['DECLINED', 'NOT_CHARGED', 'REVERSED'] as const)(
    'then a charge that the portal says is %s is told with nothing taken in the portal',
    async (state) => {
      const payment = honestPayment(7)
      payment.charge.state = state
      const [told] = await discrepanciesOf({ ...booksOf([payment]), postings: [], payments: [] })
      expect(told).toMatchObject({ kind: 'declinedButChargedAtGateway', gateway: 4_250, portal: 0 })
    },
  )

  test('then a second charge is reported with the sum of both, and by its own tag', async () => {
    const payment = honestPayment(7)
    const books = booksOf([payment])
    books.transactions.push({ ...payment.transaction, tag: '902000009' })
    expect(await discrepanciesOf(books)).toMatchObject([
      { tag: '902000009', gateway: 8_500, portal: 4_250, billing: null },
    ])
  })

  test('then a charge that was not completely posted is reported with what was posted', async () => {
    const payment = honestPayment(7)
    const books = booksOf([payment])
    payment.charge.postedAmount = cents(4_000)
    expect(await discrepanciesOf(books)).toMatchObject([
      {
        kind: 'paidButNotPosted',
        portal: 4_250,
        billing: 4_000,
        detail: expect.stringMatching(/ The postings don’t add up to this amount\.$/),
      },
    ])
  })

  test('then a payment that the billing system accepted twice is reported with the sum of both', async () => {
    const payment = honestPayment(7)
    const books = booksOf([payment])
    books.payments.push({ ...payment.payment })
    expect(await discrepanciesOf(books)).toEqual([
      {
        kind: 'postedTwice',
        subject: 'W-902000007',
        reference: 'G0000000000000007',
        receipt: 'W-902000007',
        tag: null,
        gateway: null,
        portal: 4_250,
        billing: 8_500,
        detail: 'Portal: posted, charge charged. Billing system: 2 payments.',
      },
    ])
  })

  test('then a payment that only the portal has is reported without a figure of the billing system', async () => {
    const payment = honestPayment(7)
    const books = booksOf([payment])
    books.payments = []
    expect(await discrepanciesOf(books)).toMatchObject([
      { billing: null, detail: expect.stringMatching(/ Billing system: no payment\.$/) },
    ])
  })

  test('then it says on which account the billing system has it, so that somebody can transfer it', async () => {
    const payment = honestPayment(7)
    const books = booksOf([payment])
    const { accountId } = payment.posting
    payment.payment.accountId = AccountNumber.parse('9999999999')
    expect(await discrepanciesOf(books)).toMatchObject([
      { detail: expect.stringContaining(`Billing system: 1 payment on account 9999999999, not ${accountId}.`) },
    ])
  })
})

describe('given a void or refund of the portal', () => {
  const reference = 'GREFUND0000000000'
  const base = { kind: 'reversal', reference, amount: cents(4250), sentAt: justNow } as const
  const listed = transaction({ tag: '902000077', reference, kind: 'refund' })
  test.each([
    ['done, and the gateway lists nothing', 'DONE', [], ['recordedButNotAtGateway']],
    ['done, and the gateway gave back another amount', 'DONE', [{ ...listed, amount: cents(1) }], ['amountDiffers']],
    ['refused, and the gateway gave the money back', 'REFUSED', [listed], ['reversedAtGatewayOnly']],
    ['not answered yet, and the gateway gave the money back', 'UNKNOWN', [listed], []],
    ['not answered yet, and the gateway lists nothing', 'UNKNOWN', [], []],
  ] as const)('when it is %s', async (_, state, transactions, kinds) => {
    const books = { ...booksOf([]), transactions: [...transactions], requests: [{ ...base, state }] }
    expect((await discrepanciesOf(books)).map(({ kind }) => kind)).toEqual(kinds)
  })

  test('then it is reported with the tag and the amount that the gateway lists', async () => {
    const books = {
      ...booksOf([]),
      transactions: [{ ...listed, amount: cents(1) }],
      requests: [{ ...base, state: 'DONE' as const }],
    }
    expect(await discrepanciesOf(books)).toMatchObject([{ tag: '902000077', gateway: 1, portal: 4_250 }])
    expect(await discrepanciesOf({ ...books, transactions: [] })).toMatchObject([{ tag: null, gateway: null }])
  })
})
