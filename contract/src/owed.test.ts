import { describe, expect, test } from 'vitest'
import { cents } from './money.ts'
import { isDue, isInArrears, isPayable, isTooLittle, largestPayment, mostOfOnePayment } from './owed.ts'

describe('a balance', () => {
  test.each([
    ['a credit', -40, { due: false, little: false, most: 0 }],
    ['nothing', 0, { due: false, little: false, most: 0 }],
    ['a cent', 1, { due: false, little: true, most: 1 }],
    ['a cent less than a payment', 99, { due: false, little: true, most: 99 }],
    ['the smallest payment', 100, { due: true, little: false, most: 100 }],
    ['the largest payment', 9_999_999, { due: true, little: false, most: 9_999_999 }],
    ['more than one payment takes', 10_000_000, { due: true, little: false, most: largestPayment }],
  ])('of %s is due, too little or neither', (_, amount, { due, little, most }) => {
    const owed = cents(amount)
    expect([isDue(owed), isTooLittle(owed), mostOfOnePayment(owed)]).toEqual([due, little, most])
  })

  test.each([
    [99, false],
    [100, true],
    [9_999_999, true],
    [10_000_000, false],
  ])('%i cents as an amount to pay: %s', (amount, isGood) => {
    expect(isPayable(amount)).toBe(isGood)
  })

  test.each([
    ['less than a dollar of it is older', 5_040, 40, false],
    ['a dollar of it is older', 5_100, 100, true],
    ['a credit takes the older part away', -3_000, 2_000, false],
    ['a credit leaves less than a dollar of it', 40, 2_000, false],
  ])('is in arrears only when due: %s', (_, amount, arrearsTotal, expected) => {
    expect(isInArrears({ amount: cents(amount), arrearsTotal: cents(arrearsTotal) })).toBe(expected)
  })
})
