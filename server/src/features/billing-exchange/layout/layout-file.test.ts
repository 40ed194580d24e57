import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { matchImage } from './file-names.ts'
import { readLayout } from './layout-file.ts'

const file = join(mkdtempSync(join(tmpdir(), 'layout-')), 'layout.json')

function whyNot(accounts: object, images?: object): string | null {
  writeFileSync(file, JSON.stringify({ name: 'Test', files: { accounts }, images }, null, 1))
  try {
    readLayout(file)
    return null
  } catch (error) {
    return String(error).replace(`WrongSetting: PROFILE_FILE: wrong in the layout ${file}: `, '')
  }
}

const layout = { match: 'a.csv', columns: { account: 'No', name: 'Name', balance: 'Due' } }

test('a layout without a fault is read', () => {
  expect(whyNot(layout)).toBe(null)
})

test.each([
  ['an unknown field', { delimeter: ';' }, 'line 11: files.accounts.delimeter (unknown, did you mean delimiter?)'],
  [
    'an unknown column',
    { columns: { ...layout.columns, nmae: 'N' } },
    'line 10: files.accounts.columns.nmae (unknown, did you mean name?)',
  ],
  [
    'a missing column',
    { columns: { account: 'No', name: 'Name' } },
    'line 6: files.accounts.columns (balance is missing)',
  ],
  [
    'no columns without a header',
    { columns: undefined, header: false },
    'line 4: files.accounts.columns (columns are missing)',
  ],
  [
    'a name without a header',
    { columns: { account: 1, name: 2, balance: 'Due' }, header: false },
    'line 9: files.accounts.columns.balance (the file has no header with names)',
  ],
  [
    'characters in a delimited file',
    { columns: { account: 1, name: 2, balance: [3, 9] } },
    'line 9: files.accounts.columns.balance ([from, to] is for a file of fixed width)',
  ],
  [
    'a pattern that is too long',
    { match: 'a'.repeat(65) },
    'line 5: files.accounts.match (Too big: expected string to have <=64 characters)',
  ],
  [
    'a pattern that is no pattern',
    { match: '../a.csv' },
    'line 5: files.accounts.match (beside text, it may have * and {as_of:YYYYMMDD})',
  ],
  [
    'a form that is no date',
    { date: 'MM/DD' },
    'line 11: files.accounts.date (a form of YYYY or YY, MM or M, DD or D)',
  ],
  [
    'a constant that is none',
    { constant: { due_date: 'soon' } },
    'line 12: files.accounts.constant.due_date (it is not a date in the form YYYY-MM-DD)',
  ],
  [
    'a constant that is a column, too',
    { constant: { name: 'Ann' } },
    'line 12: files.accounts.constant.name (it is a column, too)',
  ],
  [
    'a sum of a text',
    { compute: { balance: "current+'1'" } },
    'line 12: files.accounts.compute.balance (an amount is a sum of columns)',
  ],
  [
    'a difference of texts',
    { compute: { name: 'account-name' } },
    'line 12: files.accounts.compute.name (texts cannot be subtracted)',
  ],
  [
    'a column that is nowhere',
    { compute: { payoff: 'balance+late' } },
    'line 12: files.accounts.compute.payoff (there is no column late)',
  ],
  [
    'an unknown function',
    { compute: { name: 'upper(name)' } },
    'line 12: files.accounts.compute.name (there is no upper(); there are pad, trim, slice)',
  ],
  [
    'an unfinished formula',
    { compute: { account: 'pad(account,10' } },
    'line 12: files.accounts.compute.account () is missing)',
  ],
  [
    'code',
    { compute: { account: 'process.exit()' } },
    'line 12: files.accounts.compute.account (.exit() cannot be read)',
  ],
  [
    'something after the formula',
    { compute: { account: 'account account' } },
    'line 12: files.accounts.compute.account (account is not expected)',
  ],
])('%s is refused with its line', (_, change, expected) => {
  expect(whyNot({ ...layout, ...change })).toBe(expected)
})

test('a file that is not there is refused', () => {
  expect(() => readLayout(join(file, 'none'))).toThrow(/^PROFILE_FILE: wrong in the layout .*ENOTDIR/)
})

const image = '{account}_{bill_date:YYYYMMDD}.pdf'
test.each([
  [{ match: 'bills_*.zip' }, null],
  [{ match: ['a.zip', 'b.zip'], name: 'Bill {bill_date:MM-DD-YYYY} *{account}.pdf' }, null],
  [{}, 'line 13: images.match (Invalid input)'],
  [{ match: '{account}.zip' }, 'line 14: images.match (beside text, it may have * and {as_of:YYYYMMDD})'],
  [
    { match: 'a.zip', name: '{account}.pdf' },
    'line 15: images.name (it needs {account} and {bill_date:YYYYMMDD}, once each)',
  ],
  [
    { match: 'a.zip', name: image.replace('bill_date', 'as_of') },
    'line 15: images.name (beside text, it may have * and {bill_date:YYYYMMDD})',
  ],
  [
    { match: 'a.zip', name: image.replace('YYYY', '') },
    'line 15: images.name ({bill_date:MMDD} is not a form of a date)',
  ],
  [{ match: 'a.zip', name: `***${image}` }, 'line 15: images.name (it has more than two stars)'],
])('images %j: %s', (images, fault) => {
  expect(whyNot(layout, images)).toBe(fault)
})

test.each([
  [image, '1000000001_20260624.pdf', { account: '1000000001', billDate: '2026-06-24' }],
  [image, '100-000-0001_20260624.PDF', { account: '1000000001', billDate: '2026-06-24' }],
  [
    '*{account} {bill_date:M-D-YY}.pdf',
    'Bill 1000000001 6-24-26.pdf',
    { account: '1000000001', billDate: '2026-06-24' },
  ],
  [image, '1000000001_20260631.pdf', null],
  [image, '1000000001_00000000.pdf', null],
  [image, '100_20260624.pdf', null],
  [image, `${'1'.repeat(100)}_20260624.pdf`, null],
])('by %s, %s is of %j', (pattern, name, bill) => {
  expect(matchImage(pattern, name, 2026)).toEqual(bill)
})
