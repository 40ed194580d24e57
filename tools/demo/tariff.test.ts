import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { customerClasses, meterSizes, sewerCharge, waterCharge } from './tariff.ts'

const anyClass = fc.constantFrom(...customerClasses)
const anySize = fc.constantFrom(...meterSizes)
const anyMonth = fc.integer({ min: 180, max: 400 })
const anyGallons = fc.integer({ min: 0, max: 500_000 }).map((tens) => tens * 10)

describe('the demonstration tariff', () => {
  test('adds up to the cent, in whole cents, for every class, meter, month and usage', () => {
    fc.assert(
      fc.property(anyClass, anySize, anyMonth, anyGallons, (of, size, month, gallons) => {
        for (const charge of [waterCharge(of, size, month, gallons), sewerCharge(of, month, gallons)]) {
          expect(charge.lines.reduce((sum, line) => sum + line.cents, 0)).toBe(charge.cents)
          expect(charge.lines.every((line) => Number.isSafeInteger(line.cents) && line.cents >= 0)).toBe(true)
          for (const { description } of [charge, ...charge.lines]) expect(description.length).toBeLessThanOrEqual(80)
          // Words for whoever gets the bill, no codes of a billing system.
          for (const line of charge.lines) expect(line.description).not.toMatch(/kgal|[A-Z]{3}/)
        }
      }),
    )
  })

  test('never charges less for more water', () => {
    fc.assert(
      fc.property(anyClass, anySize, anyMonth, anyGallons, anyGallons, (of, size, month, gallons, more) => {
        const [less, greater] = [gallons, gallons + more].map((used) => waterCharge(of, size, month, used).cents)
        expect(greater).toBeGreaterThanOrEqual(less ?? 0)
      }),
    )
  })

  test.each([
    { gallons: 0, lifeline: 0, above: 0 },
    { gallons: 5000, lifeline: 1700, above: 0 },
    { gallons: 6000, lifeline: 1700, above: 1310 },
    { gallons: 7510, lifeline: 1700, above: 3288 },
  ])('a home using $gallons gallons in 2015 pays $lifeline for the lifeline and $above above it', (given) => {
    const [base, lifeline, above, surcharge] = waterCharge('RESID', '3/4"', 185, given.gallons).lines
    expect([base?.cents, lifeline?.cents, above?.cents]).toEqual([1900, given.lifeline, given.above])
    // The surcharge applies to everything except the lifeline.
    expect(surcharge?.cents).toBe(Math.round((1900 + given.above) * 0.036))
  })
})
