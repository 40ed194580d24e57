import { latestBillTexts, listBills, readConsumption, readLatestBill } from '@portal/contract/bills'
import { Instant } from '@portal/contract/dates'
import { commonProblems } from '@portal/contract/problem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addTestBill } from '../adapters/billing-system/ledger/testing/ledger-bills.ts'
import { addTestAccount } from '../adapters/billing-system/ledger/testing/ledger.ts'
import { BillingSystemDown } from '../adapters/billing-system/port.ts'
import { type TestApp, type TestBrowser, testApp } from '../http/testing/app.ts'
import { testClock } from '../testing/clock.ts'

const account = '4821007391'
const company = '4821007392'
const neverBilled = '4821007393'
const gone = '4821007394'

let portal: TestApp
let maria: TestBrowser
beforeAll(async () => {
  portal = await testApp({ clock: testClock(Instant.parse('2026-02-10T01:00:00.000Z')) })
  const { db } = portal.database
  await addTestAccount(db, { account, balance: 9_000, arrears: 4_000, fullName: 'Cruz, Maria Luisa' })
  await addTestAccount(db, { account: company, balance: -250, fullName: 'Island Hotels, Inc.', email: null })
  await portal.database.pool.query(`update cis.person set person_or_business = 'B' where person_id = $1`, [company])
  await addTestAccount(db, { account: neverBilled, dueDate: null })
  maria = await portal.customer({ person: account, accounts: [account, company, neverBilled, gone] })
})
afterAll(() => portal.close())

describe('the latest bill (A§3, C§7)', () => {
  const latest = async (accountId: string, more: object = {}) =>
    readLatestBill.reply.parse((await maria.post('/api/v1/user-latest-bill', { accountId, ...more })).json()).result

  test('has its dates, what is owed, the name in two parts and the arrears by age', async () => {
    expect(await latest(account)).toMatchObject({
      status: 'Success',
      date: { billDate: '2026-01-31', dueDate: '2026-02-20' },
      billDate: '2026-01-31',
      dueDate: '2026-02-20',
      amount: '90.00',
      totalAmount: '90.00',
      firstName: 'Maria Luisa',
      lastName: 'Cruz',
      email: 'maria@example.com',
      arrears: {
        details: {
          AccountID: account,
          PremiseInfo: '7 Water Lane Unit 2, Tamuning, GU, 96913',
          CurrentBalance: '90.00',
          Name: 'Maria Luisa Cruz',
        },
        arrears: [
          { Label: 'Current charges', ArrearsAmount: '50.00' },
          { Label: '1 to 30 days past due', ArrearsAmount: '40.00' },
          { Label: '31 to 60 days past due', ArrearsAmount: '0.00' },
          { Label: '61 to 90 days past due', ArrearsAmount: '0.00' },
          { Label: 'Over 90 days past due', ArrearsAmount: '0.00' },
        ],
      },
      account: { accID: account, amount: 9_000 },
    })
  })

  test('of a company has no first name, and a credit is negative', async () => {
    const shown = { firstName: '', lastName: 'Island Hotels, Inc.', email: '', amount: '-2.50' }
    expect(await latest(company)).toMatchObject({ status: 'Success', ...shown })
  })

  test('of an account that was never billed has no dates', async () => {
    const shown = { date: { billDate: null, dueDate: null }, totalAmount: '0.00', amount: '0.00' }
    expect(await latest(neverBilled)).toMatchObject({ status: 'Success', ...shown })
  })

  test.each(['', 'abc', '48210O7391', '4821 007391', '48210073911', "1' or true --"])(
    'of %j, which is no account number, is not looked up',
    async (text) => {
      expect(await latest(text)).toEqual({ status: 'Failed', description: latestBillTexts.notNumeric })
    },
  )

  test.each([
    ['the billing system does not know', gone, {}],
    ['is of another division', account, { division: 'XYZ' }],
  ])('of an account that %s has failed, with a description', async (_, accountId, more) => {
    expect(await latest(accountId, more)).toEqual({ status: 'Failed', description: latestBillTexts.unknown })
  })

  test('while the billing system is down is asked for again later', async () => {
    const { billing } = portal.deps
    const down = async (): Promise<never> => {
      throw new BillingSystemDown('no answer from 10.0.0.7')
    }
    portal.deps.billing = { ...billing, balances: down, findAccount: down, listBills: down, usage: down }
    const replies = await Promise.all(
      ['user-latest-bill', 'my-bills-list', 'user-consumption-chart'].map((name) =>
        maria.post(`/api/v1/${name}`, { accountId: account }),
      ),
    )
    portal.deps.billing = billing
    for (const reply of replies) {
      expect(reply.statusCode).toBe(502)
      expect(reply.json().title).toBe(commonProblems['partner-down'].title)
      expect(reply.body).not.toContain('10.0.0.7')
    }
  })
})

describe('My Bills (C§2.5)', () => {
  const many = '4821007395'
  let owner: TestBrowser
  beforeAll(async () => {
    for (let nth = 1; nth <= 25; nth += 1) {
      const billDate = `${nth <= 12 ? 2024 : 2025}-${String(((nth - 1) % 12) + 1).padStart(2, '0')}-${nth <= 24 ? 15 : 20}`
      await addTestBill(portal.database.db, {
        account: many,
        billId: String(482_100_739_500 + nth),
        billDate,
        charges: nth,
      })
    }
    owner = await portal.customer({ person: many, accounts: [many] })
  })
  const list = async (more: object = {}) =>
    listBills.reply.parse((await owner.post('/api/v1/my-bills-list', { accountId: many, ...more })).json())

  test('come newest first, a page at a time, with their total number', async () => {
    const first = await list({ page: 1, size: 2 })
    expect(first).toEqual({
      result: [
        { billID: '482100739524', billDate: '2025-12-15', totalAmount: '0.24' },
        { billID: '482100739523', billDate: '2025-11-15', totalAmount: '0.23' },
      ],
      total: 25,
    })
    expect((await list({ page: 13, size: 2 })).result).toHaveLength(1)
    expect(await list({ page: 14, size: 2 })).toEqual({ result: [], total: 25 })
  })

  test('come all at once, up to a hundred, when a client asks for no page', async () => {
    expect((await list()).result).toHaveLength(25)
  })

  test.each([{ page: 0 }, { page: 1.5 }, { size: 0 }, { size: 101 }, { page: 10_001 }])(
    'are not paged by %j',
    async (page) => {
      expect((await owner.post('/api/v1/my-bills-list', { accountId: many, ...page })).statusCode).toBe(400)
    },
  )

  test('are an empty list for an account without bills', async () => {
    const reply = await maria.post('/api/v1/my-bills-list', { accountId: neverBilled })
    expect(reply.json()).toEqual({ result: [], total: 0 })
  })
})

describe('the consumption chart (A§3, C§7)', () => {
  const chart = async (browser: TestBrowser, accountId: string) =>
    readConsumption.reply.parse((await browser.post('/api/v1/user-consumption-chart', { accountId })).json())
  const used = '4821007396'
  let owner: TestBrowser
  beforeAll(async () => {
    const add = addTestBill.bind(null, portal.database.db)
    const bill = (nth: number) => ({ account: used, billId: String(482_100_739_600 + nth) })
    for (let month = 1; month <= 12; month += 1) {
      const two = String(month).padStart(2, '0')
      const dates = { billDate: `2025-${two}-05`, readDate: `2025-${two}-03` }
      await add({ ...bill(month), ...dates, begin: 100_000, charges: 1_000 + month, gallons: month * 100 })
    }
    // A final bill in the same month as the one before, a bill without a read, and one of the month in which it was
    // read.
    await add({ ...bill(13), billDate: '2025-12-30', readDate: '2025-12-28', charges: 500, gallons: 50 })
    await add({ ...bill(14), billDate: '2026-01-05', charges: 300 })
    await add({ ...bill(15), billDate: '2026-03-02', readDate: '2026-02-28', charges: -120, gallons: 0 })
    owner = await portal.customer({ person: used, accounts: [used] })
  })

  test('shows the last twelve billed months and the year before, by the month the period ended in', async () => {
    expect(await chart(owner, used)).toEqual({
      isHaveConsumptionChart: true,
      months: [3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
        .map((month) => `${String(month).padStart(2, '0')}/2025`)
        .concat(['01/2026', '02/2026']),
      totalWater: [300, 400, 500, 600, 700, 800, 900, 1_000, 1_100, 1_250, null, 0],
      amounts: [
        '10.03',
        '10.04',
        '10.05',
        '10.06',
        '10.07',
        '10.08',
        '10.09',
        '10.10',
        '10.11',
        '15.12',
        '3.00',
        '-1.20',
      ],
      totalWaterYearBefore: [null, null, null, null, null, null, null, null, null, null, 100, 200],
      amountsYearBefore: [null, null, null, null, null, null, null, null, null, null, '10.01', '10.02'],
    })
  })

  test('is empty when nothing was ever billed', async () => {
    const nothing = {
      isHaveConsumptionChart: false,
      months: [],
      totalWater: [],
      amounts: [],
      totalWaterYearBefore: [],
      amountsYearBefore: [],
    }
    expect(await chart(maria, neverBilled)).toEqual(nothing)
  })
})
