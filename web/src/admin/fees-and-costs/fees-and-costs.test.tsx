import { reportPartNames } from '@portal/contract/admin-levels'
import { readAdminSession } from '@portal/contract/admin-sign-in'
import { CalendarDate } from '@portal/contract/dates'
import { countExceptions } from '@portal/contract/exception-count'
import { ServiceFees } from '@portal/contract/fees'
import { type MonthOfCosts, feesAndCostsTexts, readFeesAndCosts } from '@portal/contract/fees-and-costs'
import { cents, noCents } from '@portal/contract/money'
import { searchTransactions } from '@portal/contract/reports'
import type { PortalStart } from '@portal/contract/utility'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { startWithBanks, testStart } from '#testing/data.ts'
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

const open = (start: Partial<PortalStart>, part = '&part=fees') =>
  openPortal(`/admin-dashboard?view=reports${part}`, { signedIn: { customer: false, admin: true }, ...start })

const serviceFees = ServiceFees.parse([{ method: 'card', channels: ['online'], flat: 250 }])
const passedOn = { hasPayouts: true, profile: { ...startWithBanks.profile, serviceFees } } as const

const month = (of: Partial<MonthOfCosts>): MonthOfCosts => ({
  from: CalendarDate.parse('2026-11-01'),
  to: CalendarDate.parse('2026-11-30'),
  method: 'card',
  payments: 40,
  paid: cents(200_000),
  fees: cents(10_000),
  feesReturned: cents(250),
  cost: cents(5_000),
  uncosted: 0,
  ...of,
})
const noFees = { fees: noCents, feesReturned: noCents }

const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))

test('a month says what fees brought, what the method cost and what is left, and leads to its payments', async () => {
  server.replies(readFeesAndCosts, { months: [month({})], hasMore: false })
  open(passedOn)
  const card = await row(/^November 2026/)
  for (const shown of ['Card', '40', '$2,000.00', '$97.50', '$2.50 refunded', '$50.00', '2.5% of payments', '$47.50'])
    expect(card.getByText(shown)).toBeTruthy()
  const address = card.getByRole('link', { name: 'November 2026, Card' }).getAttribute('href')
  const search = new URLSearchParams(address?.split('?')[1])
  expect(Object.fromEntries(search)).toEqual({
    view: 'reports',
    pay_date_start: '11/01/2026',
    pay_date_end: '11/30/2026',
    method: 'Card',
  })
})

test('a cost that is not known yet says so, and nothing is made of it', async () => {
  const bank = { method: 'bank', cost: noCents, uncosted: 40 } as const
  server.replies(readFeesAndCosts, { months: [month({ uncosted: 12 }), month(bank)], hasMore: false })
  open(passedOn)
  const card = await row(/^November 2026, Card/)
  for (const shown of ['$50.00 so far', 'Known for 28 of 40 payments']) expect(card.getByText(shown)).toBeTruthy()
  expect(card.getAllByText(feesAndCostsTexts.unknown)).toHaveLength(1)
  expect((await row(/^November 2026, Bank account/)).getAllByText(feesAndCostsTexts.unknown)).toHaveLength(2)
})

test('a utility that absorbs fees reads what each method costs, and of no fees', async () => {
  const other = { method: null, payments: 0, paid: noCents, cost: cents(32), ...noFees } as const
  server.replies(readFeesAndCosts, { months: [month(noFees), month(other)], hasMore: false })
  open({ hasPayouts: true })
  expect(await screen.findByText(feesAndCostsTexts.leads.costs)).toBeTruthy()
  expect((await row(/^November 2026, Card/)).getByText('$50.00')).toBeTruthy()
  expect((await row(new RegExp(feesAndCostsTexts.otherCosts))).getByText('$0.32')).toBeTruthy()
  for (const name of ['Service fees', 'Fees less cost']) expect(screen.queryByRole('columnheader', { name })).toBeNull()
  expect(screen.getByRole('link', { name: /^November 2026, Card/ }).getAttribute('href')).not.toContain('method')
})

test('where fees were dropped, what they brought is still there', async () => {
  server.replies(readFeesAndCosts, { months: [month({})], hasMore: false })
  open({ hasPayouts: true })
  expect((await row(/^November 2026/)).getByText('$97.50')).toBeTruthy()
})

test('where the gateway says of no payouts, there are fees alone', async () => {
  server.replies(readFeesAndCosts, { months: [month({ cost: noCents, uncosted: 40 })], hasMore: false })
  open({ profile: { ...testStart.profile, serviceFees } })
  expect(await screen.findByText(feesAndCostsTexts.leads.fees)).toBeTruthy()
  expect((await row(/^November 2026/)).getByText('$97.50')).toBeTruthy()
  for (const name of ['Gateway cost', 'Fees less cost']) expect(screen.queryByRole('columnheader', { name })).toBeNull()
})

test('earlier months come on demand', async () => {
  const october = month({ from: CalendarDate.parse('2026-10-01'), to: CalendarDate.parse('2026-10-31') })
  server.replies(readFeesAndCosts, { months: [month({})], hasMore: true })
  server.replies(readFeesAndCosts, { months: [october], hasMore: false })
  const user = open(passedOn)
  await user.click(await screen.findByRole('button', { name: 'Show more' }))
  await row(/^October 2026/)
  const asked = server.askedFor(readFeesAndCosts).map(({ address }) => address.searchParams.get('before'))
  expect(asked).toEqual([null, '2026-11-01'])
})

test('without payments the page says so', async () => {
  server.replies(readFeesAndCosts, { months: [], hasMore: false })
  open(passedOn)
  expect(await screen.findByText(feesAndCostsTexts.none)).toBeTruthy()
})

test.each([
  ['a gateway with payouts', { hasPayouts: true } as const, 1],
  ['service fees', { profile: { ...testStart.profile, serviceFees } }, 1],
  ['neither', {}, 0],
])('given %s, Reports lead there or do not', async (_, start, links) => {
  const processing = { payments: 0, amount: '0.00' }
  const sums = { sumOnline: '0.00', sumPhonedin: '0.00', totalOnline: 0, totalPhonedIn: 0, processing }
  server.replies(searchTransactions, { result: { list: [], pages: 0, total: 0, asOf: 0, ...sums } })
  open(start, '')
  expect(await screen.findByRole('link', { name: new RegExp(reportPartNames.exceptions) })).toBeTruthy()
  expect(screen.queryAllByRole('link', { name: reportPartNames.fees })).toHaveLength(links)
})
