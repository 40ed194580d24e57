import { randomUUID } from 'node:crypto'
import { Instant } from '@portal/contract/dates'
import type { LookedUpAccount } from '@portal/contract/phoned-in'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTestAccount } from './adapters/billing-system/ledger/testing/ledger.ts'
import { chargingGateway } from './adapters/payment-gateway/testing/test-gateway.ts'
import { limits } from './foundation/rate-limits/limits.ts'
import { type TestApp, type TestBrowser, testApp } from './http/testing/app.ts'
import { charged, testCard } from './payments/testing/engine-world.ts'
import { testClock } from './testing/clock.ts'
import { defaultProfile } from './testing/profile.ts'

const accountShape = { pattern: String.raw`\d{3}-\d{4}-\d{2}`, example: '101-0101-01', padTo: 9, shownAtEnd: 7 }
const account = '101-0101-01'
const another = '020-0345-02'
const clock = testClock(Instant.parse('2026-02-10T01:00:00.000Z'))

let portal: TestApp
let guest: TestBrowser
beforeAll(async () => {
  const gateway = chargingGateway(async () => charged('4711'))
  portal = await testApp({ clock, gateway, profile: { ...defaultProfile, accountShape } })
  for (const [index, number] of [account, another].entries()) {
    const person = { id: `000000000${index}` }
    await addTestAccount(portal.database.db, { account: number, person, balance: 8_053 })
  }
  guest = portal.guest()
})
afterAll(() => portal.close())

async function find(accountId: string, postal = '96913') {
  const humanCheck = await guest.solve('account')
  return await guest.post('/api/v1/validate-account', { accountId, division: 'GWA', postal, humanCheck })
}

test.each(['101-0101-01', '101010101', ' 101 0101 01 ', '101.0101.01'])(
  'given a utility that prints 101-0101-01, then a guest who types %j finds it',
  async (typed) => {
    expect((await find(typed)).json().result.account.accID).toBe(account)
  },
)

test('a guest who types ten digits is told that this is no account number', async () => {
  const reply = await find('0123456789')
  expect(reply.statusCode).toBe(400)
  expect(reply.json().errors).toMatchObject([{ message: 'Account number is invalid.' }])
})

test('tries are counted by the printed number, however it was typed', async () => {
  const spellings = ['101-0101-01', '101010101', '101.0101.01', '101 0101 01']
  const tries = Array.from({ length: limits.wrongLookUpsPerAccount.attempts }, (_, at) => spellings[at % 4] ?? '')
  for (const typed of tries) expect((await find(typed, '96999')).json().result.status).toBe('Failed')
  expect((await find('1010101-01')).statusCode).toBe(429)
})

test('the account is paid by that number, and staff find it and the payment without its dashes and zeros', async () => {
  await find(another)
  const key = randomUUID()
  const humanCheck = await guest.solve('checkout', key)
  const accounts = [{ accountId: another, amount: 8_053 }]
  const paid = await guest.post(
    '/api/v1/checkout',
    { accounts, card: testCard, humanCheck },
    { 'idempotency-key': key },
  )
  expect({ status: paid.statusCode, body: paid.json() }).toMatchObject({ status: 200 })
  const finance = await portal.administrator(3)
  const report = await finance.post('/api/v1/search-transaction', { accountId: '20034502' })
  expect(report.json().result.list).toMatchObject([{ accountId: another, amount: '80.53' }])
  const clerk = await portal.administrator(5)
  const found = await clerk.post('/api/v1/phoned-in-accounts', { accountIds: ['20034502'] })
  expect(found.json<{ result: LookedUpAccount[] }>().result).toMatchObject([
    { status: 'Success', account: { accID: another } },
  ])
})
