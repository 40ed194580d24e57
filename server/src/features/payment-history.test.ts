import { CalendarDate, epochOf, Instant } from '@portal/contract/dates'
import { AccountNumber, ReceiptNumber } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { type PaymentHistoryItem, readPaymentHistory, transactionText } from '@portal/contract/payment-history'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestTransaction } from '../adapters/billing-system/ledger/testing/ledger-bills.ts'
import { addTestAccount } from '../adapters/billing-system/ledger/testing/ledger.ts'
import type { PaymentMade } from '../adapters/billing-system/port-bills.ts'
import { BillingSystemDown } from '../adapters/billing-system/port.ts'
import { emptyTables } from '../database/testing/empty-tables.ts'
import { absentDatabase } from '../database/testing/failing-transactions.ts'
import { type TestApp, testApp } from '../http/testing/app.ts'
import { takePayment } from '../payments/charge/take-payment.ts'
import { type EngineWorld, charged, engineWorld, intentFor, testCard } from '../payments/testing/engine-world.ts'
import { readPaymentHistory as read } from './payment-history.ts'

const account = '4821007391'
const unpaid = '4821007392'

let portal: TestApp
beforeAll(async () => {
  portal = await testApp()
  const { db } = portal.database
  await addTestAccount(db, { account })
  await addTestAccount(db, { account: unpaid })
  for (let nth = 1; nth <= 20; nth += 1) {
    const date = `2025-${String(Math.ceil(nth / 2)).padStart(2, '0')}-${nth % 2 ? '05' : '20'}`
    const kind = nth === 20 ? ({ type: 'PX', amount: 500 } as const) : ({ type: 'PS', amount: -nth * 100 } as const)
    await addTestTransaction(db, { ...kind, id: String(nth), account, date })
  }
})
afterAll(() => portal.close())

async function history(accountId: string) {
  const maria = await portal.customer({ person: account, accounts: [account, unpaid] })
  return await maria.post('/api/v1/payment-history', { accountId })
}

test('the newest eighteen payments come first, a cancellation as an adjustment (C§3, C§9)', async () => {
  const { result } = readPaymentHistory.reply.parse((await history(account)).json())
  expect(result).toHaveLength(18)
  expect(result[0]).toEqual({
    ArrearsDate: '2025-10-20',
    Parent: account,
    TotalAmount: '5.00',
    FinancialTransactionType: 'PX',
    receiptNumber: null,
  })
  expect(result[1]).toMatchObject({ ArrearsDate: '2025-10-05', TotalAmount: '-19.00', FinancialTransactionType: 'PS' })
  expect(result.map(({ ArrearsDate }) => ArrearsDate)).toEqual(
    result
      .map(({ ArrearsDate }) => ArrearsDate)
      .toSorted()
      .toReversed(),
  )
})

test.each([
  ['PS', 'Payment'],
  ['PX', 'Payment Adjustment'],
  ['AD', 'Payment Adjustment'],
])('%s is read as %s', (type, text) => {
  expect(transactionText(type)).toBe(text)
})

describe('payments that the billing system has not recorded yet', () => {
  const number = AccountNumber.parse(account)
  const recorded = (nth: number): PaymentMade => ({
    date: CalendarDate.parse('2026-05-30'),
    type: 'PS',
    amount: cents(-1_000),
    receipt: ReceiptNumber.parse(`W-${nth}`),
  })

  let world: EngineWorld
  beforeEach(async () => {
    await emptyTables(portal.database.db, ['checkout', 'account_hold'])
    world = engineWorld(portal.database.db)
  })

  /** A charge of $42.50 with this transaction tag, some milliseconds after the one before. */
  async function charge(tag: number, later = 0): Promise<void> {
    world.clock.pass(later)
    world.gateway.answer = async () => charged(String(tag))
    await takePayment(world.engine, intentFor(world.engine, [account]), testCard, null)
  }

  async function historyOf(inBooks: () => PaymentMade[]): Promise<PaymentHistoryItem[]> {
    const maria = await portal.customer({ person: account, accounts: [account] })
    const { billing } = portal.deps
    portal.deps.billing = { ...billing, payments: async () => inBooks() }
    try {
      return readPaymentHistory.reply.parse(
        (await maria.post('/api/v1/payment-history', { accountId: account })).json(),
      ).result
    } finally {
      portal.deps.billing = billing
    }
  }

  test('come before the others, the newest first, on their day in Guam', async () => {
    const tillMidnight = epochOf(Instant.parse('2026-06-01T14:00:00.000Z')) - epochOf(world.clock.now())
    await charge(2, tillMidnight - 1)
    await charge(3, 1)
    const listed = await historyOf(() => [recorded(1)])
    expect(listed.map((each) => [each.receiptNumber, each.ArrearsDate])).toEqual([
      ['W-3', '2026-06-02'],
      ['W-2', '2026-06-01'],
      ['W-1', '2026-05-30'],
    ])
  })

  test('are listed as payments of the amount charged', async () => {
    await charge(2)
    expect(await historyOf(() => [])).toEqual([
      {
        ArrearsDate: '2026-06-01',
        Parent: number,
        TotalAmount: '-42.50',
        FinancialTransactionType: 'PS',
        receiptNumber: 'W-2',
      },
    ])
  })

  test('are listed once when they are recorded meanwhile', async () => {
    await charge(1)
    expect(await historyOf(() => [recorded(1)])).toMatchObject([{ ArrearsDate: '2026-05-30', TotalAmount: '-10.00' }])
  })

  test('are read first: one that is recorded between the two reads is found by both', async () => {
    await charge(1)
    let areBooksRead = false
    const db = absentDatabase(portal.database.db, () => areBooksRead)
    const payments = async () => {
      areBooksRead = true
      return [recorded(1)]
    }
    const caller = await portal.database.db
      .selectFrom('session_account')
      .select('session_id as id')
      .executeTakeFirstOrThrow()
    const deps = { ...portal.deps, db, billing: { ...portal.deps.billing, payments } }
    expect(await read(deps, caller, number)).toMatchObject([{ receiptNumber: 'W-1' }])
  })

  test('push the oldest one out of the eighteen', async () => {
    await charge(9)
    const listed = await historyOf(() => Array.from({ length: 18 }, (_, nth) => recorded(nth + 10)))
    expect(listed.map(({ receiptNumber }) => receiptNumber)).toEqual(
      Array.from({ length: 18 }, (_, nth) => `W-${nth + 9}`),
    )
  })
})

test('an account without payments has an empty history', async () => {
  expect((await history(unpaid)).json()).toEqual({ result: [] })
})

test('while the billing system is down, the reply asks to try later', async () => {
  const { billing } = portal.deps
  portal.deps.billing = {
    ...billing,
    payments: async () => {
      throw new BillingSystemDown('no answer from 10.0.0.7')
    },
  }
  const reply = await history(account)
  portal.deps.billing = billing
  expect(reply.statusCode).toBe(502)
  expect(reply.body).not.toContain('10.0.0.7')
})
