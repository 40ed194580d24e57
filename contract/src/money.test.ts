import { describe, expect, test } from 'vitest'
import { cents, decimalCents, formatCents, parseDecimalCents, sumCents } from './money.ts'

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
