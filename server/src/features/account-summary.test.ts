import { AccountSummary } from '@portal/contract/account-summary'
import { Instant } from '@portal/contract/dates'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ledgerBilling } from '../adapters/billing-system/ledger/ledger.ts'
import { addTestAccount } from '../adapters/billing-system/ledger/testing/ledger.ts'
import { BillingSystemDown } from '../adapters/billing-system/port.ts'
import { type TestApp, type TestBrowser, testApp } from '../http/testing/app.ts'
import { testClock } from '../testing/clock.ts'

const path = '/api/v1/account-summary'
const clock = testClock(Instant.parse('2026-02-10T01:00:00.000Z'))
const person = '4000000000'
const accounts = Array.from({ length: 47 }, (_, index) => String(4_000_000_000 + index))

let portal: TestApp
/** The calls to the billing system, and whether it answers. */
const asked: number[] = []
let isDown = false
beforeAll(async () => {
  portal = await testApp({ clock })
  const ledger = ledgerBilling(portal.database.db, 'GWA')
  portal.deps.billing = {
    ...ledger,
    async balances(numbers) {
      asked.push(numbers.length)
      if (isDown) throw new BillingSystemDown('no answer from 10.0.0.7')
      return await ledger.balances(numbers)
    },
  }
  for (const account of accounts) await addTestAccount(portal.database.db, { account, balance: 1_000 })
})
afterAll(() => portal.close())

async function page(browser: TestBrowser, after?: string | null): Promise<AccountSummary> {
  return AccountSummary.parse((await browser.post(path, after ? { after } : {})).json())
}

describe('a page of accounts (C§1, C§2.5, C§9)', () => {
  test.each([
    { has: 0, pages: [0] },
    { has: 1, pages: [1] },
    { has: 5, pages: [5] },
    { has: 6, pages: [6] },
    { has: 7, pages: [6, 1] },
    { has: 26, pages: [6, 20] },
    { has: 47, pages: [6, 20, 20, 1] },
  ])('a customer with $has accounts gets them in pages of $pages', async ({ has, pages }) => {
    const own = accounts.slice(0, has)
    const browser = await portal.customer({ person, accounts: own.toReversed() })
    const got: AccountSummary[] = []
    asked.length = 0
    for (let next: string | null | undefined; next !== null; next = got.at(-1)?.next ?? null)
      got.push(await page(browser, next))
    expect(got.map((each) => each.accounts.length)).toEqual(pages)
    expect(got.flatMap((each) => each.accounts.map((row) => row.accID))).toEqual(own)
    expect(got.every((each) => each.total === has)).toBe(true)
    // One call for each page, however many accounts are on it.
    expect(asked).toEqual(pages.filter((size) => size > 0))
  })

  test('starts after an account, the caller’s or not, and reveals nothing about one that is not', async () => {
    const browser = await portal.customer({ person, accounts: accounts.slice(0, 3) })
    const rest = await page(browser, accounts[1])
    expect(rest.accounts.map((row) => row.accID)).toEqual([accounts[2]])
    expect((await page(browser, '9999999999')).accounts).toEqual([])
    expect((await browser.post(path, { after: "' or true --" })).statusCode).toBe(400)
  })
})

test('a row has the fields of C§3, in cents, and says Due Now when there are arrears', async () => {
  const account = '4100000001'
  await addTestAccount(portal.database.db, { account, balance: 9_000, arrears: 4_000, customerClass: 'COM' })
  const browser = await portal.customer({ person: account, accounts: [account] })
  const { accounts: rows, asOf } = await page(browser)
  expect(asOf).toBe(clock.now())
  expect(rows).toEqual([
    {
      isComplete: true,
      accID: account,
      className: 'COM',
      serviceLocation: '7 Water Lane Unit 2, Tamuning, GU, 96913',
      amount: 9_000,
      dueDate: '2026-02-20',
      isDueDateRed: true,
      arrearsTotal: 4_000,
      isActive: true,
      cashOnlyFlag: 'N',
      isBeingPaid: false,
      pendingPayment: null,
      isBankBlocked: false,
      latestBill: { billId: '410000000101', billDate: '2026-01-31', total: 9_000 },
      arrears: [
        { label: 'Current charges', amount: 5_000 },
        { label: '1 to 30 days past due', amount: 4_000 },
        { label: '31 to 60 days past due', amount: 0 },
        { label: '61 to 90 days past due', amount: 0 },
        { label: 'Over 90 days past due', amount: 0 },
      ],
      alreadyPaid: { Visa: 0, Discover: 0 },
    },
  ])
})

describe('accounts of other kinds', () => {
  test.each([
    ['cash only', '4100000011', { isCashOnly: true }, { cashOnlyFlag: 'Y' }],
    ['closed', '4100000012', { status: '60' }, { isActive: false }],
    ['past its due date', '4100000013', { balance: 900, dueDate: '2026-02-09' }, { isDueDateRed: true }],
    ['past its due date and paid', '4100000014', { dueDate: '2026-01-20' }, { isDueDateRed: false }],
    ['in credit', '4100000015', { balance: -1_250 }, { amount: -1_250, isDueDateRed: false }],
    ['never billed', '4100000016', { dueDate: null }, { amount: 0, dueDate: null, latestBill: null }],
  ])('%s', async (_, account, given, shown) => {
    await addTestAccount(portal.database.db, { account, ...given })
    const browser = await portal.customer({ person: account, accounts: [account] })
    expect((await page(browser)).accounts).toMatchObject([{ isComplete: true, ...shown }])
  })
})

describe('given the billing system does not answer', () => {
  test('then the accounts are still listed, marked as incomplete, without internals', async () => {
    const browser = await portal.customer({ person, accounts: accounts.slice(0, 2) })
    isDown = true
    const reply = await browser.post(path, {})
    isDown = false
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({
      accounts: accounts.slice(0, 2).map((accID) => ({ isComplete: false, accID, isBeingPaid: false })),
      total: 2,
      next: null,
      asOf: clock.now(),
    })
    expect(reply.body).not.toContain('10.0.0.7')
  })

  test('and does not know one account, then only that one is incomplete', async () => {
    const browser = await portal.customer({ person, accounts: [accounts[0] ?? '', '4999999999'] })
    const { accounts: rows } = await page(browser)
    expect(rows.map((row) => [row.accID, row.isComplete])).toEqual([
      [accounts[0], true],
      ['4999999999', false],
    ])
  })
})
