import { describe, expect, test } from 'vitest'
import { onlyAbout } from './checkout-problems.ts'
import { CheckoutRequest, mayBeTriedAgain, receiptFileName } from './checkout.ts'
import { AccountNumber } from './ids.ts'
import { mostAccountsPerPayment } from './payments.ts'

const unpaid = { receiptNumber: null, shortNumber: null, referenceNumber: 'GWA7F3K2M9Q4', bank: null } as const

test.each([
  ['approved', { ...unpaid, outcome: 'approved', receiptNumber: 'W-81234567' }, 'IW-W-81234567.pdf'],
  ['declined', { ...unpaid, outcome: 'declined' }, 'IW-Failed-Transaction.pdf'],
  ['not attempted', { ...unpaid, outcome: 'serverFailed' }, 'IW-Failed-Transaction.pdf'],
  ['never heard of', null, 'IW-Failed-Transaction.pdf'],
  ['still being confirmed', { ...unpaid, outcome: 'beingConfirmed' }, 'IW-GWA7F3K2M9Q4.pdf'],
  ['refunded', { ...unpaid, outcome: 'reversed' }, 'IW-GWA7F3K2M9Q4.pdf'],
  ['refunded', { ...unpaid, shortNumber: 'K105-92P9', outcome: 'reversed' }, 'IW-K105-92P9.pdf'],
  [
    'submitted to a bank',
    { ...unpaid, shortNumber: 'K105-92P9', bank: {}, outcome: 'submitted' },
    'IW-W-K105-92P9.pdf',
  ],
] as const)('the file of a payment that was %s says no more than is known (C§9)', (_how, payment, name) => {
  expect(receiptFileName('IW', payment)).toBe(name)
})

test.each([
  ['approved', false],
  ['declined', true],
  ['serverFailed', true],
  ['beingConfirmed', false],
  ['reversed', false],
] as const)('after %s the card may be tried again: %j', (outcome, mayBe) => {
  expect(mayBeTriedAgain(outcome)).toBe(mayBe)
})

test.each([
  [['4821007391'], 'This applies to account 4821007391. To pay the others, remove it.'],
  [['4821007391', '4821007392'], 'This applies to accounts 4821007391, 4821007392. To pay the others, remove them.'],
])('a refusal names the accounts it is about: %j', (accounts, sentence) => {
  expect(onlyAbout(accounts.map((account) => AccountNumber.parse(account)))).toBe(sentence)
})

describe('a payment request', () => {
  const request = {
    accounts: [{ accountId: '4821007391', amount: 1 }],
    card: {
      cardHolderName: 'Maria Cruz',
      cardNumber: '4111111111111111',
      validExpDate: '1230',
      cvv: '987',
      billingZipCode: '96913',
    },
    humanCheck: 'solved',
  }
  const accounts = (many: number) =>
    Array.from({ length: many }, (_, place) => ({ accountId: String(4_821_000_000 + place), amount: 1 }))

  test.each([
    ['one account', { accounts: accounts(1) }, true],
    ['as many accounts as may be', { accounts: accounts(mostAccountsPerPayment) }, true],
    ['one account more', { accounts: accounts(mostAccountsPerPayment + 1) }, false],
    ['no account', { accounts: [] }, false],
    ['nothing for an account', { accounts: [{ accountId: '4821007391', amount: 0 }] }, false],
    ['a part of a cent', { accounts: [{ accountId: '4821007391', amount: 1.5 }] }, false],
    ['an account with a credit', { accounts: [{ accountId: '4821007391', amount: 1, amountDue: -5 }] }, true],
    ['a receipt by mail', { confirmationEmail: 'maria@example.com' }, true],
    ['a receipt for nobody', { confirmationEmail: 'maria' }, false],
  ])('may be so: %s', (_what, asked, mayBe) => {
    expect(CheckoutRequest.safeParse({ ...request, ...asked }).success).toBe(mayBe)
  })
})
