import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminLogin } from '@portal/contract/admin-sign-in'
import { CalendarDate } from '@portal/contract/dates'
import { userLogin } from '@portal/contract/sign-in'
import { systemClock } from '@portal/server/clock.ts'
import { importExtract } from '@portal/server/features/billing-exchange/import/import-extract.ts'
import { type TestApp, testApp } from '@portal/server/http/testing/app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountsToTry } from '../run/greeting.ts'
import { addDemoAdministrators, enrolDemoCustomers } from './logins.ts'
import { writeDemoExtract } from './write-demo-extract.ts'

let portal: TestApp
let folder: string

/** Given the demo utility of `npm start`, with fewer bills. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-customers-'))
  portal = await testApp()
  const file = join(folder, 'utility.extract')
  const asOf = CalendarDate.parse('2026-06-30')
  await writeDemoExtract({ accounts: 1000, seed: 1, asOf, months: 2 }, createWriteStream(file))
  await importExtract({
    databaseUrl: portal.database.url,
    file,
    division: 'GWA',
    timeZone: 'Pacific/Guam',
    clock: systemClock,
  })
}, 60_000)
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

test('the demo has customers of one, some and hundreds of accounts who can sign in, the same at every start', async () => {
  const customers = await enrolDemoCustomers(portal.database.url)
  expect(customers.map(({ username, accounts }) => [username, accounts])).toEqual([
    ['demo.home', 1],
    ['demo.family', 3],
    ['demo.agency', 220],
  ])
  for (const { username: userName, password, accounts, firstAccount } of customers) {
    const reply = await portal.guest().post('/api/v1/user-login', { userName, password })
    const { result } = userLogin.reply.parse(reply.json())
    const theirs = result.loginSuccessful ? result.premiseData.map(({ accountId }) => String(accountId)) : []
    expect(theirs).toHaveLength(accounts)
    expect(theirs.toSorted()[0]).toBe(firstAccount)
  }
  expect(await enrolDemoCustomers(portal.database.url)).toEqual(customers)
  expect(await portal.database.db.selectFrom('web_user').select('id').execute()).toHaveLength(3)
})

test('the account that the demo offers for enrolling belongs to nobody who has enrolled', async () => {
  await enrolDemoCustomers(portal.database.url)
  const offered = (await accountsToTry(portal.database.url)).filter(({ what }) => what.includes('/sign-up'))
  expect(offered).toHaveLength(1)
  const enrolled = await portal.database.db
    .selectFrom('web_user')
    .innerJoin('cis.account_person as link', 'link.person_id', 'web_user.person_id')
    .select('link.account_id')
    .execute()
  expect(enrolled.map((link) => String(link.account_id))).not.toContain(offered[0]?.number)
})

test('the demo has an administrator of each level who can log in, the same at every start (A§6)', async () => {
  const administrators = await addDemoAdministrators(portal.database.url)
  const levels: number[] = []
  for (const { username, password } of administrators) {
    const reply = adminLogin.reply.parse((await portal.guest().post('/api/v1/login', { username, password })).json())
    if (reply.status === 'Success') levels.push(reply.result[0].admin_role)
  }
  expect(levels).toEqual([1, 2, 3, 4, 5, 6])
  expect(await addDemoAdministrators(portal.database.url)).toEqual(administrators)
  expect(await portal.database.db.selectFrom('admin_user').select('id').execute()).toHaveLength(6)
})
