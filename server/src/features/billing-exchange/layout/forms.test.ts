import { expect, test } from 'vitest'
import { matchName, patternFault } from './file-names.ts'
import { dateReader, isDateForm } from './forms.ts'

test.each([
  ['MM/DD/YYYY', '06/30/2026', '2026-06-30'],
  ['M/D/YY', '6/3/26', '2026-06-03'],
  ['M/D/YY', '6/3/75', '2075-06-03'],
  ['M/D/YY', '6/3/77', '1977-06-03'],
  ['YYYYMMDD', '20260630', '2026-06-30'],
  ['YYMMDD', '260630', '2026-06-30'],
  ['MMDDYY', '063026', '2026-06-30'],
  ['YYYY-MM-DD', '2028-02-29', '2028-02-29'],
  ['DD.MM.YYYY', '30.06.2026', '2026-06-30'],
  ['MM/DD/YYYY', '00/00/0000', ''],
  ['YYYYMMDD', '00000000', ''],
  ['MM/DD/YYYY', '13/01/2026', { fault: 'is not a date in the form MM/DD/YYYY' }],
  ['MM/DD/YYYY', '6/30/2026', { fault: 'is not a date in the form MM/DD/YYYY' }],
  ['DD.MM.YYYY', '30x06x2026', { fault: 'is not a date in the form DD.MM.YYYY' }],
])('a date in the form %s: %s', (form, value, expected) => {
  expect(dateReader(form, 2026)(value)).toEqual(expected)
})

test.each(['MM/DD', 'MDYY', 'MM/MM/YYYY', 'mm/dd/yyyy', 'YYYY-MM-DD HH', ''])('%s is no form of a date', (form) => {
  expect(isDateForm(form)).toBe(false)
})

test.each([
  ['bills_{as_of:YYYYMMDD}.csv', 'BILLS_20260630.CSV', { asOf: '2026-06-30' }],
  ['bills_{as_of:YYYYMMDD}.csv', 'bills_20261330.csv', null],
  ['bills_{as_of:YYYYMMDD}.csv', 'bills_20260630.csv.done', null],
  ['bills.*', 'billsxcsv', null],
  ['*bills*.csv', `${'bills'.repeat(50)}.cs`, null],
  ['bills*.csv', 'bills 1.csv', { asOf: null }],
])('the name pattern %s: %s', (pattern, name, expected) => {
  expect(matchName(pattern, name, 2026)).toEqual(expected)
})

test.each([
  ['a*b*c*.csv', 'it has more than two stars'],
  ['{as_of:YYYY}.csv', '{as_of:YYYY} is not a form of a date'],
  ['{as_of:YYYYMMDD}{as_of:YYYYMMDD}', 'it has two dates'],
  ['{date}.csv', 'beside text, it may have * and {as_of:YYYYMMDD}'],
  ['../bills.csv', 'beside text, it may have * and {as_of:YYYYMMDD}'],
  ['(a+)+$.csv', null],
])('the name pattern %s has its fault named', (pattern, fault) => {
  expect(patternFault(pattern)).toBe(fault)
})
