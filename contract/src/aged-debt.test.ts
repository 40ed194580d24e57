import { describe, expect, test } from 'vitest'
import { type AgedDebt, arrearsOf, balanceOf, payOldestFirst } from './aged-debt.ts'
import { cents } from './money.ts'

function debt([newCharges = 0, days30 = 0, days60 = 0, days90 = 0, older = 0]: readonly number[]): AgedDebt {
  return {
    newCharges: cents(newCharges),
    days30: cents(days30),
    days60: cents(days60),
    days90: cents(days90),
    older: cents(older),
  }
}

describe('a payment goes to the oldest debt first', () => {
  test.each([
    { owed: [5000, 100, 200, 300, 400], paid: 0, left: [5000, 100, 200, 300, 400] },
    { owed: [5000, 100, 200, 300, 400], paid: 250, left: [5000, 100, 200, 300, 150] },
    { owed: [5000, 100, 200, 300, 400], paid: 700, left: [5000, 100, 200, 0, 0] },
    { owed: [5000, 100, 200, 300, 400], paid: 1000, left: [5000, 0, 0, 0, 0] },
    { owed: [5000, 100, 200, 300, 400], paid: 7000, left: [-1000, 0, 0, 0, 0] },
    { owed: [-300, 0, 0, 0, 0], paid: 200, left: [-500, 0, 0, 0, 0] },
    // Money given back is owed again.
    { owed: [5000, 100, 0, 0, 0], paid: -250, left: [5250, 100, 0, 0, 0] },
  ])('of $owed, $paid leaves $left', ({ owed, paid, left }) => {
    const after = payOldestFirst(debt(owed), cents(paid))
    expect(after).toEqual(debt(left))
    expect(balanceOf(after)).toBe(balanceOf(debt(owed)) - paid)
    expect(arrearsOf(after)).toBe(left.slice(1).reduce((sum, each) => sum + each, 0))
  })
})
