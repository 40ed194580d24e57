import { describe, expect, test } from 'vitest'
import { type FeeChannel, ServiceFees, cardFeeOf, feeChannels, feeInWords, serviceFeeOf } from './fees.ts'
import { cents } from './money.ts'

const methods = ['card', 'bank'] as const

const rules = (...given: readonly object[]) =>
  ServiceFees.parse(given.map((rule) => ({ method: 'card', channels: ['online'], ...rule })))

describe('the service fee of a payment', () => {
  test.each([
    ['a flat fee', { flat: 350 }, 8_053, 350],
    ['a percentage', { basisPoints: 295 }, 10_000, 295],
    ['half a cent goes up', { basisPoints: 250 }, 8_020, 201],
    ['less than half goes down', { basisPoints: 250 }, 8_019, 200],
    ['both are added up', { flat: 157, basisPoints: 280 }, 10_000, 437],
    ['never below the least', { basisPoints: 280, least: 150 }, 1_000, 150],
    ['never above the most', { flat: 157, basisPoints: 280, most: 995 }, 9_999_999, 995],
    ['the largest payment', { basisPoints: 1_000 }, 9_999_999, 1_000_000],
    ['nothing for nothing', { flat: 350 }, 0, 0],
  ])('%s', (_, rule, amount, fee) => {
    expect(serviceFeeOf(rules(rule), 'card', 'online', cents(amount))).toBe(fee)
  })

  test('is whole cents, between least and most, and never falls when the amount rises', () => {
    for (let basisPoints = 1; basisPoints <= 1_000; basisPoints += 37) {
      const given = rules({ flat: basisPoints, basisPoints, least: 150, most: 2_000 })
      let before = 0
      for (let amount = 100; amount < 60_000; amount += 97) {
        const fee = serviceFeeOf(given, 'card', 'online', cents(amount))
        const exact = basisPoints + (amount * basisPoints) / 10_000
        expect(Number.isInteger(fee) && fee >= 150 && fee <= 2_000 && fee >= before).toBe(true)
        if (fee > 150 && fee < 2_000) expect(Math.abs(fee - exact)).toBeLessThanOrEqual(0.5)
        before = fee
      }
    }
  })

  test('only the method and the channels of a rule have its fee; without rules, none', () => {
    const given = rules(
      { channels: ['online', 'phone'], flat: 350 },
      { method: 'bank', channels: ['autoPay'], flat: 50 },
    )
    const fees = (of: ServiceFees) =>
      methods.flatMap((method) =>
        feeChannels.map((channel: FeeChannel) => serviceFeeOf(of, method, channel, cents(8_053))),
      )
    expect(fees(given)).toEqual([350, 350, 0, 0, 0, 0, 50, 0])
    expect(fees([])).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
  })
})

describe('a rule', () => {
  test.each([
    [{ flat: 350 }, '$3.50'],
    [{ basisPoints: 295 }, '2.95% of the payment'],
    [{ basisPoints: 300, least: 150 }, '3% of the payment, at least $1.50'],
    [{ flat: 157, basisPoints: 280, most: 995 }, '$1.57 plus 2.8% of the payment, at most $9.95'],
    [{ basisPoints: 280, least: 150, most: 995 }, '2.8% of the payment, at least $1.50 and at most $9.95'],
  ])('%j reads %s', (rule, words) => {
    const [parsed] = rules(rule)
    expect(parsed && feeInWords(parsed)).toBe(words)
    expect(cardFeeOf(rules(rule))).toBe(`Service fee: ${words}.`)
  })

  test.each([
    ['no amount', [{}], 'flat or basisPoints is needed'],
    ['a most below its least', [{ flat: 100, least: 200, most: 100 }], 'below least'],
    ['a channel twice', [{ flat: 1 }, { channels: ['phone', 'online'], flat: 2 }], 'a method and channel has one fee'],
    ['bank accounts by phone', [{ method: 'bank', channels: ['phone'], flat: 1 }], 'not taken by phone'],
    ['half a cent', [{ flat: 0.5 }], 'expected int'],
    ['more than 10 percent', [{ basisPoints: 1_001 }], '1000'],
  ])('with %s is refused', (_, given, reason) => {
    expect(() => rules(...given)).toThrow(reason)
  })
})
