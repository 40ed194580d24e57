import { describe, expect, test } from 'vitest'
import { AccountNumber } from './ids.ts'
import { DecimalAmount } from './money.ts'
import {
  CheckoutRequest,
  ConfirmationEmail,
  confirmationEmailOnFile,
  countTag,
  mayBeTriedAgain,
  mostAccountsPerPayment,
  onlyAbout,
  receiptFileName,
  receiptNumber,
  tagOfReceipt,
} from './payments.ts'

const unpaid = { receiptNumber: null, referenceNumber: 'GWA7F3K2M9Q4' } as const

test.each([
  ['approved', { ...unpaid, outcome: 'approved', receiptNumber: 'W-81234567' }, 'IW-W-81234567.pdf'],
  ['declined', { ...unpaid, outcome: 'declined' }, 'IW-Failed-Transaction.pdf'],
  ['not attempted', { ...unpaid, outcome: 'serverFailed' }, 'IW-Failed-Transaction.pdf'],
  ['never heard of', null, 'IW-Failed-Transaction.pdf'],
  ['still being confirmed', { ...unpaid, outcome: 'beingConfirmed' }, 'IW-GWA7F3K2M9Q4.pdf'],
  ['given back', { ...unpaid, outcome: 'reversed' }, 'IW-GWA7F3K2M9Q4.pdf'],
] as const)('the file of a payment that was %s says no more than is known (C§9)', (_how, payment, name) => {
  expect(receiptFileName('IW', payment)).toBe(name)
})

test.each([
  [1, 'SINGLE', ['W-81234567']],
  [2, 'MULTI-2', ['W-81234567-1', 'W-81234567-2']],
])('a payment of %d accounts counts as %s, with the receipts %j (R1)', (accounts, tag, receipts) => {
  expect(countTag(accounts)).toBe(tag)
  expect(receipts.map((_, place) => receiptNumber('81234567', place + 1, accounts))).toEqual(receipts)
})

test.each([
  ['W-81234567', '81234567'],
  ['W-81234567-2', '81234567'],
  ['W-', null],
  ['81234567', null],
  ['W-81234567-', null],
  ['W-12345678901', null],
])('the receipt %s belongs to the payment %s', (receipt, tag) => {
  expect(tagOfReceipt(receipt)).toBe(tag)
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
  [['4821007391'], 'This is about account 4821007391. Leave it out to pay the rest.'],
  [['4821007391', '4821007392'], 'This is about accounts 4821007391, 4821007392. Leave them out to pay the rest.'],
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

/** An address of so many characters. */
function longAddress(length: number): string {
  const label = 'x'.repeat(60)
  const last = 'x'.repeat(length - 'maria@'.length - 3 * 61 - '.com'.length)
  return `maria@${label}.${label}.${label}.${last}.com`
}

test.each([
  ['', ''],
  [' ', ''],
  [' maria@example.com ', 'maria@example.com'],
  [longAddress(254), longAddress(254)],
  [longAddress(255), null],
  ['4111111111111111@example.com', null],
  ['maria', null],
])('a confirmation asked for at %j goes to %j', (typed, address) => {
  expect(ConfirmationEmail.safeParse(typed).data ?? null).toBe(address)
})

test.each([
  [null, null],
  ['', null],
  ['none', null],
  ['8613912345678@mail.example', null],
  [' maria@example.com ', 'maria@example.com'],
])(
  'with %j on file, a confirmation goes to %j by itself: what is sent is what a payer could type',
  (onFile, address) => {
    expect(confirmationEmailOnFile(onFile)).toBe(address)
  },
)

test.each([
  ['0.00', true],
  ['-1234.56', true],
  ['9999999999999.99', true],
  ['10000000000000.00', false],
  ['.99', false],
  ['1.9', false],
  ['1.999', false],
  ['$1.00', false],
  ['1.00 USD', false],
])('the calls of the specification carry an amount as %j: %j', (text, isAmount) => {
  expect(DecimalAmount.safeParse(text).success).toBe(isAmount)
})
