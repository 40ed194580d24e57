import { readAdminSession } from '@portal/contract/admin-sign-in'
import { type AutopayRun, autopayRunTexts, listHeldCharges, readAutopayRun } from '@portal/contract/autopay-run'
import { CalendarDate, Instant } from '@portal/contract/dates'
import { countExceptions } from '@portal/contract/exception-count'
import { AccountNumber } from '@portal/contract/ids'
import { reportsTexts } from '@portal/contract/reports'
import type { PortalStart } from '@portal/contract/utility'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { testNextCharge } from '#testing/next-charge.ts'
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

const open = (start: Partial<PortalStart> = { savesCards: true }, more = '') =>
  openPortal(`/admin-dashboard?view=reports&part=autopay${more}`, {
    signedIn: { customer: false, admin: true },
    ...start,
  })

const date = (text: string) => CalendarDate.parse(text)
const nothing: AutopayRun = {
  stoppedAt: null,
  due: [],
  held: [],
  oldestDue: null,
  hour: { sent: 0, most: 20_000 },
  last: null,
  asOf: Instant.parse('2026-12-04T02:00:00.000Z'),
}
/** Everybody was told. */
const all = { unpriced: 0, estimated: 0, skipped: 0 }
const busy: AutopayRun = {
  ...nothing,
  due: [
    { day: 'earlier', date: date('2026-12-03'), state: 'NOTIFIED', charges: 2, ...all, amount: '190.40' },
    {
      day: 'today',
      date: date('2026-12-04'),
      state: 'PLANNED',
      charges: 1234,
      amount: '98765.40',
      unpriced: 34,
      estimated: 1100,
      skipped: 2,
    },
    { day: 'tomorrow', date: date('2026-12-05'), state: 'PLANNED', charges: 5, ...all, unpriced: 5, amount: '0.00' },
  ],
  held: [{ reason: 'stale_import', charges: 2, ...all, amount: '190.40', oldestDue: date('2026-12-01') }],
  oldestDue: date('2026-12-01'),
  hour: { sent: 17, most: 20_000 },
  last: {
    day: date('2026-12-02'),
    results: [{ status: 'paid', charges: 1100, amount: '104720.00' }],
    failed: 3,
  },
}

test('what is due, what waits and why, and what the last run did is there in figures', async () => {
  server.replies(readAutopayRun, busy)
  open()
  const due = within(await screen.findByRole('table', { name: autopayRunTexts.due }))
  for (const shown of ['Earlier', 'Ready', '$190.40', 'Today', '12/04/2026', '1,234', '34 without an amount yet'])
    expect(due.getByText(shown)).toBeTruthy()
  for (const shown of [
    'about $98,765.40',
    '1,100 by what is owed now',
    '2 will not be charged',
    '5 without an amount yet',
  ])
    expect(due.getByText(shown)).toBeTruthy()
  expect(due.queryByText('$0.00')).toBeNull()
  const held = within(screen.getByRole('table', { name: 'Held back' }))
  for (const shown of ['Balances are too old', '12/01/2026', '2']) expect(held.getByText(shown)).toBeTruthy()
  expect(screen.getByText('17 of 20,000')).toBeTruthy()
  const last = screen.getByRole('region', { name: 'Last run, 12/02/2026' })
  expect(within(last).getByText('3 charges failed for good.')).toBeTruthy()
  const link = within(last).getByRole('link', { name: 'Show in Reports' })
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('made_by=AutoPay')
})

test('nothing planned says so, and Refresh reads it again', async () => {
  server.replies(readAutopayRun, nothing)
  server.replies(readAutopayRun, busy)
  const user = open()
  for (const empty of ['No charges are due.', 'Nothing is held back.', 'Nothing has been charged yet.'])
    expect(await screen.findByText(empty)).toBeTruthy()
  expect(screen.queryByText(autopayRunTexts.stoppedMeans)).toBeNull()
  await user.click(screen.getByRole('button', { name: reportsTexts.refresh }))
  expect(await screen.findByRole('table', { name: autopayRunTexts.due })).toBeTruthy()
})

test('a run that is off says since when, and where to turn it on', async () => {
  server.replies(readAutopayRun, { ...nothing, stoppedAt: Instant.parse('2026-12-03T02:00:00.000Z') })
  open()
  expect(await screen.findByText(/^AutoPay has been off since 12\/03\/2026/)).toBeTruthy()
  expect(screen.getByText(autopayRunTexts.stoppedMeans)).toBeTruthy()
})

test('the charges of one reason are listed a page at a time, with the way back', async () => {
  server.replies(readAutopayRun, busy)
  const charge = {
    accountId: AccountNumber.parse('4821007391'),
    next: testNextCharge({ says: 'aboutFrom', heldFor: 'stale_import' }),
    brand: 'Visa',
    bankAccount: null,
    lastFour: '4242',
    kind: 'autoPay',
  } as const
  server.replies(listHeldCharges, { charges: [{ ...charge, id: 4 }], hasMore: true })
  server.replies(listHeldCharges, {
    charges: [{ ...charge, id: 9, lastFour: '1111', kind: 'scheduled', next: testNextCharge() }],
    hasMore: false,
  })
  const user = open()
  await user.click(await screen.findByRole('link', { name: /^Show charges/ }))
  expect(await screen.findByRole('heading', { name: 'Held back: Balances are too old' })).toBeTruthy()
  expect(await screen.findByText('Visa ending in 4242')).toBeTruthy()
  for (const shown of ['12/04/2026 or later', 'about $80.53']) expect(screen.getByText(shown)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('Scheduled')).toBeTruthy()
  const asked = server.askedFor(listHeldCharges).map(({ address }) => address.search)
  expect(asked).toEqual(['?reason=stale_import', '?reason=stale_import&after=4'])
  await user.click(screen.getByRole('link', { name: 'Back to AutoPay' }))
  expect(await screen.findByRole('table', { name: autopayRunTexts.due })).toBeTruthy()
})

test('when the server does not answer, it can be asked again', async () => {
  server.isUnreachableFor(readAutopayRun)
  server.replies(readAutopayRun, nothing)
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No charges are due.')).toBeTruthy()
})

test.each([
  ['a gateway that keeps no cards', 3, {}],
  ['a level that does not look after the money', 5, { savesCards: true }],
] as const)('for %s there is no such page', async (_, level, start) => {
  server.forget(readAdminSession)
  server.replies(readAdminSession, testAdmin({ level }))
  open(start)
  await screen.findByRole('heading', { level: 1, name: 'Reports' })
  expect(screen.queryByRole('link', { name: 'AutoPay' })).toBeNull()
  expect(server.askedFor(readAutopayRun)).toEqual([])
})
