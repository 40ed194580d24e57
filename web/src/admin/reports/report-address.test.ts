import { expect, test } from 'vitest'
import { type ReportRequest, hasSameFilters, noFilters, readReportAddress, reportAddress } from './report-address.ts'

const nothing: ReportRequest = {
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
  const asked: ReportRequest = {
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
  ['a page beyond the last that the server takes', { page: 1_000_001 }],
  ['a broken page', { page: 1.5 }],
  ['a page that is a text', { page: 'two' }],
  ['a size nobody offers', { size: 1000 }],
  ['a column nobody sorts by', { sort: 'username' }],
  ['a direction there is not', { direction: 'up' }],
  ['a mode there is not', { mode: 'online' }],
  ['a list', { username: ['a', 'b'] }],
  ['a negative place', { asOf: -1 }],
  ['a place that is a text', { asOf: '5' }],
])('%s in an address is ignored', (_what, search) => {
  expect(readReportAddress(search)).toEqual(nothing)
})

test('the last page that the server takes and the place before any payment are kept', () => {
  expect(readReportAddress({ page: 1_000_000, asOf: 0 })).toEqual({ ...nothing, page: 1_000_000, asOf: 0 })
})

test('two searches are the same when all their filters are, but for spaces around them', () => {
  expect(hasSameFilters({ ...noFilters, username: ' maria ' }, { ...noFilters, username: 'maria' })).toBe(true)
  expect(hasSameFilters({ ...noFilters, username: 'maria' }, { ...noFilters, receipt: 'maria' })).toBe(false)
  const both = { ...noFilters, username: 'maria', receipt: 'W-1' }
  expect(hasSameFilters(both, both)).toBe(true)
  expect(hasSameFilters(both, { ...both, receipt: 'W-2' })).toBe(false)
  for (const fewer of [noFilters, { ...noFilters, username: 'maria' }]) {
    expect([hasSameFilters(both, fewer), hasSameFilters(fewer, both)]).toEqual([false, false])
  }
})
