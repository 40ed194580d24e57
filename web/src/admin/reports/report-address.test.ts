import { expect, test } from 'vitest'
import { type AskedReport, hasSameFilters, noFilters, readReportAddress, reportAddress } from './report-address.ts'

const nothing: AskedReport = {
  filters: noFilters,
  sort: 'payment_date',
  direction: 'desc',
  page: 1,
  size: 10,
  asOf: undefined,
}

test('the address of the newest payments without any filter says nothing', () => {
  expect(reportAddress(nothing)).toEqual({})
  expect(readReportAddress({})).toEqual(nothing)
})

test('every other report is kept in the address and restored from it', () => {
  const asked: AskedReport = {
    filters: { ...noFilters, username: 'maria', mode: 'Phoned-In', pay_date_start: '02/30/2026' },
    sort: 'amount',
    direction: 'asc',
    page: 7,
    size: 50,
    asOf: 1234,
  }
  const address = reportAddress(asked)
  expect(address).toEqual({
    username: 'maria',
    mode: 'Phoned-In',
    pay_date_start: '02/30/2026',
    sort: 'amount',
    direction: 'asc',
    page: 7,
    size: 50,
    asOf: 1234,
  })
  expect(readReportAddress(address)).toEqual(asked)
})

test.each([
  ['a page before the first', { page: 0 }],
  ['a broken page', { page: 1.5 }],
  ['a page that is a text', { page: 'two' }],
  ['a size nobody offers', { size: 1000 }],
  ['a column nobody sorts by', { sort: 'username' }],
  ['a direction there is not', { direction: 'up' }],
  ['a mode there is not', { mode: 'online' }],
  ['a list', { username: ['a', 'b'] }],
  ['a negative place', { asOf: -1 }],
])('%s in an address is ignored', (_what, search) => {
  expect(readReportAddress(search)).toEqual(nothing)
})

test('spaces around the input make no difference', () => {
  expect(hasSameFilters({ ...noFilters, username: ' maria ' }, { ...noFilters, username: 'maria' })).toBe(true)
  expect(hasSameFilters({ ...noFilters, username: 'maria' }, { ...noFilters, receipt: 'maria' })).toBe(false)
  expect(hasSameFilters({ ...noFilters, username: 'maria' }, noFilters)).toBe(false)
})
