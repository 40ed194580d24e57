import { Instant } from '@portal/contract/dates'
import { PayableAccount } from '@portal/contract/pay-now'
import { commonProblems } from '@portal/contract/problem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTestAccount } from '../../adapters/billing-system/testing/ledger.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'
import { testClock } from '../../testing/clock.ts'

const account = '4821007391'
const another = '4821007392'
const halfAnHour = 30 * 60_000
const clock = testClock(Instant.parse('2026-02-10T01:00:00.000Z'))

let portal: TestApp
beforeAll(async () => {
  portal = await testApp({ clock })
  for (const number of [account, another]) await addTestAccount(portal.database.db, { account: number, balance: 8053 })
})
afterAll(() => portal.close())

/** Finds the account by its zip code, which opens it to the guest. */
async function find(guest: TestBrowser) {
  const humanCheck = await guest.solve('account')
  const question = { accountId: account, division: 'GWA', postal: '96913', humanCheck }
  return await guest.post('/api/v1/validate-account', question)
}

const askAgain = (guest: TestBrowser, accountId = account) => guest.post('/api/v1/account-to-pay', { accountId })

test('a guest may ask again and again how the account stands that was found, without another human check', async () => {
  const guest = portal.guest()
  const found = await find(guest)
  const { serviceLocation } = PayableAccount.parse(found.json().result.account)
  expect(serviceLocation).toContain('XX')
  for (let time = 0; time < 3; time += 1) {
    const again = await askAgain(guest)
    expect(again.json()).toEqual(found.json().result.account)
  }
})

test('nobody may ask about an account that was not found by its zip code', async () => {
  const guest = portal.guest()
  expect((await askAgain(guest)).json()).toMatchObject(commonProblems['not-signed-in'])
  await find(guest)
  expect((await askAgain(guest, another)).json()).toMatchObject(commonProblems['not-allowed'])
})

test('asking keeps no session alive, and opens none', async () => {
  const guest = portal.guest()
  await find(guest)
  clock.advance(halfAnHour)
  expect((await askAgain(guest)).statusCode).toBe(200)
  clock.advance(halfAnHour + 120_000)
  const late = await askAgain(guest)
  expect(late.statusCode).toBe(401)
  expect(late.cookies).toEqual([])
})
