import { userLogin } from '@portal/contract/sign-in'
import { addTestAccount } from '@portal/server/adapters/billing-system/test-ledger.ts'
import { type TestApp, testApp } from '@portal/server/http/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enrolDemoCustomers } from './customers.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await testApp()
  const person = async (id: number, accounts: number, email: string | null): Promise<void> => {
    for (let at = 0; at < accounts; at += 1) {
      const known = { id: String(id), isKnown: at > 0 }
      await addTestAccount(portal.database.db, { account: String(id + at), person: known, email })
    }
  }
  await person(8_000_000_000, 1, null)
  await person(8_000_001_000, 1, 'home@example.com')
  await person(8_000_002_000, 3, 'family@example.com')
  await person(8_000_003_000, 101, 'agency@example.com')
}, 60_000)
afterAll(() => portal.close())

test('the demo has customers of one, some and hundreds of accounts who can sign in, the same at every start', async () => {
  const customers = await enrolDemoCustomers(portal.database.url)
  expect(customers.map((customer) => customer.accounts)).toEqual([1, 3, 101])
  for (const { username: userName, password, accounts } of customers) {
    const reply = await portal.guest().post('/api/v1/user-login', { userName, password })
    const { result } = userLogin.reply.parse(reply.json())
    expect(result.loginSuccessful && result.premiseData.length).toBe(accounts)
  }
  expect(await enrolDemoCustomers(portal.database.url)).toEqual(customers)
  expect(await portal.database.db.selectFrom('web_user').select('id').execute()).toHaveLength(3)
})
