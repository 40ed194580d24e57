import { readUserDetails } from '@portal/contract/account-summary'
import { readAdminSession } from '@portal/contract/admin-sign-in'
import { viewBill } from '@portal/contract/bill-view'
import { type BillingPart, billingDataTexts, billingParts } from '@portal/contract/billing-data'
import { listBills, readConsumption, readLatestBill } from '@portal/contract/bills'
import { CalendarDate, Instant } from '@portal/contract/dates'
import { BillId } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { readNotifications } from '@portal/contract/notifications'
import { notificationTexts } from '@portal/contract/notifications-texts'
import { paymentHistoryTexts, readPaymentHistory } from '@portal/contract/payment-history'
import { type PhonedInAccount, phonedInTexts, searchPhonedInAccounts } from '@portal/contract/phoned-in'
import { listSavedMethods } from '@portal/contract/saved-methods'
import { listSentNotifications } from '@portal/contract/sent-notifications'
import type { PortalStart } from '@portal/contract/utility'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { writeHint } from '#session/storage.ts'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { billOfTotal, testBill } from '#testing/bill.ts'
import { testServer } from '#testing/server.ts'
import { testPhonedInAccount } from './admin/phoned-in/testing/accounts.ts'
import {
  accountNumber,
  customerServer,
  noConsumption,
  openSignedIn,
  person,
  testBills,
  testDetails,
  testRow,
} from './customer/dashboard/testing/dashboard.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(window, 'scrollTo').mockReturnValue()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

type Start = Partial<PortalStart>

interface Page {
  page: string
  /** Opens it, and waits until all of it is there. */
  open: (start: Start, isMissing: boolean) => Promise<void>
  /** Only there with the part. */
  shows?: RegExp
  /** Only there without it. */
  instead?: RegExp
}

const bill = { billId: BillId.parse('000000000001'), billDate: CalendarDate.parse('2026-11-04'), total: cents(8053) }

async function summary(start: Start, isMissing: boolean, lacking: Parameters<typeof testRow>[0] = {}) {
  const server = customerServer([testRow({ latestBill: bill, ...(isMissing ? lacking : {}) })])
  server.replies(readConsumption, {
    ...noConsumption,
    isHaveConsumptionChart: true,
    months: ['11/2026'],
    amounts: ['1.00'],
    totalWater: [5],
    amountsYearBefore: [null],
    totalWaterYearBefore: [null],
  })
  server.replies(listBills, { result: testBills(1), total: 1 })
  openSignedIn('/dashboard', start)
  await screen.findByRole('heading', { level: 1, name: 'Welcome, Maria Cruz' })
  await screen.findByRole('heading', { name: 'Account Information' })
  await vi.waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull())
}

async function accountInfo(start: Start, isMissing: boolean, lacking: Parameters<typeof testRow>[0] = {}) {
  const account = testRow({ latestBill: bill, ...(isMissing ? lacking : {}) })
  const server = customerServer([account])
  const date = { billDate: account.latestBill?.billDate ?? null, dueDate: account.dueDate }
  server.replies(readLatestBill, {
    result: {
      status: 'Success',
      ...date,
      date,
      amount: '80.53',
      totalAmount: '80.53',
      firstName: 'Maria',
      lastName: 'Cruz',
      email: '',
      arrears: {
        details: { AccountID: account.accID, PremiseInfo: '', CurrentBalance: '80.53', Name: 'Cruz, Maria' },
        arrears: [],
      },
      account,
    },
  })
  server.replies(readConsumption, noConsumption)
  openSignedIn('/dashboard?view=account', start)
  await screen.findByRole('heading', { name: 'Account info' })
  await screen.findByText('$80.53')
}

/** The menu of the first of two accounts, and with a name, what that opens. */
async function menu(start: Start, name?: string) {
  const server = customerServer([testRow(), testRow({ accID: accountNumber(2) })])
  server.replies(readPaymentHistory, { result: [] })
  const user = openSignedIn('/dashboard', start)
  await user.click((await screen.findAllByRole('button', { name: /^More/ }))[0] ?? document.body)
  if (name === undefined) return
  await user.click(screen.getByRole('button', { name }))
  await within(await screen.findByRole('dialog')).findByText(paymentHistoryTexts.none)
}

async function notifications(start: Start) {
  const server = customerServer([testRow()])
  server.replies(listSentNotifications, { sent: [], hasMore: false })
  server.replies(readNotifications, {
    email: { address: 'maria@customer.example', state: 'proven' },
    accounts: [{ accountId: accountNumber(1), serviceLocation: '' }],
    text: null,
    newNumber: null,
    accountCount: 1,
    inAll: [],
    sendsTexts: false,
    isCut: false,
    choices: [],
    namesAmounts: false,
    language: 'en-US',
    languages: [{ tag: 'en-US', name: 'American English' }],
  })
  openSignedIn('/dashboard?view=notifications', start)
  await screen.findByText(notificationTexts.kinds.paymentReceived)
}

async function paymentMethods(start: Start) {
  customerServer([testRow()]).replies(listSavedMethods, { cards: [] })
  openSignedIn('/dashboard?view=payment-methods', { ...start, savesCards: true })
  await screen.findByRole('heading', { level: 1 })
}

/** The list of a clerk, and with `opens` the details of the account. */
async function phonedIn(start: Start, opens: boolean, lacking: Partial<PhonedInAccount> = {}) {
  const server = testServer()
  server.replies(readAdminSession, testAdmin({ level: 5 }))
  server.replies(readUserDetails, { result: testDetails })
  const arrears = [{ label: '1 to 30 days past due', amount: cents(0) }]
  const autoPay = { agreement: null, upcoming: [] }
  const found = [1, 2].map((number) => testPhonedInAccount(number, { arrears, autoPay, latestBill: bill, ...lacking }))
  server.replies(searchPhonedInAccounts, {
    result: found.map((account) => ({ status: 'Success' as const, accountId: account.accID, account })),
    asOf: Instant.parse('2026-11-20T22:00:00.000Z'),
  })
  const user = openPortal('/admin-dashboard?view=phoned-in', { ...start, signedIn: { customer: false, admin: true } })
  await user.click(await screen.findByRole('textbox', { name: /^Account number/ }))
  await user.paste(found.map(({ accID }) => accID).join('\n'))
  await user.click(await screen.findByRole('button', { name: phonedInTexts.search }))
  const table = await screen.findByRole('table', { name: phonedInTexts.caption })
  if (!opens) return
  await user.click(within(table).getAllByRole('button', { name: /^Details/ })[0] ?? table)
  await within(await screen.findByRole('dialog')).findByText('Mailing address')
}

async function viewedBill(start: Start, isMissing: boolean) {
  customerServer([testRow()]).replies(viewBill, isMissing ? billOfTotal : testBill())
  writeHint('personId', person.personId)
  openSignedIn(`/view-bill?id=${Date.now()}&user=${person.personId}&bill-id=012345678901`, start)
  await screen.findByRole('article')
}

const noDates = { dueDate: null, latestBill: null }
const noBills = (part: 'billDate' | 'dueDate'): readonly Page[] => [
  { page: 'the notifications', open: notifications, shows: /A new bill is ready.*A bill is due soon/ },
  { page: 'the payment methods', open: paymentMethods, shows: /Set up AutoPay/ },
  {
    page: 'the list of a clerk',
    open: async (start) => await phonedIn(start, false),
    shows: /AutoPay: Off/,
    instead: new RegExp(billingDataTexts.noAutopay),
  },
  {
    page: 'the account',
    open: async (start, isMissing) => await accountInfo(start, isMissing, noDates),
    shows: part === 'billDate' ? /Bill date/ : /Total amount due.*Due date/,
    ...(part === 'dueDate' && { instead: /Amount due now/ }),
  },
]

/** Of every part, the pages that do without it. */
const pages: Readonly<Record<BillingPart, readonly Page[]>> = {
  usage: [
    { page: 'the summary', open: summary, shows: /Usage.*12 months of usage and bills/ },
    { page: 'the account', open: accountInfo, shows: /Usage.*12 months of usage and bills/ },
    { page: 'the menu of an account', open: async (start) => await menu(start), shows: /View Consumption/ },
    { page: 'a bill', open: viewedBill, shows: /Usage history/ },
  ],
  billLines: [{ page: 'a bill', open: viewedBill, shows: /Charges.*Base charge/ }],
  bills: [
    { page: 'the summary', open: summary, shows: /My Bills.*Last bills/ },
    { page: 'the account', open: accountInfo, shows: /My Bills/ },
  ],
  billDate: [
    ...noBills('billDate'),
    { page: 'the menu of an account', open: async (start) => await menu(start), shows: /View Bill/ },
  ],
  dueDate: [
    ...noBills('dueDate'),
    {
      page: 'the summary',
      open: async (start, isMissing) => await summary(start, isMissing, noDates),
      shows: /Due 11\/25\/2026/,
      instead: /Due Now/,
    },
  ],
  ages: [
    {
      page: 'the account, for a clerk',
      open: async (start) => await phonedIn(start, true),
      shows: /Balance by age.*1 to 30 days past due/,
      instead: /Balance(?! by age)/,
    },
  ],
  serviceAddress: [
    {
      page: 'the account, for a clerk',
      open: async (start, isMissing) => await phonedIn(start, true, isMissing ? { serviceLocation: '' } : {}),
      shows: /Service location/,
    },
  ],
  payments: [
    {
      page: 'the payment history',
      open: async (start) => await menu(start, 'Payment History'),
      instead: /Payments made elsewhere appear in your balance/,
    },
    { page: 'the summary', open: summary, instead: /Balances as of 11\/19\/2026/ },
    { page: 'the account', open: accountInfo, instead: /Balances as of 11\/19\/2026/ },
  ],
}

const text = () => (document.body.textContent ?? '').replaceAll(/\s+/g, ' ')

describe.each(billingParts)('data without %s', (part) => {
  test.each(pages[part])('$page does without it', async ({ open, shows, instead }) => {
    await open({ billing: { asOf: CalendarDate.parse('2026-11-19'), lacks: [part] } }, true)
    await vi.waitFor(() => expect(text()).toMatch(instead ?? /./))
    expect(text()).not.toMatch(shows ?? /^$/)
  })

  test.each(pages[part])('$page has it otherwise', async ({ open, shows, instead }) => {
    await open({}, false)
    await vi.waitFor(() => expect(text()).toMatch(shows ?? /./))
    expect(text()).not.toMatch(instead ?? /^$/)
  })
})
