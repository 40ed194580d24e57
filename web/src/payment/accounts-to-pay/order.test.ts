import { AccountNumber } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { paymentFormTexts } from '@portal/contract/payments'
import { expect, test } from 'vitest'
import { testStart } from '#testing/data.ts'
import { monthlyCapNotes, orderError, type OrderLine, subTotal } from './order.ts'

function line(amount: number, account: Partial<OrderLine['account']> = {}): OrderLine {
  return {
    amount: cents(amount),
    account: {
      accID: AccountNumber.parse('0123456789'),
      pendingPayment: null,
      isBankBlocked: false,
      serviceLocation: '123 Marine Corps Dr',
      className: 'COMM',
      amount: cents(8053),
      dueDate: null,
      isActive: true,
      alreadyPaid: { Visa: cents(0), Discover: cents(0) },
      ...account,
    },
  }
}

test.each([
  ['no account', [], paymentFormTexts.nothingChosen],
  ['accounts with nothing to pay', [0, 0], paymentFormTexts.nothingChosen],
  ['less than a dollar', [99], paymentFormTexts.subTotalRange],
  ['a dollar', [100], null],
  ['the most that one payment takes', [9_999_999], null],
  ['a cent more, together', [9_999_999, 1], paymentFormTexts.subTotalRange],
  ['one of several without an amount', [100, 0], paymentFormTexts.amountMissing],
  ['one of several with a cent', [100, 1], null],
  ['several accounts', [8053, 1200], null],
])('given %s, then the checkout says so in the words of A§5', (_what, amounts, message) => {
  expect(orderError(amounts.map((amount) => line(amount)))).toBe(message)
})

test('the subtotal is the sum of what is chosen', () => {
  expect(subTotal([line(8053), line(1), line(0)])).toBe(8054)
})

const overpaid = { alreadyPaid: { Visa: cents(60_000), Discover: cents(0) } }
const overpaidWithBoth = { alreadyPaid: { Visa: cents(50_000), Discover: cents(60_000) } }
const lastCent = { alreadyPaid: { Visa: cents(49_999), Discover: cents(0) } }
const firstCent = { alreadyPaid: { Visa: cents(1), Discover: cents(0) } }
const paidWithDiscover = { alreadyPaid: { Visa: cents(0), Discover: cents(45_000) } }
const paidWithVisa = { alreadyPaid: { Visa: cents(45_000), Discover: cents(0) } }

test.each([
  ['within the maximum', line(50_000), 'Visa', []],
  ['above it', line(50_001), 'Visa', ['$500.00 left this month', 'Consider using Mastercard.']],
  ['above what is left of it', line(6000, paidWithVisa), 'Visa', ['$50.00 left', 'Mastercard or Discover.']],
  ['as much as is left of it', line(5000, paidWithVisa), 'Visa', []],
  ['the last cent that is left of it', line(1, lastCent), 'Visa', []],
  ['all that the other card takes', line(50_000, firstCent), 'Visa', ['$499.99 left', 'Mastercard or Discover.']],
  [
    'above what is left of Discover’s',
    line(6000, paidWithDiscover),
    'Discover',
    ['$50.00 left', 'Mastercard or Visa.'],
  ],
  ['when nothing is left', line(1, overpaid), 'Visa', ['has reached this limit', 'Mastercard or Discover.']],
  ['when nothing is left of either', line(1, overpaidWithBoth), 'Discover', ['Consider using Mastercard.']],
  ['with the other card', line(6000, paidWithVisa), 'Discover', []],
  ['with a Mastercard', line(90_000), 'Mastercard', []],
  ['for a residential account', line(90_000, { className: 'RESID' }), 'Visa', []],
  ['with a card not known yet', line(90_000), null, []],
] as const)('the monthly maximum of non-residential accounts is told: %s (A§5)', (_what, chosen, brand, words) => {
  const notes = monthlyCapNotes([chosen], brand, testStart.profile)
  expect(notes).toHaveLength(words.length > 0 ? 1 : 0)
  for (const word of words) expect(notes[0]).toContain(word)
})
