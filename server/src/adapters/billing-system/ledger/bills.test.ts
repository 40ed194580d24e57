import { CalendarDate, instantOf } from '@portal/contract/dates'
import { AccountNumber, BillId, ReceiptNumber } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../../database/connect.ts'
import type { BillSegment } from '../../../database/tables/bill-detail.ts'
import { type TestDatabase, createTestDatabase } from '../../../database/testing/database.ts'
import { type BillingSystem, BillingSystemDown } from '../port.ts'
import { ledgerBilling } from './ledger.ts'
import { addTestBill, addTestTransaction } from './testing/ledger-bills.ts'
import { addTestAccount } from './testing/ledger.ts'

let database: TestDatabase
let billing: BillingSystem
beforeAll(async () => {
  database = await createTestDatabase()
  billing = ledgerBilling(database.db, 'GWA')
})
afterAll(() => database.drop())

const number = (text: string) => AccountNumber.parse(text)
const bill = (text: string) => BillId.parse(text)
const date = (text: string) => CalendarDate.parse(text)

describe('the bills of an account', () => {
  const account = '4821007391'
  beforeAll(async () => {
    for (let month = 1; month <= 9; month += 1) {
      const billDate = `2025-0${month}-28`
      await addTestBill(database.db, { account, billId: `48210073910${month}`, billDate, charges: month * 100 })
    }
    await addTestBill(database.db, { account: '4821007399', billId: '482100739901', billDate: '2025-12-28' })
  })

  test('come newest first, page by page, with their total number', async () => {
    const first = await billing.listBills(number(account), 1, 4)
    expect(first.total).toBe(9)
    expect(first.bills.map(({ billDate, total }) => [billDate, total])).toEqual([
      ['2025-09-28', 900],
      ['2025-08-28', 800],
      ['2025-07-28', 700],
      ['2025-06-28', 600],
    ])
    const last = await billing.listBills(number(account), 3, 4)
    expect(last.bills).toEqual([{ billId: '482100739101', billDate: '2025-01-28', total: 100 }])
    expect(await billing.listBills(number(account), 4, 4)).toEqual({ bills: [], total: 9 })
    expect(await billing.listBills(number('4821007398'), 1, 4)).toEqual({ bills: [], total: 0 })
  })
})

describe('a whole bill', () => {
  const account = '4821007401'
  const segment = (agreementId: string, amounts: number[]): BillSegment => ({
    segmentId: `48210074${agreementId.slice(-4)}`,
    agreementId,
    serviceAddress: '7 Water Lane, Tamuning, GU, 96913',
    startDate: date('2026-01-01'),
    endDate: date('2026-01-29'),
    isEstimated: false,
    isClosing: false,
    charges: [
      {
        description: 'Water',
        rate: 'W-RES',
        cents: cents(amounts.reduce((sum, amount) => sum + amount, 0)),
        lines: amounts.map((amount) => ({ description: 'A line', cents: cents(amount), print: amount > 100 })),
      },
    ],
    reads: [],
  })
  beforeAll(async () => {
    const before = { account, readDate: '2025-12-29', gallons: 4000 }
    await addTestBill(database.db, { ...before, billId: '482100740101', billDate: '2025-12-31' })
    await addTestBill(database.db, {
      account,
      billId: '482100740102',
      billDate: '2026-01-31',
      dueDate: '2026-02-21',
      begin: 5_000,
      payments: -5_000,
      adjustments: -200,
      corrections: -300,
      charges: 4_100,
      readDate: '2026-01-29',
      gallons: 5120,
      segments: [segment('4821007001', [2_500, 600, 50]), segment('4821007002', [950])],
      messages: ['Thank you.'],
    })
    const later = { account, readDate: '2026-02-26', gallons: 9999 }
    await addTestBill(database.db, { ...later, billId: '482100740103', billDate: '2026-02-28' })
    const transaction = { account, type: 'BS', billId: '482100740102', date: '2026-01-31' } as const
    await addTestTransaction(database.db, {
      ...transaction,
      id: '1',
      agreement: '4821007001',
      amount: 3_150,
      payoff: 3_600,
    })
  })

  test('has its head, its segments with all lines, and the usage up to it', async () => {
    const found = await billing.findBill(bill('482100740102'))
    expect(found).toMatchObject({
      billId: '482100740102',
      accountId: account,
      billDate: '2026-01-31',
      dueDate: '2026-02-21',
      begin: 5_000,
      payments: -5_000,
      adjustments: -200,
      corrections: -300,
      currentCharges: 4_100,
      ending: 3_600,
      routing: { name1: 'Cruz, Maria', postal: '96913' },
      messages: ['Thank you.'],
      usage: [
        { readDate: '2025-12-29', gallons: 4000 },
        { readDate: '2026-01-29', gallons: 5120 },
      ],
    })
    expect(found?.segments.map(({ current, payoff }) => ({ current, payoff }))).toEqual([
      { current: 3_150, payoff: 3_600 },
      { current: 950, payoff: 950 },
    ])
    expect(found?.segments[0]?.charges[0]?.lines.map(({ cents: amount, print }) => [amount, print])).toEqual([
      [2_500, true],
      [600, true],
      [50, false],
    ])
  })

  test('shows the newest metered periods, two years and more, but not all', async () => {
    const months = ['2022', '2023', '2024'].flatMap((year) =>
      Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`),
    )
    for (const [gallons, month] of months.entries()) {
      const each = { account, billDate: `${month}-20`, readDate: `${month}-18`, gallons }
      await addTestBill(database.db, { ...each, billId: String(482_100_740_200 + gallons) })
    }
    const usage = (await billing.findBill(bill('482100740102')))?.usage ?? []
    expect(usage).toHaveLength(36)
    expect(usage[0]).toEqual({ readDate: '2022-03-18', gallons: 2 })
    expect(usage.at(-1)).toEqual({ readDate: '2026-01-29', gallons: 5120 })
  })

  test('is null when no bill has that number', async () => {
    expect(await billing.findBill(bill('999999999999'))).toBeNull()
  })
})

describe('the periods of an account', () => {
  test('say what was used and charged, the newest first, even where no meter was read', async () => {
    const account = '4821007501'
    const first = { account, billId: '482100750101', billDate: '2026-01-31', charges: 900 }
    await addTestBill(database.db, { ...first, begin: 5_000, readDate: '2026-01-29', gallons: 700 })
    await addTestBill(database.db, { account, billId: '482100750102', billDate: '2026-02-28', charges: 800 })
    expect(await billing.usage(number(account), 5)).toEqual([
      { billDate: '2026-02-28', readDate: null, gallons: null, charges: 800 },
      { billDate: '2026-01-31', readDate: '2026-01-29', gallons: 700, charges: 900 },
    ])
    expect(await billing.usage(number(account), 1)).toHaveLength(1)
  })
})

describe('the payments of an account', () => {
  const account = '4821007601'
  beforeAll(async () => {
    await addTestAccount(database.db, { account, balance: 9_000 })
    const add = addTestTransaction.bind(null, database.db)
    // One payment on two agreements and its cancellation. The charge and the late fee are not payments.
    await add({ id: '11', account, type: 'PS', amount: -4_000, date: '2025-10-10', parent: 'P1', agreement: '1' })
    await add({ id: '12', account, type: 'PS', amount: -1_000, date: '2025-10-10', parent: 'P1', agreement: '2' })
    await add({ id: '13', account, type: 'PX', amount: 5_000, date: '2025-10-20', parent: 'P1' })
    await add({ id: '14', account, type: 'BS', amount: 5_000, date: '2025-10-31' })
    await add({ id: '15', account, type: 'AD', amount: 500, date: '2025-11-01' })
    await add({ id: '16', account, type: 'PS', amount: -700, date: '2025-11-05', parent: 'P2', receipt: 'W-76' })
    for (const [receipt, payDate] of [
      ['W-76', '2025-11-05'],
      ['W-77', '2026-01-05'],
    ] as const) {
      await billing.recordPayment({
        receipt: ReceiptNumber.parse(receipt),
        accountId: number(account),
        amount: cents(700),
        source: 'CCV',
        method: 'PG001',
        authorization: 'ET1',
        paidAt: instantOf(Date.UTC(2026, 0, 5)),
        payDate: date(payDate),
      })
    }
  })

  test('are those of every channel, including the portal, each once, the newest first', async () => {
    expect(await billing.payments(number(account), 10)).toEqual([
      { date: '2026-01-05', type: 'PS', amount: -700, receipt: 'W-77' },
      { date: '2025-11-05', type: 'PS', amount: -700, receipt: 'W-76' },
      { date: '2025-10-20', type: 'PX', amount: 5_000, receipt: null },
      { date: '2025-10-10', type: 'PS', amount: -5_000, receipt: null },
    ])
  })

  test('are limited to the requested number', async () => {
    expect(await billing.payments(number(account), 2)).toHaveLength(2)
  })
})

test('payments made otherwise are told with what was canceled of them, and those of the portal are not', async () => {
  const account = '4821007602'
  await addTestAccount(database.db, { account, balance: 9_000 })
  const add = addTestTransaction.bind(null, database.db)
  await add({ id: '21', account, type: 'PS', amount: -4_000, date: '2025-10-10', parent: 'P3', agreement: '1' })
  await add({ id: '22', account, type: 'PS', amount: -1_000, date: '2025-10-10', parent: 'P3', agreement: '2' })
  await add({ id: '23', account, type: 'PS', amount: -700, date: '2025-11-05', parent: 'P4', receipt: 'W-78' })
  await add({ id: '24', account, type: 'PX', amount: 300, date: '2025-10-12', parent: 'P5' })
  await add({ id: '25', account, type: 'PS', amount: -300, date: '2025-10-01', parent: 'P5' })
  const from = (since: string) => billing.paidOtherwise([number(account)], date(since))
  expect(await from('2025-10-10')).toEqual([
    { payment: 'P3', accountId: account, paidOn: '2025-10-10', amount: 5_000, canceled: null },
    {
      payment: 'P5',
      accountId: account,
      paidOn: '2025-10-12',
      amount: 0,
      canceled: { on: '2025-10-12', amount: 300 },
    },
  ])
  expect(await from('2025-10-13')).toEqual([])
})

describe('when PostgreSQL cannot be reached', () => {
  test('every method throws that the billing system is down', async () => {
    const unreachable = connect('postgres://nobody@127.0.0.1:1/none')
    const away = ledgerBilling(unreachable.db, 'GWA')
    const account = number('4821007391')
    for (const ask of [
      () => away.balances([account]),
      () => away.findAccounts([account]),
      () => away.listBills(account, 1, 1),
      () => away.findBill(bill('482100739101')),
      () => away.usage(account, 1),
      () => away.payments(account, 1),
    ])
      await expect(ask()).rejects.toThrow(BillingSystemDown)
    await unreachable.close()
  })
})
