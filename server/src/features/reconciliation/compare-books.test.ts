import { Instant } from '@portal/contract/dates'
import { type DiscrepancyKind, discrepancyKinds } from '@portal/contract/discrepancies'
import { AccountNumber, ReceiptNumber } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type HonestPayment,
  type ListedBooks,
  booksOf,
  discrepanciesOf,
  honestPayment,
  shuffle,
  transaction,
  without,
} from './testing/books.ts'

/** One way to spoil the books of an honest payment; `about` is the subject of the discrepancy. */
interface Plant {
  kind: DiscrepancyKind
  how: string
  spoil(books: ListedBooks, payment: HonestPayment): void
  about(payment: HonestPayment): string
}

const byReference = ({ charge }: HonestPayment): string => charge.reference
const byReceipt = ({ posting }: HonestPayment): string => posting.receipt
const byTag = ({ transaction: { tag } }: HonestPayment): string => tag

const justNow = Instant.parse('2026-06-01T15:30:00.000Z')
const anHourAgo = Instant.parse('2026-06-01T15:00:00.000Z')

/** Removes everything that the portal and the billing system know about a payment. */
function forget(books: ListedBooks, { charge, posting, payment }: HonestPayment): void {
  without(books.requests, charge)
  without(books.postings, posting)
  without(books.payments, payment)
}

/** Makes the portal say that the charge came to nothing, and that nothing was posted. */
function decide(books: ListedBooks, { charge, posting, payment }: HonestPayment, change: Partial<typeof charge>): void {
  Object.assign(charge, { postedAmount: cents(0) }, change)
  without(books.postings, posting)
  without(books.payments, payment)
}

/** The charge was given back, but the payment is still in the billing system. */
function giveBack(books: ListedBooks, payment: HonestPayment, posting: Partial<HonestPayment['posting']>): void {
  decide(books, payment, { state: 'REVERSED', returnedTags: [payment.transaction.tag] })
  books.postings.push({ ...payment.posting, chargeState: 'REVERSED', ...posting })
  books.payments.push(payment.payment)
}

const reversalOf = ({ transaction: charge }: HonestPayment) =>
  transaction({ ...charge, tag: String(Number(charge.tag) + 50_000), kind: 'void' })

const plants: Plant[] = [
  { kind: 'chargedButNotRecorded', how: 'the portal has lost everything', spoil: forget, about: byTag },
  {
    kind: 'chargedButUndecided',
    how: 'nobody has decided about the charge',
    spoil: (books, payment) => decide(books, payment, { state: 'UNKNOWN' }),
    about: byReference,
  },
  {
    kind: 'chargedButUndecided',
    how: 'the charge is still being given back',
    spoil: (books, payment) => decide(books, payment, { state: 'REVERSING' }),
    about: byReference,
  },
  {
    kind: 'recordedButNotAtGateway',
    how: 'the gateway lists nothing',
    spoil: (books, payment) => without(books.transactions, payment.transaction),
    about: byReference,
  },
  {
    kind: 'recordedButNotAtGateway',
    how: 'the gateway lists it as declined',
    spoil: (_, payment) => void (payment.transaction.status = 'declined'),
    about: byReference,
  },
  {
    kind: 'amountDiffers',
    how: 'the gateway charged a cent more',
    spoil: (_, payment) => void (payment.transaction.amount = cents(payment.transaction.amount + 1)),
    about: byReference,
  },
  {
    kind: 'recordedWithOtherNumbers',
    how: 'somebody settled it with another authorization number',
    spoil: (_, payment) => void Object.assign(payment.charge, { authorization: 'ET999999' }),
    about: byReference,
  },
  {
    kind: 'twoChargesForOneReference',
    how: 'the gateway charged twice',
    spoil: (books, payment) =>
      void books.transactions.push({ ...payment.transaction, tag: `${payment.transaction.tag}9` }),
    about: byReference,
  },
  {
    kind: 'reversedAtGatewayOnly',
    how: 'the gateway took the charge back',
    spoil: (books, payment) => void books.transactions.push(reversalOf(payment)),
    about: byReference,
  },
  {
    kind: 'reversedAtGatewayOnly',
    how: 'the gateway lists nothing but that it took the charge back',
    spoil(books, payment) {
      without(books.transactions, payment.transaction)
      books.transactions.push(reversalOf(payment))
    },
    about: byReference,
  },
  {
    kind: 'reversedAtGatewayOnly',
    how: 'somebody refunded at the gateway under a reference of their own',
    spoil: (books, payment) =>
      void books.transactions.push(transaction({ ...reversalOf(payment), reference: 'REFUND AT THE DESK' })),
    about: (payment) => reversalOf(payment).tag,
  },
  {
    kind: 'declinedButChargedAtGateway',
    how: 'the portal said it was declined',
    spoil: (books, payment) => decide(books, payment, { state: 'DECLINED' }),
    about: byReference,
  },
  {
    kind: 'declinedButChargedAtGateway',
    how: 'the portal says the gateway took it back, and it did not',
    spoil: (books, payment) => decide(books, payment, { state: 'REVERSED' }),
    about: byReference,
  },
  {
    kind: 'paidButNotPosted',
    how: 'the posting is late',
    spoil(books, payment) {
      payment.posting.state = 'PENDING'
      without(books.payments, payment.payment)
    },
    about: byReceipt,
  },
  {
    kind: 'paidButNotPosted',
    how: 'the billing system refused it',
    spoil(books, payment) {
      payment.posting.state = 'REJECTED'
      without(books.payments, payment.payment)
    },
    about: byReceipt,
  },
  {
    kind: 'paidButNotPosted',
    how: 'the billing system has it, and its answer was lost long ago',
    spoil: (_, { posting }) => void (posting.state = 'POSTING'),
    about: byReceipt,
  },
  {
    kind: 'paidButNotPosted',
    how: 'the billing system refused it, and finance wants it given back',
    spoil(books, { charge, posting, payment }) {
      Object.assign(charge, { state: 'REVERSING', since: justNow })
      Object.assign(posting, { state: 'REJECTED', chargeState: 'REVERSING' })
      without(books.payments, payment)
    },
    about: byReceipt,
  },
  {
    kind: 'paidButNotPosted',
    how: 'the billing system has lost it within the hour',
    spoil(books, { posting, payment }) {
      posting.chargedAt = justNow
      without(books.payments, payment)
    },
    about: byReceipt,
  },
  {
    kind: 'paidButNotPosted',
    how: 'the billing system has lost it',
    spoil: (books, payment) => without(books.payments, payment.payment),
    about: byReceipt,
  },
  {
    kind: 'paidButNotPosted',
    how: 'the posting itself is missing',
    spoil(books, payment) {
      payment.charge.postedAmount = cents(0)
      without(books.postings, payment.posting)
      without(books.payments, payment.payment)
    },
    about: byReference,
  },
  {
    kind: 'postedWithoutCharge',
    how: 'the portal knows no such receipt',
    spoil: (books, payment) =>
      void books.payments.push({ ...payment.payment, receipt: ReceiptNumber.parse(`${payment.payment.receipt}-9`) }),
    about: (payment) => `${payment.payment.receipt}-9`,
  },
  {
    kind: 'postedWithoutCharge',
    how: 'the charge was given back, and nobody cancelled the payment',
    spoil: (books, payment) => giveBack(books, payment, { state: 'POSTED' }),
    about: byReceipt,
  },
  {
    kind: 'postedWithoutCharge',
    how: 'the charge was given back, and the cancellation is late',
    spoil: (books, payment) => giveBack(books, payment, { state: 'CANCEL_DUE' }),
    about: byReceipt,
  },
  {
    kind: 'postedAmountDiffers',
    how: 'the billing system holds a cent less',
    spoil: (_, { payment }) => void (payment.amount = cents(payment.amount - 1)),
    about: byReceipt,
  },
  {
    kind: 'postedToAnotherAccount',
    how: 'the billing system holds it on another account',
    spoil: (_, { payment }) => void (payment.accountId = AccountNumber.parse('9999999999')),
    about: byReceipt,
  },
  {
    kind: 'postedTwice',
    how: 'the billing system took it twice',
    spoil: (books, { payment }) => void books.payments.push({ ...payment }),
    about: byReceipt,
  },
]

describe('given books that agree', () => {
  test('then there is nothing to report', async () => {
    expect(await discrepanciesOf(booksOf([honestPayment(1), honestPayment(2)]))).toEqual([])
    expect(await discrepanciesOf(booksOf([]))).toEqual([])
  })

  const agreeing: [string, (books: ListedBooks, payment: HonestPayment) => void][] = [
    [
      'a declined charge, listed as declined',
      (books, payment) => {
        decide(books, payment, { state: 'DECLINED' })
        payment.transaction.status = 'declined'
      },
    ],
    [
      'a charge that never reached the gateway',
      (books, payment) => {
        decide(books, payment, { state: 'NOT_CHARGED' })
        without(books.transactions, payment.transaction)
      },
    ],
    [
      'a charge decided about only now',
      (books, payment) => decide(books, payment, { state: 'UNKNOWN', since: justNow }),
    ],
    [
      'a payment that will be posted within the hour',
      (books, payment) => {
        Object.assign(payment.posting, { state: 'PENDING', chargedAt: justNow })
        without(books.payments, payment.payment)
      },
    ],
    [
      'a posting whose answer was lost just now',
      (_, { posting }) => void Object.assign(posting, { state: 'POSTING', chargedAt: justNow }),
    ],
    [
      'a charge the gateway took back by itself',
      (books, payment) => {
        decide(books, payment, { state: 'REVERSED' })
        books.transactions.push(reversalOf(payment))
      },
    ],
    [
      'a charge that was voided for the portal',
      (books, payment) => {
        const reference = 'GVOID000000000000'
        decide(books, payment, { state: 'REVERSED', returnedTags: [payment.transaction.tag] })
        const { amount, sentAt } = payment.charge
        books.requests.push({ kind: 'reversal', reference, state: 'DONE', amount, sentAt })
        books.transactions.push({ ...reversalOf(payment), reference })
      },
    ],
    [
      'a payment that finance asked to be given back, and that still stands',
      (books, payment) => decide(books, payment, { state: 'REVERSING', since: justNow }),
    ],
    [
      'one whose payment is still in the billing system meanwhile',
      (_, { charge, posting }) => {
        Object.assign(charge, { state: 'REVERSING', since: justNow })
        posting.chargeState = 'REVERSING'
      },
    ],
    [
      'a charge that nobody knows anything about, the gateway neither',
      (books, payment) => {
        decide(books, payment, { state: 'UNKNOWN' })
        without(books.transactions, payment.transaction)
      },
    ],
    [
      'a charge decided about an hour ago to the millisecond',
      (books, payment) => decide(books, payment, { state: 'UNKNOWN', since: anHourAgo }),
    ],
    [
      'a posting whose answer was lost an hour ago to the millisecond',
      (_, { posting }) => void Object.assign(posting, { state: 'POSTING', chargedAt: anHourAgo }),
    ],
    [
      'a payment that was given back and is being cancelled in the billing system',
      (books, payment) => giveBack(books, payment, { state: 'CANCELLING', chargedAt: justNow }),
    ],
    [
      'a payment that was given back, with its cancellation on the way to the billing system',
      (books, payment) => giveBack(books, payment, { state: 'CANCEL_DUE', chargedAt: justNow }),
    ],
    [
      'a payment that was given back and is cancelled in the billing system',
      (books, payment) => {
        decide(books, payment, { state: 'REVERSED', returnedTags: [payment.transaction.tag] })
        books.postings.push({ ...payment.posting, state: 'CANCELLED', chargeState: 'REVERSED' })
      },
    ],
    [
      'a second charge of one reference that was voided for the portal',
      (books, payment) => {
        const second = { ...payment.transaction, tag: `${payment.transaction.tag}9` }
        books.transactions.push(second)
        Object.assign(payment.charge, { returnedTags: [second.tag] })
      },
    ],
    [
      'a void the gateway refused because there was nothing left to void',
      (books, payment) => {
        const reference = 'GVOID000000000000'
        decide(books, payment, { state: 'REVERSED', returnedTags: [payment.transaction.tag] })
        const { amount, sentAt } = payment.charge
        books.requests.push({ kind: 'reversal', reference, state: 'DONE', amount, sentAt })
        books.transactions.push({ ...reversalOf(payment), reference, status: 'declined' })
      },
    ],
    [
      'a service fee, which the billing system never gets',
      (_, { charge, transaction: listed }) => {
        charge.fee = cents(250)
        charge.amount = listed.amount = cents(charge.amount + charge.fee)
      },
    ],
    ['a row the gateway lists twice', (books, payment) => void books.transactions.push({ ...payment.transaction })],
    [
      "a stranger's charge that was taken back",
      (books, payment) => {
        forget(books, payment)
        books.transactions.push(reversalOf(payment))
      },
    ],
  ]
  test.each(agreeing)('and among them %s, then there is nothing to tell', async (_, change) => {
    const payment = honestPayment(2)
    const books = booksOf([honestPayment(1), payment, honestPayment(3)])
    change(books, payment)
    expect(await discrepanciesOf(books)).toEqual([])
  })
})

describe('given one payment about which the books disagree', () => {
  test.each(plants)('when $how, then it is reported as $kind', async ({ kind, spoil, about }) => {
    const payment = honestPayment(2)
    const books = booksOf([honestPayment(1), payment, honestPayment(3)])
    const subject = about(payment)
    spoil(books, payment)
    expect(await discrepanciesOf(books)).toMatchObject([{ kind, subject }])
  })

  test('then every kind of discrepancy can be reported, but those of payouts and disputes (payouts.test.ts, disputes.test.ts)', () => {
    const ofPayments = Object.keys(discrepancyKinds).filter((kind) => !/^(payout|paidOut|dispute)/.test(kind))
    expect(new Set(plants.map(({ kind }) => kind))).toEqual(new Set(ofPayments))
  })
})

describe('given any number of payments, some of them spoiled in any way', () => {
  test('then exactly those are reported, each with its kind', async () => {
    const plan = fc.array(fc.record({ amount: fc.integer({ min: 100, max: 9_999_999 }), plant: planted }), {
      maxLength: 60,
    })
    await fc.assert(
      fc.asyncProperty(plan, fc.infiniteStream(fc.nat()), async (planned, order) => {
        const payments = planned.map(({ amount }, index) => honestPayment(index + 1, amount))
        const books = booksOf(payments)
        const expected: string[] = []
        for (const [index, { plant }] of planned.entries()) {
          const payment = payments[index]
          if (!plant || !payment) continue
          expected.push(`${plant.kind} ${plant.about(payment)}`)
          plant.spoil(books, payment)
        }
        shuffle(books.transactions, order)
        shuffle(books.requests, order)
        shuffle(books.postings, order)
        shuffle(books.payments, order)
        const told = (await discrepanciesOf(books)).map(({ kind, subject }) => `${kind} ${subject}`)
        expect(told.toSorted()).toEqual(expected.toSorted())
      }),
    )
  })
})

/** Every second payment is left unchanged. */
const planted = fc.option(fc.constantFrom(...plants), { freq: 1 })
