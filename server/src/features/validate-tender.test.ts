import { tenderTexts } from '@portal/contract/pay-now'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTestAccount } from '../adapters/billing-system/ledger/testing/ledger.ts'
import { type TestApp, testApp } from '../http/testing/app.ts'

const account = '4821007391'
const cashOnly = '4821007392'
const gone = '4821007393'

let portal: TestApp
beforeAll(async () => {
  portal = await testApp()
  await addTestAccount(portal.database.db, { account })
  await addTestAccount(portal.database.db, { account: cashOnly, isCashOnly: true })
})
afterAll(() => portal.close())

test.each([
  { accountId: account, tenderType: 'CCV', result: { status: 'Success', cashOnlyFlag: 'N' } },
  { accountId: account, tenderType: 'CCD', result: { status: 'Success', cashOnlyFlag: 'N' } },
  { accountId: cashOnly, tenderType: 'CCM', result: { status: 'Success', cashOnlyFlag: 'Y' } },
  { accountId: account, tenderType: 'CHEC', result: { status: 'Failed', description: tenderTexts.unknownType } },
  { accountId: gone, tenderType: 'CCV', result: { status: 'Failed', description: tenderTexts.unknownAccount } },
])('paying $accountId by $tenderType: $result (R11)', async ({ accountId, tenderType, result }) => {
  const maria = await portal.customer({ person: account, accounts: [account, cashOnly, gone] })
  expect((await maria.post('/api/v1/validate', { accountId, tenderType })).json()).toEqual({ result })
})

test('the tender type of bank accounts is known where they pay, and only there', async () => {
  const maria = await portal.customer({ person: account, accounts: [account, cashOnly] })
  const ask = async (accountId = account) =>
    (await maria.post('/api/v1/validate', { accountId, tenderType: 'ACH' })).json<object>()
  expect(await ask()).toEqual({ result: { status: 'Failed', description: tenderTexts.unknownType } })
  Object.assign(portal.deps.profile, { bankPayments: { credit: 'submission', sourceCode: 'ACH' } })
  Object.assign(portal.deps.paymentGateway, { bankAccounts: {} })
  const known = [await ask(), await ask(cashOnly)]
  Object.assign(portal.deps.profile, { bankPayments: null })
  Object.assign(portal.deps.paymentGateway, { bankAccounts: undefined })
  expect(known).toEqual([
    { result: { status: 'Success', cashOnlyFlag: 'N' } },
    { result: { status: 'Success', cashOnlyFlag: 'Y' } },
  ])
})

test('a guest may ask about the account that was found by its zip code, and about no other', async () => {
  const guest = portal.guest()
  const humanCheck = await guest.solve('account')
  await guest.post('/api/v1/validate-account', { accountId: cashOnly, division: 'GWA', postal: '96913', humanCheck })
  const ask = (accountId: string) => guest.post('/api/v1/validate', { accountId, tenderType: 'CCV' })
  expect((await ask(cashOnly)).json()).toEqual({ result: { status: 'Success', cashOnlyFlag: 'Y' } })
  expect((await ask(account)).statusCode).toBe(403)
})
