import { expect, test } from 'vitest'
import { cents, formatCents } from './money.ts'

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
