import { expect, test } from 'vitest'
import { reportsTexts, ReportFilter } from './reports.ts'

test.each([
  ['123456789012', '123456789012'],
  ['  maria ', 'maria'],
  ['', undefined],
  ['   ', undefined],
])('payments are searched for by %j as %j', (typed, username) => {
  expect(ReportFilter.parse({ username: typed }).username).toBe(username)
})

test('numbers are searched for in plain digits, and an account number with the zeros that a spreadsheet dropped', () => {
  const typed = { receipt: 'Ｗ－１２', credit_card: '１１１１', auth_no: 'ＥＴ１３１０７８', accountId: '48-21' }
  expect(ReportFilter.parse(typed)).toMatchObject({
    receipt: 'W-12',
    credit_card: '1111',
    auth_no: 'ET131078',
    accountId: '0000004821',
  })
})

test.each([
  '1234567890123',
  '4111 1111 1111 1111',
  '4111-1111- 11111',
  'of 4111111111111111.',
  '４１１１１１１１１１１１１',
])('payments are not searched for by %j, which could be the number of a card', (username) => {
  const { error } = ReportFilter.safeParse({ username })
  expect(error?.issues.map(({ message }) => message)).toEqual([reportsTexts.cardNumber])
})

test.each([
  ['85.20', [85_20, 85_20]],
  ['$ 1,234.5', [1_234_50, 1_234_50]],
  ['50-100', [50_00, 100_00]],
  [' $50 to $100.00 ', [50_00, 100_00]],
  ['１００ – ５０', [50_00, 100_00]],
  ['', null],
])('payments of %j are those of so many cents: %j', (amount, cents) => {
  const read = ReportFilter.parse({ amount }).amount
  expect(read ? [read.least, read.most] : null).toEqual(cents)
})

test.each(['-50', '50 to', '1.999', 'fifty', '1 to 2 to 3', '50100 100'])(
  'payments are not searched for by the amount %j',
  (amount) => {
    const { error } = ReportFilter.safeParse({ amount })
    expect(error?.issues.map(({ message }) => message)).toEqual([reportsTexts.amount])
  },
)
