import { accountSummaryTexts } from '@portal/contract/account-summary-texts'
import { listBills, readConsumption, readLatestBill } from '@portal/contract/bills'
import { billsPerPage, billsShown, billsTexts, dialogRows, tryAgainLater } from '@portal/contract/bills-texts'
import { CalendarDate } from '@portal/contract/dates'
import { editAccountTexts } from '@portal/contract/edit-account-texts'
import { sendTicket } from '@portal/contract/help-and-support'
import { helpTexts } from '@portal/contract/help-and-support-texts'
import { BillId } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { readPaymentHistory } from '@portal/contract/payment-history'
import { paymentHistoryTexts } from '@portal/contract/payment-history-texts'
import { commonProblems } from '@portal/contract/problem'
import { listSurvey, submitSurvey } from '@portal/contract/survey'
import { surveyTexts } from '@portal/contract/survey-texts'
import { readUserDetails } from '@portal/contract/user-details'
import { act, screen, within, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { reloadPage } from '#session/reload-page.ts'
import { fill } from '#testing/fill.ts'
import { accountNumber, customerServer, openSignedIn, testRow } from './test-dashboard.ts'

vi.mock('#session/reload-page.ts', () => ({ reloadPage: vi.fn<() => void>() }))

beforeEach(() => {
  vi.mocked(reloadPage).mockClear()
  sessionStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const two = [testRow(), testRow({ accID: accountNumber(2), amount: cents(250) })]
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

function bills(count: number, from = 0) {
  return Array.from({ length: count }, (_, index) => ({
    billID: BillId.parse(String(from + index).padStart(12, '0')),
    billDate: CalendarDate.parse('2026-11-13'),
    totalAmount: '80.53',
  }))
}

describe('the dialogs of a row (C§2.5)', () => {
  test('View Bill shows the last eighteen and links to My Bills when there are more', async () => {
    const server = customerServer(two)
    server.replies(listBills, { result: bills(dialogRows), total: 40 })
    const user = openSignedIn('/dashboard')
    await user.click((await screen.findAllByRole('button', { name: /^More/ }))[0] ?? document.body)
    await user.click(screen.getByRole('button', { name: 'View Bill' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findAllByRole('link', { name: /^View Bill/ })).toHaveLength(dialogRows)
    expect(server.askedFor(listBills)[0]?.body).toEqual({ accountId: '0000000001', page: 1, size: dialogRows })
    const link = dialog.getByRole('link', { name: 'All 40 bills of this account' })
    expect(link.getAttribute('href')).toBe('/dashboard?view=bills&account=0000000001')
  })

  test.each([
    ['none', [], paymentHistoryTexts.none],
    ['a payment', [{ TotalAmount: '-80.53', FinancialTransactionType: 'PS' }], 'Payment'],
    ['one taken back', [{ TotalAmount: '80.53', FinancialTransactionType: 'PX' }], 'Payment Adjustment'],
  ])('Payment History says what there is: %s (C§3)', async (_what, items, words) => {
    const server = customerServer(two)
    const item = { ArrearsDate: CalendarDate.parse('2026-10-01'), Parent: accountNumber(1), receiptNumber: null }
    server.replies(readPaymentHistory, { result: items.map((one) => ({ ...item, ...one })) })
    const user = openSignedIn('/dashboard')
    await user.click((await screen.findAllByRole('button', { name: /^More/ }))[0] ?? document.body)
    await user.click(screen.getByRole('button', { name: 'Payment History' }))
    expect(await within(await screen.findByRole('dialog')).findByText(words)).toBeTruthy()
  })
})

test.each([
  ['View Bill', listBills],
  ['Payment History', readPaymentHistory],
] as const)(
  '%s while the billing records are away: the words of C§8, what is away, and what to quote',
  async (name, call) => {
    customerServer(two).refuses(call, 'partner-down', commonProblems['partner-down'])
    const user = openSignedIn('/dashboard')
    await user.click((await screen.findAllByRole('button', { name: /^More/ }))[0] ?? document.body)
    await user.click(screen.getByRole('button', { name }))
    const dialog = within(await screen.findByRole('dialog'))
    const told = (await dialog.findByRole('alert')).textContent
    for (const words of [accountSummaryTexts.loadFailed, commonProblems['partner-down'].title, 'req-1']) {
      expect(told).toContain(words)
    }
  },
)

describe('My Bills (C§2.5)', () => {
  test("shows a page and the counts, turns pages, and renews the time in a bill's link when it is pressed", async () => {
    const server = customerServer(two)
    server.replies(listBills, { result: bills(billsPerPage), total: billsPerPage + 1 })
    server.replies(listBills, { result: bills(1, billsPerPage), total: billsPerPage + 1 })
    const user = openSignedIn('/dashboard?view=bills&account=0000000002')
    await screen.findByText(billsShown(billsPerPage, billsPerPage + 1))
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
    await screen.findByText(billsShown(1, billsPerPage + 1))
    expect(location.search).toBe('?view=bills&account=0000000002&page=2')
    expect(server.askedFor(listBills).map(({ body }) => body)).toEqual([
      { accountId: '0000000002', page: 1, size: billsPerPage },
      { accountId: '0000000002', page: 2, size: billsPerPage },
    ])
  })

  test('given it does not load, then the message of C§8 is shown, and the page reloads', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const server = customerServer(two)
    server.refuses(listBills, 'partner-down', commonProblems['partner-down'])
    openSignedIn('/dashboard?view=bills')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(tryAgainLater(commonProblems['partner-down'].title))
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
    customerServer(two).refuses(call, 'partner-down', commonProblems['partner-down'])
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
  customerServer(two).replies(listBills, { result: bills(1), total: 1 })
  openSignedIn('/dashboard?view=bills')
  await screen.findByText(billsShown(1, 1))
  await waitFor(() => expect(sessionStorage.getItem('reload')).toBeNull())
})

describe('Account info (C§2.5)', () => {
  test('shows the balance of the chosen account, its usage and its owner', async () => {
    const server = customerServer(two)
    const [, second = testRow()] = two
    const bill = { billId: BillId.parse('000000000007'), billDate: CalendarDate.parse('2026-11-13'), total: cents(250) }
    server.replies(readLatestBill, {
      result: {
        status: 'Success',
        date: { billDate: bill.billDate, dueDate: second.dueDate },
        amount: '2.50',
        totalAmount: '2.50',
        firstName: 'Maria',
        lastName: 'Cruz',
        email: '',
        arrears: {
          details: { AccountID: second.accID, PremiseInfo: '', CurrentBalance: '2.50', Name: 'Cruz, Maria' },
          arrears: [],
        },
        account: { ...second, latestBill: bill },
      },
    })
    server.replies(readConsumption, { isHaveConsumptionChart: false, months: [], totalWater: [], amounts: [] })
    const user = openSignedIn('/dashboard?view=account')
    await heading('Account info')
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
    ['one account leads to Edit Account', [testRow()], 1],
    ['several accounts edit from the account summary', two, 0],
  ])('a customer with %s (C§2.5, C§6)', async (_who, accounts, links) => {
    const server = customerServer(accounts)
    server.replies(readConsumption, { isHaveConsumptionChart: false, months: [], totalWater: [], amounts: [] })
    openSignedIn('/dashboard?view=account')
    await screen.findByText('PO Box 12, Hagatna, GU, 96932')
    const main = within(screen.getByRole('main'))
    expect(main.queryAllByRole('link', { name: editAccountTexts.title })).toHaveLength(links)
  })
})

/** Checks that leaving asks about unsaved input, and stays. */
async function staysAsked(user: UserEvent): Promise<void> {
  const before = location.search
  await user.click(screen.getByRole('link', { name: 'Account Summary' }))
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(location.search).toBe(before)
}

async function leavesUnasked(user: UserEvent): Promise<void> {
  await user.click(within(screen.getByRole('navigation')).getByRole('link', { name: 'Account Summary' }))
  await waitFor(() => expect(location.search).toBe(''))
}

describe('the survey (C§5, C§8)', () => {
  const questions = Array.from({ length: 10 }, (_, index) => ({
    prompt: `Prompt ${index + 1}`,
    sequence: index + 1,
    possibleAnswers: index === 9 ? [] : [{ value: 'A', description: 'Very' }],
  }))

  test('the first four questions are optional, the others are not; answers are sent with the person', async () => {
    const server = customerServer(two)
    server.replies(listSurvey, { result: { surveyList: questions } })
    server.replies(submitSurvey, { result: { status: 'failed', description: 'No' } })
    server.replies(submitSurvey, { result: { status: 'success' } })
    const user = openSignedIn('/dashboard?view=survey')
    await user.click(await screen.findByRole('button', { name: 'Submit' }))
    const said = within(screen.getByRole('group', { name: 'There is a problem' })).getAllByRole('link')
    expect(said.map((link) => link.textContent)).toEqual(
      [5, 6, 7, 8, 9, 10].map((question) => `Question ${question}: ${surveyTexts.required}`),
    )
    expect(screen.getByLabelText(/Question 5 of 10/).getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByLabelText(/Question 4 of 10/).getAttribute('aria-invalid')).toBeNull()

    for (const number of [5, 6, 7, 8, 9]) {
      await user.selectOptions(screen.getByLabelText(new RegExp(`Question ${number} of 10`)), 'A')
    }
    await user.type(screen.getByLabelText(/Question 10 of 10/), 'More rain')
    await staysAsked(user)
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    await screen.findByText(surveyTexts.failed)
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    await screen.findByText(surveyTexts.submitted)
    await leavesUnasked(user)
    expect(server.askedFor(submitSurvey)[0]?.body).toMatchObject({
      personId: '0123456789',
      username: 'maria',
      surveyAns1: '',
      surveyAns5: 'A',
      surveyAns10: 'More rain',
    })
  })
})

describe('Help & Support (C§2.5, C§5, C§8)', () => {
  test("the form is prefilled with the customer's details, says what is missing, and sends a ticket", async () => {
    const server = customerServer(two)
    server.isUnreachableFor(sendTicket)
    server.replies(sendTicket, { result: { status: 'Success', ticketNumber: 'T-12' } })
    const user = openSignedIn('/dashboard?view=help')
    const name = await screen.findByLabelText('Customer name')
    expect(name).toHaveProperty('value', 'Maria Cruz')
    await user.clear(name)
    await user.clear(screen.getByLabelText(/^E-mail/))
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    for (const message of [helpTexts.nameRequired, helpTexts.emailRequired, helpTexts.messageRequired]) {
      screen.getByRole('link', { name: message })
    }
    await fill(user, name, 'Maria Cruz')
    await fill(user, screen.getByLabelText(/^E-mail/), 'maria@example.com')
    await user.selectOptions(screen.getByLabelText('Contact type'), 'COMPLAINT')
    await user.selectOptions(screen.getByLabelText(/^About which account/), '0000000002')
    await fill(user, screen.getByLabelText(/^Message/), 'My water is brown.')
    await staysAsked(user)
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    await screen.findByText(helpTexts.failed)
    expect(screen.getByLabelText(/^Message/)).toHaveProperty('value', 'My water is brown.')

    await user.click(screen.getByRole('button', { name: 'Submit' }))
    await screen.findByText(helpTexts.submitted)
    expect(screen.getByLabelText(/^Message/)).toHaveProperty('value', '')
    await leavesUnasked(user)
    expect(server.askedFor(sendTicket)[1]?.body).toEqual({
      cis_division: 'GWA',
      personId: '0123456789',
      accountId: '0000000002',
      emailAddress: 'maria@example.com',
      fullName: 'Maria Cruz',
      contactType: 'COMPLAINT',
      message: 'My water is brown.',
    })
  })

  test('given more is typed while the ticket is being sent, then it stays', async () => {
    const server = customerServer(two)
    const letGo = server.holds(sendTicket, { result: { status: 'Success', ticketNumber: 'T-12' } })
    const user = openSignedIn('/dashboard?view=help')
    await user.type(await screen.findByLabelText(/^Message/), 'My water is brown.')
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    await user.type(screen.getByLabelText(/^Message/), ' And warm.')
    letGo()
    await screen.findByText(helpTexts.submitted)
    expect(screen.getByLabelText(/^Message/)).toHaveProperty('value', 'My water is brown. And warm.')
  })

  test('given no account details, then there is no form, but the ways to reach us', async () => {
    const server = customerServer([])
    server.forget(readUserDetails)
    server.refuses(readUserDetails, 'not-allowed', commonProblems['not-allowed'])
    openSignedIn('/dashboard?view=help')
    expect(await screen.findByText(/We have no account details of yours/)).toBeTruthy()
    expect(screen.queryByLabelText(/^Message/)).toBeNull()
  })
})
