import { CalendarDate, Instant } from '@portal/contract/dates'
import { AccountNumber, ReceiptNumber } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { readPaymentHistory } from '@portal/contract/payment-history'
import { transactionText } from '@portal/contract/payment-history-texts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PaymentMade } from '../../adapters/billing-system/port-bills.ts'
import { BillingSystemDown } from '../../adapters/billing-system/port.ts'
import { addTestTransaction } from '../../adapters/billing-system/testing/ledger-bills.ts'
import { addTestAccount } from '../../adapters/billing-system/testing/ledger.ts'
import { type TestApp, testApp } from '../../http/testing/app.ts'
import { readPaymentHistory as read } from './read-payment-history.ts'

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

describe('payments that the billing system may not have recorded yet', () => {
  const number = AccountNumber.parse(account)
  const receipt = (nth: number) => ReceiptNumber.parse(`W-${nth}`)
  const recorded = (nth: number): PaymentMade => ({
    date: CalendarDate.parse('2026-02-08'),
    type: 'PS',
    amount: cents(-1_000),
    receipt: receipt(nth),
  })
  const charged = (nth: number, chargedAt: string) => ({
    receipt: receipt(nth),
    amount: cents(2_500),
    chargedAt: Instant.parse(chargedAt),
  })

  beforeAll(() => portal.customer({ person: account, accounts: [account] }))

  async function historyOf(inBooks: PaymentMade[], unposted: ReturnType<typeof charged>[]) {
    return await historyRead({ inBooks: async () => inBooks, unposted: async () => unposted })
  }

  /** The history as it results from what the two reads find. */
  async function historyRead(reads: {
    inBooks: () => Promise<PaymentMade[]>
    unposted: () => Promise<ReturnType<typeof charged>[]>
  }) {
    const billing = { ...portal.deps.billing, payments: reads.inBooks }
    const none = { isBeingPaid: false, alreadyPaid: { Visa: cents(0), Discover: cents(0) }, newestPaid: 0 }
    const readPortalPayments = async () => new Map([[number, { ...none, unposted: await reads.unposted() }]])
    const caller = await portal.database.db
      .selectFrom('session_account')
      .select('session_id as id')
      .where('account_id', '=', number)
      .executeTakeFirstOrThrow()
    return await read({ ...portal.deps, billing }, readPortalPayments, caller, number)
  }

  test('come before the others, the newest first, on their day in Guam', async () => {
    const unposted = [charged(2, '2026-02-09T13:59:59.999Z'), charged(3, '2026-02-09T14:00:00.000Z')]
    const told = (await historyOf([recorded(1)], unposted)).map((each) => [each.receiptNumber, each.ArrearsDate])
    expect(told).toEqual([
      ['W-3', '2026-02-10'],
      ['W-2', '2026-02-09'],
      ['W-1', '2026-02-08'],
    ])
  })

  test('are listed as payments of the amount charged', async () => {
    expect(await historyOf([], [charged(2, '2026-02-09T03:00:00.000Z')])).toEqual([
      {
        ArrearsDate: '2026-02-09',
        Parent: account,
        TotalAmount: '-25.00',
        FinancialTransactionType: 'PS',
        receiptNumber: 'W-2',
      },
    ])
  })

  test('are listed once when they have been recorded meanwhile', async () => {
    const told = await historyOf([recorded(1)], [charged(1, '2026-02-09T03:00:00.000Z')])
    expect(told).toMatchObject([{ ArrearsDate: '2026-02-08', TotalAmount: '-10.00' }])
  })

  test('are listed once when they are recorded between the two reads', async () => {
    let isRecorded = false
    const thenRecorded = <Found>(found: Found): Found => {
      isRecorded = true
      return found
    }
    const told = await historyRead({
      inBooks: async () => thenRecorded(isRecorded ? [recorded(1)] : []),
      unposted: async () => thenRecorded(isRecorded ? [] : [charged(1, '2026-02-08T03:00:00.000Z')]),
    })
    expect(told.map(({ receiptNumber }) => receiptNumber)).toEqual(['W-1'])
  })

  test('push the oldest one out of the eighteen', async () => {
    const inBooks = Array.from({ length: 18 }, (_, nth) => recorded(nth + 10))
    const told = await historyOf(inBooks, [charged(9, '2026-02-09T03:00:00.000Z')])
    expect(told.map(({ receiptNumber }) => receiptNumber)).toEqual(
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
