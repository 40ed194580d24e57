import { describe, expect, test } from 'vitest'
import { cents, decimalCents, formatCents, parseDecimalCents, readAmount, sumCents } from './money.ts'

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [-5, '-0.05'],
  [8053, '80.53'],
  [99_999, '999.99'],
  [100_000, '1,000.00'],
  [123_456_789, '1,234,567.89'],
  [-123_456, '-1,234.56'],
])('%d cents are written %s (A§9)', (amount, written) => {
  expect(formatCents(cents(amount))).toBe(written)
})

test.each([1.5, Number.MAX_SAFE_INTEGER + 1, Number.NaN])('%d is no whole number of cents', (value) => {
  expect(() => cents(value)).toThrow(RangeError)
})

test('a sum that is too large to be exact is refused, not rounded', () => {
  const largest = cents(Number.MAX_SAFE_INTEGER)
  expect(sumCents([largest, cents(-1), cents(1)])).toBe(largest)
  expect(() => sumCents([largest, cents(1)])).toThrow(RangeError)
})

describe("a partner's decimal is read to the cent, or not at all", () => {
  test.each([
    ['5013', 501_300],
    ['1.0', 100],
    ['-12.50', -1_250],
    ['0.05', 5],
    ['12.5000', 1_250],
    [' 7.25 ', 725],
    ['9999999999999.99', 999_999_999_999_999],
  ])('%j is %d cents', (text, amount) => {
    expect(parseDecimalCents(text)).toBe(amount)
  })

  test.each(['', '12.505', '1,000.00', '1.', '.5', '1e3', '+5', '--5', '5 USD', '$5', '10000000000000.00'])(
    '%j is none',
    (text) => {
      expect(parseDecimalCents(text)).toBeNull()
    },
  )

  test('zero with a minus sign is zero', () => {
    expect(parseDecimalCents('-0.00')).toBe(0)
  })

  test.each([0, 5, -5, 123_456, -123_456])('what is written of %d cents is read as the same', (amount) => {
    expect(parseDecimalCents(decimalCents(cents(amount)))).toBe(amount)
  })
})

describe('an amount as people write it is read as a whole, or not at all', () => {
  test.each([
    ['173', 17_300],
    ['$173', 17_300],
    ['173.5', 17_350],
    ['1,234.56', 123_456],
    ['1234.56', 123_456],
    ['USD 1,234.56', 123_456],
    ['US$1,234', 123_400],
    ['80.53 usd', 8053],
    ['$ 5', 500],
    ['.5', 50],
    ['0', 0],
    ['0.00', 0],
    ['\t 161.06\u00A0\n', 16_106],
    ['\u202A161.06\u202C', 16_106],
    ['１７３．５０', 17_350],
    ['＄１，２３４', 123_400],
    ['١٧٣', 17_300],
    ['99,999.99', 9_999_999],
  ])('%j is %d cents', (text, amount) => expect(readAmount(text)).toBe(amount))

  test.each(
    [
      ['', ' ', '$', 'USD', '.', 'abc', '12a', '5 6', '173.', '1e3', '½', '58.3²'],
      ['58.333', '5.005', '1,234.567', '5.000', '1.234,56', '12,34', '0,50', '1234,567', '1,2345', '0,123'],
      ['-5', '$-5', '-$5', '−5', '(5.00)', '5-', '+5'],
      ['0012345', '00.50', '$1.00 $2.00', '1\n2', '10000000000000'],
    ].flat(),
  )('%j is none', (text) => expect(readAmount(text)).toBeNull())
})
