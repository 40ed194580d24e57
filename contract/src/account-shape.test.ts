import { afterEach, describe, expect, test } from 'vitest'
import {
  type AccountShape,
  accountEnd,
  accountShape,
  accountToSearch,
  printedAccount,
  setAccountShape,
} from './account-shape.ts'
import { AccountNumber } from './ids.ts'
import { UtilityProfile } from './utility.ts'

afterEach(() => setAccountShape())

const shapeOf = (shape: Partial<AccountShape>): AccountShape => ({
  pattern: String.raw`\d{3}-\d{4}-\d{2}`,
  example: '101-0101-01',
  shownAtEnd: 4,
  ...shape,
})

describe('a utility that prints 101-0101-01', () => {
  test.each([
    '101-0101-01',
    '101010101',
    '101 0101 01',
    '101.0101.01',
    '101/0101/01',
    '101–0101–01',
    ' \u202A１０１-0101-01\n',
  ])('takes %j for it', (typed) => {
    setAccountShape(shapeOf({}))
    expect([AccountNumber.parse(typed), accountToSearch(typed)]).toEqual(['101-0101-01', '101-0101-01'])
  })

  test.each(['', '10101011', '1010101012', '101-0101-O1', '101-0101-01-2', '0123456789'])('and not %j', (typed) => {
    setAccountShape(shapeOf({}))
    expect(AccountNumber.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual([
      'Account number is invalid.',
    ])
  })

  test('gives staff the zeros back that a spreadsheet dropped', () => {
    setAccountShape(shapeOf({ padTo: 9 }))
    expect(['1010101', '7'].map(accountToSearch)).toEqual(['001-0101-01', '000-0000-07'])
    expect(AccountNumber.safeParse('1010101').success).toBe(false)
  })
})

test.each([
  ['letters', { pattern: String.raw`[A-Z]{2}\d{3}`, example: 'FH101' }, [' fh 101', 'fh-101', 'FH101'], 'FH101'],
  ['numbers of any length', { pattern: String.raw`\d{1,6}`, example: '1234' }, ['7', ' 7 '], '7'],
  [
    'a last part of its own',
    { pattern: String.raw`\d+\.\d{2}`, example: '123.40' },
    ['0123.40', '01 23.40'],
    '0123.40',
  ],
])('%s are read as they are printed', (_what, shape, typed, printed) => {
  setAccountShape(shapeOf(shape))
  expect(typed.map(printedAccount)).toEqual(typed.map(() => printed))
  expect(typed.map((text) => AccountNumber.parse(text))).toEqual(typed.map(() => printed))
})

test.each([
  ['101-0101-01', 4, '1-01'],
  ['101-0101-01', 7, '01-01'],
  ['FH101', 4, '01'],
  ['7', 4, '7'],
])('a message names %s, where %i characters may be shown, by %s', (account, shownAtEnd, end) => {
  setAccountShape(shapeOf({ shownAtEnd }))
  expect(accountEnd(account)).toBe(end)
})

test('no account number can be a card number', () => {
  setAccountShape(shapeOf({ pattern: String.raw`[\d-]+`, example: '123' }))
  expect(AccountNumber.safeParse('123456789012').success).toBe(true)
  expect(AccountNumber.safeParse('1234567890123').success).toBe(false)
  expect(AccountNumber.safeParse('123456789012-3456').success).toBe(true)
})

test.each([
  [{ pattern: '(' }, 'no regular expression'],
  [{ example: '101-0101' }, 'not of the pattern'],
  [{ pattern: String.raw`\d{13}`, example: '1234567890123' }, 'as many digits in a row as a card number'],
  [{ pattern: '[a-z]+', example: 'abc' }, 'with small letters'],
  [{ pattern: '1'.repeat(65) }, '64'],
])('the shape %j is refused', (shape, why) => {
  const given = { pattern: String.raw`\d{3}-\d{4}-\d{2}`, example: '101-0101-01', ...shape }
  expect(
    UtilityProfile.shape.accountShape
      .safeParse(given)
      .error?.issues.map((issue) => issue.message)
      .join(),
  ).toContain(why)
})

test.each([
  [{}, false],
  [{ pattern: String.raw`\d{8}`, example: '00123456' }, true],
  [{ pattern: String.raw`[A-Z]?\d{8}`, example: '00123456' }, false],
])('a keypad of digits is enough for %j: %j', (shape, isDigits) => {
  setAccountShape(shapeOf(shape))
  expect(accountShape().isDigits).toBe(isDigits)
})
