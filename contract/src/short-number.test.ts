import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ReceiptNumber, receiptPattern } from './ids.ts'
import { receiptNumber } from './payments.ts'
import { newShortNumber, readShortNumber } from './short-number.ts'

const drawn = Array.from({ length: 500 }, () => newShortNumber(randomBytes))

describe('the number of a payment whose transaction tag nobody can read out', () => {
  test('is two groups of four letters and digits that are not mistaken for each other', () => {
    for (const number of drawn)
      expect(number).toMatch(/^[A-HJKMNP-RTVX-Z][0-9A-HJKMNP-RTV-Z]{3}-[0-9A-HJKMNP-RTV-Z]{4}$/)
    expect(new Set(drawn).size).toBe(drawn.length)
  })

  test('is the tag of its receipts, however much they look like those of several accounts (R1)', () => {
    expect(receiptNumber('K4M7-9217', 1, 1)).toBe('W-K4M7-9217')
    expect(receiptPattern.exec('W-K4M7-9217')?.groups?.['tag']).toBe('K4M7-9217')
    expect(receiptPattern.exec(receiptNumber('K4M7-9217', 600, 600))?.groups?.['tag']).toBe('K4M7-9217')
    // The extract and the payment file have 30 characters for it.
    expect(ReceiptNumber.parse('W-K4M7-9217-600').length).toBeLessThanOrEqual(30)
  })

  test('is noticed to be mistyped with any one character wrong or any two exchanged', () => {
    for (const number of drawn.slice(0, 20)) {
      const bare = number.replace('-', '')
      expect(readShortNumber(bare)).toEqual({ number, isMistyped: false })
      for (const wrong of [...wrongOnes(bare), ...exchanged(bare)]) {
        expect([wrong, readShortNumber(wrong)?.isMistyped ?? true]).toEqual([wrong, true])
      }
    }
  })
})

function wrongOnes(bare: string): string[] {
  return [...bare].flatMap((was, at) =>
    [...'0123456789ABCDEFGHJKMNPQRTVWXYZ']
      .filter((is) => is !== was)
      .map((is) => `${bare.slice(0, at)}${is}${bare.slice(at + 1)}`),
  )
}

function exchanged(bare: string): string[] {
  const all = [...bare]
  return all.flatMap((one, at) =>
    all.flatMap((other, to) => (one === other || to <= at ? [] : [all.with(at, other).with(to, one).join('')])),
  )
}

test.each([
  'W-K105-92P9',
  'k105-92p9',
  'w-k105-92p9',
  ' W K105 92P9 ',
  'WK10592P9',
  'kio5 92p9',
  'KLOS92P9',
  'W‑K105–92P9',
  'Ｗ－Ｋ１０５－９２Ｐ９',
  'W-K105-92P9-2',
  'wk10592p912',
])('%j is the payment K105-92P9', (typed) => {
  expect(readShortNumber(typed)).toEqual({ number: 'K105-92P9', isMistyped: false })
})

test.each([
  '',
  'W-',
  'W-81234567',
  '81234567',
  'W-8123-4567',
  'W-pi_3MtwBwLkdIwHu7ix28a3tqPa',
  'SA13WD66QZB53H2MT',
  'K105',
  'UK05-92P9',
])('%j is no such number', (typed) => {
  expect(readShortNumber(typed)).toBeNull()
})
