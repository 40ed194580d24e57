import { expect, test } from 'vitest'
import { shuffled } from './chance.ts'
import { accountKeys, personKey } from './keys.ts'

test('given a hundred thousand accounts and people, then no key of a kind occurs twice', () => {
  const accounts = Array.from({ length: 100_000 }, (_, number) => accountKeys(1, number))
  const agreements = accounts.flatMap((keys) => keys.agreementIds)
  for (const keys of [accounts.map((each) => each.accountId), accounts.map((each) => each.premiseId), agreements])
    expect(new Set(keys).size).toBe(keys.length)
  const people = Array.from({ length: 100_000 }, (_, number) => personKey(1, number))
  expect(new Set(people).size).toBe(people.length)
})

test('given one account, then its keys share their first seven digits and differ from month to month', () => {
  const keys = accountKeys(1, 4711)
  const months = Array.from({ length: 240 }, (_, month) => month + 200)
  const ofMonths = [
    months.map((month) => keys.billId(month)),
    months.flatMap((month) => Array.from({ length: 8 }, (_, nth) => keys.segmentId(month, nth))),
    months.flatMap((month) => Array.from({ length: 16 }, (_, nth) => keys.transactionId(month, nth))),
  ]
  for (const ids of ofMonths) {
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.every((id) => /^\d{12}$/.test(id) && id.startsWith(keys.accountId.slice(0, 7)))).toBe(true)
  }
})

test('given numbers at both ends of the range, then shuffling stays below ten million', () => {
  for (const number of [0, 1, 9_999_999]) expect(shuffled(1, 'account key', number)).toBeLessThan(10_000_000)
  expect(() => shuffled(1, 'account key', 10_000_000)).toThrow(RangeError)
})
