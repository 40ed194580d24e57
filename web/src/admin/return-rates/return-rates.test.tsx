import { reportPartNames } from '@portal/contract/admin-levels'
import { readAdminSession } from '@portal/contract/admin-sign-in'
import { CalendarDate } from '@portal/contract/dates'
import { countExceptions } from '@portal/contract/exception-count'
import { searchTransactions } from '@portal/contract/reports'
import { readReturnRates, type ReturnRates, returnRatesTexts } from '@portal/contract/return-rates'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { startWithBanks } from '#testing/data.ts'
import { testServer } from '#testing/server.ts'

let server: ReturnType<typeof testServer>
beforeEach(() => {
  server = testServer()
  server.replies(readAdminSession, testAdmin({ level: 3 }))
  server.replies(countExceptions, {
    payments: 0,
    discrepancies: 0,
    autoPay: 0,
    approvals: 0,
    firstApproval: null,
    isMore: false,
  })
})
afterEach(() => vi.unstubAllGlobals())

const open = (part: string, hasBanks = true) =>
  openPortal(`/admin-dashboard?view=reports${part}`, {
    signedIn: { customer: false, admin: true },
    ...(hasBanks && startWithBanks),
  })

const rates = (debits: number, returns: ReturnRates['returns']): ReturnRates => ({
  since: CalendarDate.parse('2026-10-02'),
  debits,
  returns,
})

test('each rate stands beside its limit, and one above half of it says what to do', async () => {
  server.replies(readReturnRates, rates(1000, { unauthorized: 4, administrative: 2, all: 20 }))
  open('&part=return-rates')
  const unauthorized = within(await screen.findByRole('row', { name: /^Unauthorized/ }))
  for (const shown of ['Too high', '4 returns', '0.40%', '0.50%']) expect(unauthorized.getByText(shown)).toBeTruthy()
  const all = within(screen.getByRole('row', { name: /^All returns/ }))
  for (const shown of ['Low', '20 returns', '2.00%', '15.00%']) expect(all.getByText(shown)).toBeTruthy()
  expect(screen.getAllByText(returnRatesTexts.alarmed)).toHaveLength(1)
  expect(screen.getByText('Bank payments sent since 10/02/2026: 1,000.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All bank payments' }).getAttribute('href')).toContain('method=Bank')
})

test('one or two returns among few payments raise no alarm, and the page says so', async () => {
  server.replies(readReturnRates, rates(10, { unauthorized: 2, administrative: 0, all: 2 }))
  open('&part=return-rates')
  expect(await screen.findByRole('row', { name: /^Unauthorized.*Too few to tell.*20\.00%/ })).toBeTruthy()
  expect(screen.queryByText(returnRatesTexts.alarmed)).toBeNull()
  expect(screen.getByText(/^An alarm needs at least 3 returns of a kind/)).toBeTruthy()
})

test('without bank payments the page says so', async () => {
  server.replies(readReturnRates, rates(0, { unauthorized: 0, administrative: 0, all: 0 }))
  open('&part=return-rates')
  expect(await screen.findByText('No bank payments in the last 60 days.')).toBeTruthy()
})

test.each([
  [true, 1],
  [false, 0],
])('where bank accounts pay (%s), Reports lead there', async (hasBanks, links) => {
  const nothing = { payments: 0, amount: '0.00' }
  const sums = { sumOnline: '0.00', sumPhonedin: '0.00', totalOnline: 0, totalPhonedIn: 0, processing: nothing }
  server.replies(searchTransactions, { result: { list: [], pages: 0, total: 0, asOf: 0, ...sums } })
  open('', hasBanks)
  expect(await screen.findByRole('link', { name: new RegExp(reportPartNames.exceptions) })).toBeTruthy()
  expect(screen.queryAllByRole('link', { name: reportPartNames.returnRates })).toHaveLength(links)
})
