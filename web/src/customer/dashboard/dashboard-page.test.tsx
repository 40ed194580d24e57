import { readAccountSummary, accountSummaryTexts, payAll } from '@portal/contract/account-summary'
import { sessionHeader } from '@portal/contract/call'
import { findCheckout, readCheckout } from '@portal/contract/checkout'
import { Instant } from '@portal/contract/dates'
import { readDetailsToEdit, editAccountTexts } from '@portal/contract/edit-account'
import { cents } from '@portal/contract/money'
import { ownSessionsTexts } from '@portal/contract/own-sessions'
import { paymentTexts } from '@portal/contract/payments'
import { commonProblems } from '@portal/contract/problem'
import { logout, updateUserPassword } from '@portal/contract/sign-in'
import { credentialTexts } from '@portal/contract/sign-in-texts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { leaveFor } from '#session/leaving/leave.ts'
import { reloadPage } from '#session/reload-page.ts'
import { placeAfterSignIn } from '#session/storage.ts'
import { openPortal } from '#testing/app.tsx'
import { testCheckout } from '#testing/data.ts'
import { testServer } from '#testing/server.ts'
import { accountNumber, customerServer, openSignedIn, person, type Row, testRow } from './testing/dashboard.ts'

beforeEach(() => {
  vi.clearAllMocks()
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const asOf = Instant.parse('2026-11-20T23:00:00.000Z')
const loaded = () => screen.findByRole('heading', { level: 1, name: 'Welcome, Maria Cruz' })
const missing = (number: number): Row => ({ isComplete: false, accID: accountNumber(number), isBeingPaid: false })
const rowOf = (account: string) => within(screen.getByRole('row', { name: new RegExp(account) }))

test('the storage says who is signed in, with which accounts, and what they owe, as the server has it (C§3)', async () => {
  customerServer([testRow()])
  const user = openSignedIn('/dashboard')
  await loaded()
  const premise = { premiseInfo: '123 Marine Corps Dr Tamuning GU 96913', customerClass: 'RESID', isActive: true }
  await waitFor(() =>
    expect(JSON.parse(localStorage.getItem('accountId') ?? 'null')).toEqual({
      accountId: accountNumber(1),
      ...premise,
    }),
  )
  expect([localStorage.getItem('personId'), localStorage.getItem('username')]).toEqual([person.personId, 'maria'])
  const summary = (): unknown => JSON.parse(sessionStorage.getItem('accountSummary') ?? 'null')
  const row = {
    accID: accountNumber(1),
    className: 'RESID',
    serviceLocation: '123 Marine Corps Dr, Tamuning, GU 96913',
    amount: '80.53',
    dueDate: '11/25/2026',
    isDueDateRed: false,
    arrearsTotal: '0.00',
    isActive: true,
    checked: false,
    amountToBePaid: '0.00',
    validAmountToBePaid: true,
    alreadyPaid: '0.00',
    usedCC: '',
    cashOnlyFlag: 'N',
  }
  expect(summary()).toEqual([row])
  await user.click(screen.getByRole('checkbox', { name: `Pay account ${accountNumber(1)}` }))
  await waitFor(() => expect(summary()).toEqual([{ ...row, checked: true, amountToBePaid: '80.53' }]))
})

describe('who may see it (C§2.5)', () => {
  test('given nobody is signed in, then the dashboard leads to the base address without asking anything', async () => {
    const server = testServer()
    openPortal('/dashboard?view=payment-methods')
    await waitFor(() => expect(location.pathname).toBe('/'))
    expect(localStorage.getItem('viewBillURL')).toBe('/dashboard?view=payment-methods')
    expect(server.askedFor(readAccountSummary)).toEqual([])
  })

  test('given somebody was logged in here and did not log out, then the login page says that the session has ended', async () => {
    localStorage.setItem('personId', '4821007391')
    const server = testServer()
    openPortal('/dashboard?view=bills')
    await waitFor(() => expect(leaveFor).toHaveBeenCalledWith('/'))
    expect([localStorage.getItem('personId'), localStorage.getItem('forcedLogout')]).toEqual([null, 'true'])
    expect(server.askedFor(readAccountSummary)).toEqual([])
  })

  test.each([
    [
      'a payment',
      '/dashboard?account=4821007391&card=7&amount=9520',
      '/dashboard?account=4821007391&card=7&amount=9520',
    ],
    ['payment methods', '/dashboard?view=payment-methods', '/dashboard?view=payment-methods'],
    ['nothing', '/dashboard?view=bills', '/dashboard'],
  ])('given an email links to %s and the session has ended, then the next login leads there', async (_, link, to) => {
    localStorage.setItem('personId', '4821007391')
    testServer()
    openPortal(link)
    await waitFor(() => expect(leaveFor).toHaveBeenCalledWith('/'))
    expect(localStorage.getItem('personId')).toBeNull()
    expect(placeAfterSignIn(localStorage.getItem('viewBillURL'))).toBe(to)
  })

  test('given another tab leaves after that, then it is remembered still', async () => {
    localStorage.setItem('personId', '4821007391')
    localStorage.setItem('viewBillURL', '/dashboard?account=4821007391&card=7&amount=9520')
    testServer()
    openPortal('/dashboard?view=bills')
    await waitFor(() => expect(leaveFor).toHaveBeenCalledWith('/'))
    expect(localStorage.getItem('viewBillURL')).toBe('/dashboard?account=4821007391&card=7&amount=9520')
  })

  test('given the session has ended, then the login page says so', async () => {
    const server = testServer()
    server.refuses(readAccountSummary, 'not-signed-in', commonProblems['not-signed-in'])
    openSignedIn('/dashboard')
    await waitFor(() => expect(leaveFor).toHaveBeenCalledWith('/'))
    expect(localStorage.getItem('forcedLogout')).toBe('true')
  })

  test('what another version of the app left in the storage is cleared (C§4)', async () => {
    localStorage.setItem('app_version', '0.9')
    localStorage.setItem('accountIds', '[]')
    customerServer([testRow()])
    openSignedIn('/dashboard')
    await loaded()
    expect(localStorage.getItem('accountIds')).toBeNull()
  })

  test('Log Out ends the session at the server and leaves', async () => {
    const server = customerServer([testRow()])
    server.replies(logout, { status: 'Success' })
    const user = openSignedIn('/dashboard')
    await loaded()
    await user.click(screen.getByRole('button', { name: 'Log Out' }))
    await waitFor(() => expect(leaveFor).toHaveBeenCalledWith('/'))
    expect(server.askedFor(logout)).toHaveLength(1)
  })

  test('given a payment whose answer never came, then its truth is asked for first', async () => {
    const key = '0a9a5f0e-9d2f-4a58-8b77-6c5b86a7d1aa'
    sessionStorage.setItem('paymentInFlight', `customer ${key}`)
    const server = customerServer([testRow()])
    server.replies(findCheckout, testCheckout())
    server.replies(readCheckout, testCheckout())
    openSignedIn('/dashboard')
    await screen.findByRole('heading', { level: 1, name: paymentTexts.approved })
    expect(server.askedFor(findCheckout)[0]?.headers.get(sessionHeader)).toBe('customer')
  })

  test('given a result page without a result, then a customer goes to the dashboard (C§4)', async () => {
    customerServer([testRow()])
    openSignedIn('/payment-result')
    await loaded()
    expect(location.pathname).toBe('/dashboard')
  })
})

describe('the account summary (C§2.5)', () => {
  test('shows every account with its columns, and what is due now in words', async () => {
    customerServer([
      testRow({ accID: accountNumber(1), serviceLocation: '123 Marine Corps Dr, Tamuning, GU 96913' }),
      testRow({
        accID: accountNumber(2),
        className: 'COMM',
        isDueDateRed: true,
        arrearsTotal: cents(100),
        amount: cents(1234),
      }),
      testRow({ accID: accountNumber(3), amount: cents(-1234) }),
    ])
    openSignedIn('/dashboard')
    await loaded()
    const table = screen.getByRole('table', { name: accountSummaryTexts.caption })
    const columns = within(table).getAllByRole('columnheader')
    expect(columns.slice(1).map((column) => column.textContent)).toEqual(Object.values(accountSummaryTexts.columns))
    rowOf('0000000001').getByText('123 Marine Corps Dr, Tamu…')
    expect(rowOf('0000000001').getAllByText('123 Marine Corps Dr, Tamuning, GU 96913')).toHaveLength(2)
    rowOf('0000000001').getByText('$80.53')
    rowOf('0000000001').getByText('11/25/2026')
    rowOf('0000000001').getByText('Residential')
    rowOf('0000000002').getByText('$12.34')
    rowOf('0000000003').getByText('-$12.34')
    rowOf('0000000003').getByText('In credit')
    rowOf('0000000002').getByText('Due Now')
    rowOf('0000000002').getByText('Non-residential')
    screen.getByText('Accounts: 3 / 3')
  })

  test('a closed account can be paid, and has nothing else to open', async () => {
    customerServer([testRow({ isActive: false })])
    openSignedIn('/dashboard')
    await loaded()
    rowOf('0000000001').getByText('Closed')
    rowOf('0000000001').getByRole('button', { name: /^Make Payment/ })
    expect(rowOf('0000000001').queryByRole('button', { name: /^More/ })).toBeNull()
  })

  test('an account that takes cash only, or is being paid, says so and cannot be ticked', async () => {
    customerServer([
      testRow({ accID: accountNumber(1), cashOnlyFlag: 'Y' }),
      testRow({ accID: accountNumber(2), isBeingPaid: true }),
    ])
    const user = openSignedIn('/dashboard')
    await loaded()
    rowOf('0000000001').getByText(/is cash only/)
    rowOf('0000000002').getByText(/still being confirmed/)
    for (const button of screen.getAllByRole('button', { name: /^Make Payment/ })) await user.click(button)
    await user.click(screen.getByRole('checkbox', { name: payAll }))
    expect(screen.queryByRole('textbox')).toBeNull()
    screen.getByText('0 selected')
  })

  test('an account that is being paid can be ticked as soon as that payment is settled', async () => {
    const server = customerServer([testRow({ isBeingPaid: true })])
    vi.useFakeTimers({ shouldAdvanceTime: true })
    openSignedIn('/dashboard')
    await loaded()
    rowOf('0000000001').getByText(/still being confirmed/)
    server.forget(readAccountSummary)
    server.replies(readAccountSummary, { accounts: [testRow()], total: 1, next: null, asOf })
    await act(async () => await vi.advanceTimersByTimeAsync(30_000))
    await waitFor(() => expect(rowOf('0000000001').queryByText(/still being confirmed/)).toBeNull())
    await act(async () => await vi.advanceTimersByTimeAsync(90_000))
    expect(server.askedFor(readAccountSummary)).toHaveLength(2)
  })

  test('typing an amount reads digits as cents, and the Sub Total follows (C§5)', async () => {
    customerServer([testRow(), testRow({ accID: accountNumber(2), amount: cents(100_000) })])
    const user = openSignedIn('/dashboard')
    await loaded()
    await user.click(screen.getByRole('checkbox', { name: payAll }))
    const subTotal = () => screen.getByText(/^Sub Total/).textContent
    expect(subTotal()).toBe('Sub Total $1,080.53')
    const amount = screen.getByRole('textbox', { name: /0000000001/ })
    await user.clear(amount)
    await user.type(amount, '-1234')
    expect(amount).toHaveProperty('value', '12.34')
    expect(subTotal()).toBe('Sub Total $1,012.34')
    await user.click(screen.getByRole('button', { name: /^Cancel Payment, account 0000000001/ }))
    screen.getByText('1 selected')
    expect(screen.queryByRole('textbox', { name: /0000000001/ })).toBeNull()
  })

  test('given more than one page, then the others are fetched automatically, one request each, and a message says so', async () => {
    const pages = [
      Array.from({ length: 6 }, (_, index) => testRow({ accID: accountNumber(index + 1) })),
      Array.from({ length: 20 }, (_, index) => testRow({ accID: accountNumber(index + 7) })),
    ]
    const server = customerServer(...pages)
    openSignedIn('/dashboard')
    await screen.findByText(accountSummaryTexts.allRetrieved)
    // The table is rendered in pieces, after the texts around it.
    await screen.findByText('Accounts: 26 / 26')
    expect(server.askedFor(readAccountSummary).map(({ body }) => body)).toEqual([{}, { after: '0000000006' }])
  })

  test('while more accounts are loading a message says so, and the others can be used', async () => {
    const server = customerServer()
    const page = { total: 2, asOf }
    server.replies(readAccountSummary, { ...page, accounts: [testRow()], next: accountNumber(1) })
    const second = [testRow({ accID: accountNumber(2) })]
    const letGo = server.holds(readAccountSummary, { ...page, accounts: second, next: null })
    const user = openSignedIn('/dashboard')
    await screen.findByText(accountSummaryTexts.gettingOthers)
    await user.click(screen.getByRole('button', { name: /^Make Payment/ }))
    screen.getByText('1 selected')
    letGo()
    await screen.findByText('Accounts: 2 / 2')
    expect(screen.getByText('1 selected')).toBeTruthy()
  })

  test('while it loads, a spinner turns beside the words', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    customerServer().holds(readAccountSummary, { total: 0, asOf, accounts: [], next: null })
    openSignedIn('/dashboard')
    const words = await screen.findByText('Loading your accounts…')
    expect(words.querySelector('svg')).not.toBeNull()
  })

  test('given an account that was never billed, then no label stands beside a date that there is not', async () => {
    const labeled = `[data-label="${accountSummaryTexts.columns.dueDate}"]`
    customerServer([testRow(), testRow({ accID: accountNumber(2), dueDate: null, latestBill: null })])
    openSignedIn('/dashboard')
    await loaded()
    expect(
      rowOf('0000000001')
        .getAllByRole('cell')
        .some((cell) => cell.matches(labeled)),
    ).toBe(true)
    expect(
      rowOf('0000000002')
        .getAllByRole('cell')
        .some((cell) => cell.matches(labeled)),
    ).toBe(false)
  })

  test('given no account, then a message says so and names customer service', async () => {
    customerServer([])
    openSignedIn('/dashboard')
    await screen.findByText(accountSummaryTexts.noData)
    expect(screen.queryByRole('table')).toBeNull()
  })

  test('given no account, then the password can be changed all the same, and nothing is asked that would be refused', async () => {
    const server = customerServer([])
    server.replies(updateUserPassword, { result: { status: 'Success', description: credentialTexts.passwordUpdated } })
    const user = openSignedIn('/dashboard')
    await user.click(await screen.findByRole('link', { name: editAccountTexts.title }))
    await screen.findByText(accountSummaryTexts.noData)
    await screen.findByRole('button', { name: ownSessionsTexts.title })
    await user.click(screen.getByRole('button', { name: editAccountTexts.changePassword }))
    await user.type(await screen.findByLabelText(/^Current Password/), 'rain-on-tin-9')
    await user.type(screen.getByLabelText(/^New Password/), 'rain-on-tin-10')
    await user.type(screen.getByLabelText(/^Confirm Password/), 'rain-on-tin-10')
    await user.click(screen.getByRole('button', { name: editAccountTexts.save }))
    await screen.findByRole('heading', { level: 1, name: editAccountTexts.title })
    expect(server.askedFor(updateUserPassword)).toHaveLength(1)
    expect(server.askedFor(readDetailsToEdit)).toEqual([])
  })
})

describe('the billing system is down for some accounts', () => {
  test('a message says what is missing; Try again fetches only that page and shows the rest', async () => {
    const server = customerServer([testRow(), missing(2)])
    server.replies(readAccountSummary, {
      accounts: [testRow(), testRow({ accID: accountNumber(2), amount: cents(777) })],
      total: 2,
      next: null,
      asOf,
    })
    const user = openSignedIn('/dashboard')
    await loaded()
    screen.getByText('1 account isn’t shown.')
    await user.click(rowOf('0000000002').getByRole('button', { name: 'Try again' }))
    await screen.findByText('$7.77')
    expect(screen.queryByText(/cannot be shown/)).toBeNull()
  })

  test('given one of many is missing, then nothing says that all have been retrieved', async () => {
    customerServer(
      Array.from({ length: 6 }, (_, index) => testRow({ accID: accountNumber(index + 1) })),
      [missing(7)],
    )
    openSignedIn('/dashboard')
    await screen.findByText('1 account isn’t shown.')
    expect(screen.queryByText(accountSummaryTexts.allRetrieved)).toBeNull()
  })

  test('the earlier row is kept, with its time', async () => {
    const server = customerServer([testRow()])
    server.replies(readAccountSummary, { accounts: [missing(1)], total: 1, next: null, asOf })
    const user = openSignedIn('/dashboard')
    await loaded()
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await screen.findByText('1 account shows an earlier amount.')
    rowOf('0000000001').getByText('$80.53')
    expect(rowOf('0000000001').getByText('as of 11/21/2026 8:00:00 AM')).toBeTruthy()
  })

  test('given a later page fails, then the accounts stay and loading resumes there', async () => {
    const server = customerServer()
    const page = { total: 2, asOf }
    server.replies(readAccountSummary, { ...page, accounts: [testRow()], next: accountNumber(1) })
    server.isUnreachableFor(readAccountSummary)
    server.replies(readAccountSummary, { ...page, accounts: [testRow({ accID: accountNumber(2) })], next: null })
    const user = openSignedIn('/dashboard')
    await screen.findByText(accountSummaryTexts.loadFailed)
    screen.getByText('Accounts: 1 / 2')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Accounts: 2 / 2')).toBeTruthy()
  })
})

describe('the dashboard does not load (C§4, C§8)', () => {
  async function fail() {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const server = testServer()
    server.isUnreachableFor(readAccountSummary)
    openSignedIn('/dashboard')
    await screen.findByText(accountSummaryTexts.loadFailed)
    return server
  }

  test('the message is shown, and after a second the page reloads', async () => {
    await fail()
    expect(reloadPage).not.toHaveBeenCalled()
    await act(async () => await vi.advanceTimersByTimeAsync(1000))
    expect(reloadPage).toHaveBeenCalledTimes(1)
    expect(sessionStorage.getItem('reload')).toBe('1')
  })

  test('after two reloads it stays, and Try again is left to the customer', async () => {
    sessionStorage.setItem('reload', '2')
    await fail()
    await act(async () => await vi.advanceTimersByTimeAsync(10_000))
    expect(reloadPage).not.toHaveBeenCalled()
    screen.getByRole('button', { name: 'Try again' })
  })

  test('a successful load resets the count of reloads', async () => {
    sessionStorage.setItem('reload', '2')
    customerServer([testRow()])
    openSignedIn('/dashboard')
    await loaded()
    expect(sessionStorage.getItem('reload')).toBeNull()
  })
})
