import { Instant } from '@portal/contract/dates'
import { expect, test } from 'vitest'
import { accountNumber, testRow } from '../testing/dashboard.ts'
import { findAccounts } from './find-accounts.ts'
import type { ShownRow } from './use-accounts.ts'

const asOf = Instant.parse('2026-11-20T22:00:00.000Z')
const at = (number: number, serviceLocation: string): ShownRow => {
  const accID = accountNumber(number)
  return { accID, row: testRow({ accID, serviceLocation }), asOf, isKept: false }
}
const rows: ShownRow[] = [
  at(1234, '12 Marine Corps Dr, Tamuning, GU 96913'),
  at(5678, '7 Chalan Santo Papa, Hagåtña, GU 96910'),
  { accID: accountNumber(5699), row: null },
]

test.each([
  ['a part of the number', '123', ['0000001234']],
  ['a number with something between its digits', '00-0000 5678', ['0000005678']],
  ['a number whose account could not be looked up', '5699', ['0000005699']],
  ['a word of the location, in any case', 'TAMUN', ['0000001234']],
  ['a word without its accents', 'hagatna', ['0000005678']],
  ['a word with its accents', 'Hagåtña', ['0000005678']],
  ['several words in any order', 'papa santo', ['0000005678']],
  ['digits of a house and a street', '12 marine', ['0000001234']],
  ['words that no account has all of', 'papa tamuning', []],
  ['what nothing has', 'Yigo', []],
])('%s finds its accounts', (_what, words, found) => {
  expect([...(findAccounts(rows, words) ?? [])]).toEqual(found)
})

test('without a word nothing is looked for', () => {
  expect(findAccounts(rows, '  ')).toBeNull()
})
