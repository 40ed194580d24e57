import { expect, test } from 'vitest'
import { accountToSearch } from './account-shape.ts'
import { PaymentToFind } from './exceptions.ts'
import { Identifiers } from './forgot.ts'
import { AccountNumber, AccountToSearch, BillId, PersonId, ReceiptNumber, ZipCode } from './ids.ts'
import { ProofCode } from './notifications.ts'
import { userLogin } from './sign-in.ts'
import { NewUsername } from './sign-up-payload.ts'

test.each([
  ['an account number', AccountNumber, ['0000000001', ' 4821007391 '], ['482100739', '48210073911', '482100739x', '']],
  ['a person', PersonId, ['0000000001'], ['482100739', '48210073911', ' 4821007391']],
  ['a bill', BillId, ['000000000001'], ['00000000001', '0000000000011', 'x00000000001']],
  [
    'a receipt',
    ReceiptNumber,
    ['W-1', 'W-1234567890', 'W-1-1', 'W-1234567890-9999', 'W-pi_3MtwBwLkdIwHu7ix28a3tqPa-2'],
    ['W-', 'W-4111111111111', 'W-x4111111111111', `W-${'x'.repeat(41)}`, 'W-1-', 'W-1-10000', 'XW-1', 'W-1.', '1'],
  ],
  ['a zip code', ZipCode, ['96913', ' 96913 ', '９６９１３'], ['9691', '969131', '9691x', '96913-1234']],
])('%s has its number of digits and nothing else', (_what, Id, right, wrong) => {
  expect(right.map((typed) => Id.parse(typed))).toEqual(right.map((typed) => typed.normalize('NFKC').trim()))
  expect(wrong.filter((typed) => Id.safeParse(typed).success)).toEqual([])
})

test.each([
  ['482100739', AccountNumber, 'Account number is invalid.'],
  ['9691', ZipCode, 'Invalid Zip Code'],
])('of %s is said what C§5 says', (typed, Id, message) => {
  expect(Id.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual([message])
})

test.each([
  '48210-07391',
  '4821 007 391',
  '４８２１００７３９１',
  '٤٨٢١٠٠٧٣٩١',
  '48210\u201307391',
  '48210ー07391',
  '\u202A4821007391\n',
])('the account number written as %j is the same', (typed) => {
  expect([AccountNumber.parse(typed), AccountToSearch.parse(typed)]).toEqual(['4821007391', '4821007391'])
})

test.each([
  ['7391', '0000007391'],
  [' 482-100-739 ', '0482100739'],
  ['0', '0000000000'],
  ['48210073911', '48210073911'],
  [' 48210O7391 ', '48210O7391'],
  [' ', ''],
])('staff who search for %j find %j: lost zeros at the beginning are forgiven', (typed, searched) => {
  expect(accountToSearch(typed)).toBe(searched)
})

test.each(['\u200B', '\u00AD', '\uFEFF', '\u2060', '\u3164', '\uFE0F', '\u202E', ' '])(
  'in whatever names something, %j at its end is dropped, as in an account number',
  (unseen) => {
    expect(AccountNumber.parse(`0123456789${unseen}`)).toBe('0123456789')
    expect(ZipCode.parse(`96913${unseen}`)).toBe('96913')
    expect(userLogin.body?.shape.userName.parse(`maria${unseen}`)).toBe('maria')
    expect(NewUsername.parse(`maria${unseen}`)).toBe('maria')
    expect(Identifiers.shape.username.parse(`maria${unseen}`)).toBe('maria')
    expect(Identifiers.shape.emailAddress.parse(`maria@example.com${unseen}`)).toBe('maria@example.com')
    expect(ProofCode.parse(`012345${unseen}`)).toBe('012345')
    expect(PaymentToFind.parse({ receipt: `W-123${unseen}` })).toEqual({ receipt: 'W-123' })
  },
)
