import type { AccountSummaryRow } from '@portal/contract/account-summary'
import {
  listBills,
  readConsumption,
  readLatestBill,
  billsPerPage,
  billsTexts,
  tryAgainLater,
} from '@portal/contract/bills'
import type { ReplyOf } from '@portal/contract/call'
import { CalendarDate } from '@portal/contract/dates'
import { editAccountTexts } from '@portal/contract/edit-account'
import { BillId } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { paymentFormTexts } from '@portal/contract/payments'
import { commonProblems } from '@portal/contract/problem'
import { act, screen, within, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { reloadPage } from '#session/reload-page.ts'
import { customerServer, noConsumption, openSignedIn, testBills, testRow, twoAccounts } from '../testing/dashboard.ts'

beforeEach(() => {
  sessionStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('My Bills (C§2.5)', () => {
  test('says of each bill whether it is paid', async () => {
    const server = customerServer([testRow({ amount: cents(0) })])
    server.replies(listBills, { result: testBills(2), total: 2 })
    openSignedIn('/dashboard?view=bills')
    expect(await screen.findAllByText('Paid')).toHaveLength(2)
  })

  test("shows a page and the counts, turns pages, and renews the time in a bill's link when it is pressed", async () => {
    const server = customerServer(twoAccounts)
    server.replies(listBills, { result: testBills(billsPerPage), total: billsPerPage + 1 })
    server.replies(listBills, { result: testBills(1, billsPerPage), total: billsPerPage + 1 })
    const user = openSignedIn('/dashboard?view=bills&account=0000000002')
    await screen.findByText(`Showing ${billsPerPage} Results out of ${billsPerPage + 1}`)
    expect(screen.getAllByRole('columnheader').map((column) => column.textContent)).toEqual(
      Object.values(billsTexts.columns),
    )

    const [link] = screen.getAllByRole('link', { name: /^View Bill/ })
    vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000)
    link?.addEventListener('click', (event) => event.preventDefault())
    await user.click(link ?? document.body)
    expect(link?.getAttribute('href')).toBe('/view-bill?id=1800000000000&user=0123456789&bill-id=000000000000')
    expect(link?.getAttribute('target')).toBe('_blank')
    vi.restoreAllMocks()

    await user.click(screen.getByRole('button', { name: 'Next page' }))
    const status = await screen.findByText(`Showing 1 Results out of ${billsPerPage + 1}`)
    // Heard also where both pages are full.
    expect(status.textContent).toBe(`Showing 1 Results out of ${billsPerPage + 1} Page 2 of 2`)
    expect(location.search).toBe('?view=bills&account=0000000002&page=2')
    expect(server.askedFor(listBills).map(({ body }) => body)).toEqual([
      { accountId: '0000000002', page: 1, size: billsPerPage },
      { accountId: '0000000002', page: 2, size: billsPerPage },
    ])
  })

  test('given a page that there is not in the address, then the arrow leads to the last one', async () => {
    const server = customerServer(twoAccounts)
    server.replies(listBills, { result: [], total: billsPerPage + 1 })
    const user = openSignedIn('/dashboard?view=bills&page=500')
    await user.click(await screen.findByRole('button', { name: 'Previous page' }))
    await waitFor(() => expect(location.search).toBe('?view=bills&page=2'))
  })

  test('given there is none, then the list says so (C§8)', async () => {
    customerServer(twoAccounts).replies(listBills, { result: [], total: 0 })
    openSignedIn('/dashboard?view=bills')
    expect(await screen.findByText(billsTexts.noData)).toBeTruthy()
  })

  test('given it does not load, then the message of C§8 is shown, and the page reloads', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const server = customerServer(twoAccounts)
    server.refuses(listBills, 'partner-down', commonProblems['partner-down'])
    openSignedIn('/dashboard?view=bills')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(tryAgainLater.replace('{error}', commonProblems['partner-down'].title))
    await waitFor(() => expect(reloadPage).toHaveBeenCalled())
  })
})

describe.each([
  ['Account info', 'account', readLatestBill],
  ['My Bills', 'bills', listBills],
] as const)('%s while only the billing records are away (C§4)', (_view, view, call) => {
  test('given two reloads, then the page stays and offers Try again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    sessionStorage.setItem('reload', '2')
    customerServer(twoAccounts).refuses(call, 'partner-down', commonProblems['partner-down'])
    openSignedIn(`/dashboard?view=${view}`)
    const alert = await screen.findByText(/Try Again Later!/)
    await act(async () => await vi.advanceTimersByTimeAsync(10_000))
    expect(alert.isConnected).toBe(true)
    expect(reloadPage).not.toHaveBeenCalled()
    expect(screen.getAllByRole('button', { name: 'Try again' }).length).toBeGreaterThan(0)
  })
})

test('loading the bills resets the count of reloads (C§4)', async () => {
  sessionStorage.setItem('reload', '2')
  customerServer(twoAccounts).replies(listBills, { result: testBills(1), total: 1 })
  openSignedIn('/dashboard?view=bills')
  await screen.findByText('Showing 1 Results out of 1')
  await waitFor(() => expect(sessionStorage.getItem('reload')).toBeNull())
})

/** The reply about the latest bill of an account. */
function latestOf(account: AccountSummaryRow): ReplyOf<typeof readLatestBill> {
  const date = { billDate: account.latestBill?.billDate ?? null, dueDate: account.dueDate }
  return {
    result: {
      status: 'Success',
      ...date,
      date,
      amount: '2.50',
      totalAmount: '2.50',
      firstName: 'Maria',
      lastName: 'Cruz',
      email: '',
      arrears: {
        details: { AccountID: account.accID, PremiseInfo: '', CurrentBalance: '2.50', Name: 'Cruz, Maria' },
        arrears: [],
      },
      account,
    },
  }
}

describe('Account info (C§2.5)', () => {
  test('shows the balance of the chosen account, its usage and its owner', async () => {
    const server = customerServer(twoAccounts)
    const [, second = testRow()] = twoAccounts
    const bill = { billId: BillId.parse('000000000007'), billDate: CalendarDate.parse('2026-11-13'), total: cents(250) }
    server.replies(readLatestBill, latestOf({ ...second, latestBill: bill }))
    server.replies(readConsumption, noConsumption)
    const user = openSignedIn('/dashboard?view=account')
    await screen.findByRole('heading', { level: 1, name: 'Account info' })
    await user.selectOptions(await screen.findByLabelText('Account'), '0000000002')
    await screen.findByText('$2.50')
    expect(location.search).toBe('?view=account&account=0000000002')
    await screen.findByText('11/13/2026')
    await screen.findByText(billsTexts.noChart)
    await screen.findByText('PO Box 12, Hagatna, GU, 96932')
    const main = within(screen.getByRole('main'))
    expect(main.getByRole('link', { name: 'Pay Now' }).getAttribute('href')).toBe('/paynow')
    expect(server.askedFor(readLatestBill).at(-1)?.body).toEqual({ accountId: '0000000002' })
  })

  test.each([
    ['a credit says that nothing needs to be paid', testRow({ amount: cents(-78_694) }), paymentFormTexts.inCredit],
    ['a debt before the first bill says that there is no date', testRow({ dueDate: null }), 'No date yet'],
  ])('%s', async (_what, row, said) => {
    const server = customerServer([row])
    server.replies(readConsumption, noConsumption)
    server.replies(readLatestBill, latestOf(row))
    openSignedIn('/dashboard?view=account')
    expect(await screen.findByText(said)).toBeTruthy()
  })

  test.each([
    ['one account leads to Edit Account', [testRow()], 1],
    ['several accounts edit from the account summary', twoAccounts, 0],
  ])('a customer with %s (C§2.5, C§6)', async (_who, accounts, links) => {
    const server = customerServer(accounts)
    server.replies(readConsumption, noConsumption)
    openSignedIn('/dashboard?view=account')
    await screen.findByText('PO Box 12, Hagatna, GU, 96932')
    const main = within(screen.getByRole('main'))
    expect(main.queryAllByRole('link', { name: editAccountTexts.title })).toHaveLength(links)
  })
})
