import { reportPartNames } from '@portal/contract/admin-levels'
import { readAdminSession } from '@portal/contract/admin-sign-in'
import { adminConsoleTexts } from '@portal/contract/console-texts'
import { CalendarDate } from '@portal/contract/dates'
import { countExceptions } from '@portal/contract/exception-count'
import { exportPayouts, type ListedPayout, listPayouts, payoutsTexts, readPayout } from '@portal/contract/payouts'
import type { PortalStart } from '@portal/contract/utility'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { startWithBanks } from '#testing/data.ts'
import { testServer } from '#testing/server.ts'

let server: ReturnType<typeof testServer>
beforeEach(() => {
  localStorage.clear()
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

const open = (start: Partial<PortalStart> = { hasPayouts: true }) =>
  openPortal('/admin-dashboard?view=reports&part=payouts', { signedIn: { customer: false, admin: true }, ...start })

const payout: ListedPayout = {
  id: 7,
  payoutId: 'po_7',
  arrivesOn: CalendarDate.parse('2026-06-01'),
  status: 'paid',
  amount: '930.67',
  parts: {
    charges: 3,
    gross: '1025.00',
    fees: '-30.33',
    refunds: '-42.50',
    disputes: '-21.50',
    returns: '0.00',
    other: '0.00',
  },
}

test('a payout says when it arrives, of what it is made, and what reached the bank; older ones come on demand', async () => {
  const older: ListedPayout = { ...payout, id: 3, payoutId: 'po_3', status: 'failed', amount: '50.00', parts: null }
  server.replies(listPayouts, { payouts: [payout], hasMore: true })
  server.replies(listPayouts, { payouts: [older], hasMore: false })
  const user = open()
  const row = within(await screen.findByRole('row', { name: /po_7/ }))
  for (const shown of ['06/01/2026', 'Paid', '3 charges', '$1,025.00', '-$30.33', '-$42.50', '-$21.50', '$930.67'])
    expect(row.getByText(shown)).toBeTruthy()
  expect(screen.getByRole('link', { name: payoutsTexts.exportCsv }).getAttribute('href')).toBe(exportPayouts.path)
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  const next = within(await screen.findByRole('row', { name: /po_3/ }))
  for (const shown of ['Failed', 'Not itemized yet', '$50.00']) expect(next.getByText(shown)).toBeTruthy()
  expect(server.askedFor(listPayouts).map(({ address }) => address.searchParams.get('before'))).toEqual([null, '7'])
})

test('one payout says what is in it, each item with the payment that it is about, and leads back', async () => {
  const item = { id: 1, itemId: 'txn_1', kind: 'charge', amount: '42.50', fee: '-1.53', net: '40.97' } as const
  server.replies(listPayouts, { payouts: [payout], hasMore: false })
  const ours = { ...item, payment: { id: 17, receipt: 'W-902000007' } }
  server.replies(readPayout, { payout, items: [ours], hasMore: true })
  server.replies(readPayout, { payout, items: [{ ...item, id: 2, itemId: 'txn_2', payment: null }], hasMore: false })
  const user = open()
  await user.click(await screen.findByRole('link', { name: 'po_7' }))
  expect(await screen.findByRole('heading', { name: 'Payout po_7' })).toBeTruthy()
  const row = within(await screen.findByRole('row', { name: /txn_1/ }))
  for (const shown of ['Charge', '$42.50', '-$1.53', '$40.97']) expect(row.getByText(shown)).toBeTruthy()
  expect(row.getByRole('link', { name: 'W-902000007' }).getAttribute('href')).toContain('payment=17')
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  expect(within(await screen.findByRole('row', { name: /txn_2/ })).getByText('Not in portal')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: payoutsTexts.back }))
  expect(await screen.findByRole('row', { name: /po_7/ })).toBeTruthy()
})

test('returns have a column where bank accounts pay, and none elsewhere', async () => {
  const returned: ListedPayout = {
    ...payout,
    amount: '-46.50',
    parts: payout.parts && { ...payout.parts, returns: '-42.51' },
  }
  server.replies(listPayouts, { payouts: [returned], hasMore: false })
  open({ hasPayouts: true, ...startWithBanks })
  const row = within(await screen.findByRole('row', { name: /po_7/ }))
  for (const shown of ['-$42.51', '-$46.50']) expect(row.getByText(shown)).toBeTruthy()
  expect(screen.getByRole('columnheader', { name: 'Returns' })).toBeTruthy()
})

test('without bank accounts nothing is said of returns', async () => {
  server.replies(listPayouts, { payouts: [payout], hasMore: false })
  open()
  expect(await screen.findByRole('columnheader', { name: 'Disputes' })).toBeTruthy()
  expect(screen.queryByRole('columnheader', { name: 'Returns' })).toBeNull()
})

test('without payouts the list says so', async () => {
  server.replies(listPayouts, { payouts: [], hasMore: false })
  open()
  expect(await screen.findByText('No payouts yet.')).toBeTruthy()
})

test('when the server does not answer, then it can be asked again', async () => {
  server.isUnreachableFor(listPayouts)
  server.replies(listPayouts, { payouts: [payout], hasMore: false })
  const user = open()
  expect(await screen.findByText(adminConsoleTexts.serverError)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('po_7')).toBeTruthy()
})

test.each([
  ['a gateway that says nothing of payouts', 3, {}],
  ['a level that does not look after the money', 5, { hasPayouts: true }],
] as const)('for %s there is no such list', async (_, level, start) => {
  server.forget(readAdminSession)
  server.replies(readAdminSession, testAdmin({ level }))
  open(start)
  await screen.findByRole('heading', { level: 1, name: 'Reports' })
  expect(screen.queryByText(reportPartNames.payouts)).toBeNull()
  expect(server.askedFor(listPayouts)).toEqual([])
})
