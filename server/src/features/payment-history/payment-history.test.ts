import { readPaymentHistory } from '@portal/contract/payment-history'
import { transactionText } from '@portal/contract/payment-history-texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BillingSystemDown } from '../../adapters/billing-system/port.ts'
import { addTestTransaction } from '../../adapters/billing-system/testing/ledger-bills.ts'
import { addTestAccount } from '../../adapters/billing-system/testing/ledger.ts'
import { type TestApp, testApp } from '../../http/testing/app.ts'

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

test('an account without payments has none', async () => {
  expect((await history(unpaid)).json()).toEqual({ result: [] })
})

test('while the billing system is down the history is asked for again later', async () => {
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
