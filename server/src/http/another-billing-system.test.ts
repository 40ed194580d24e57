import { randomUUID } from 'node:crypto'
import { AccountSummary } from '@portal/contract/account-summary'
import { listBills } from '@portal/contract/bills'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallBilling } from '../adapters/billing-system/testing/small-billing.ts'
import { chargingGateway } from '../adapters/payment-gateway/testing/test-gateway.ts'
import { signIn } from '../features/sign-in/testing/signing.ts'
import { charged, testCard } from '../payments/testing/engine-world.ts'
import { enrolCustomer } from '../testing/people.ts'
import { type TestApp, testApp } from './testing/app.ts'

const { billing, account, person } = smallBilling()
let portal: TestApp
beforeAll(async () => {
  portal = await testApp({ billing, gateway: chargingGateway(async () => charged('4711')) })
})
afterAll(() => portal.close())

test('a customer logs in, sees the bills and pays although the ledger is empty', async () => {
  const rosa = portal.guest()
  const login = await signIn(rosa, await enrolCustomer(portal.deps, { person }))
  expect(login.json().result).toMatchObject({ loginSuccessful: true, premiseData: [{ accountId: account }] })

  const bills = await rosa.post(listBills.path, { accountId: account, page: 1, size: 10 })
  expect(bills.json()).toMatchObject({ total: 1, result: [{ billID: '900000000001', totalAmount: '80.53' }] })

  const key = randomUUID()
  const paid = await rosa.post(
    '/api/v1/checkout',
    {
      accounts: [{ accountId: account, amount: 8_053 }],
      card: testCard,
      humanCheck: await rosa.solve('checkout', key),
    },
    { 'idempotency-key': key },
  )
  expect(paid.json()).toMatchObject({ outcome: 'approved', receiptNumber: 'W-4711' })
  const { accounts } = AccountSummary.parse((await rosa.post('/api/v1/account-summary', {})).json())
  expect(accounts).toMatchObject([{ accID: account, amount: 0 }])
})
