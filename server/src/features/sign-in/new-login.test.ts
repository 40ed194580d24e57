import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'
import { addAdmin, logIn } from '../../testing/administrators.ts'
import { testClock } from '../../testing/clock.ts'
import { type EnrolledCustomer, enrolCustomer } from '../../testing/people.ts'
import { signIn } from './testing/signing.ts'

const clock = testClock()
const day = 24 * 60 * 60_000
let portal: TestApp
let maria: EnrolledCustomer
beforeAll(async () => {
  portal = await testApp({ clock })
  await addTestAccount(portal.database.db, { account: '8400000001', email: 'maria@example.com' })
  maria = await enrolCustomer(portal.deps, { person: '8400000001' })
})
beforeEach(async () => {
  await portal.database.pool.query(
    'delete from rate_limit; delete from email; delete from known_browser; delete from admin_user; update web_user set signed_in_at = null',
  )
  portal.deps.profile.secondFactorLevels = []
})
afterAll(() => portal.close())

const notices = async () => {
  const query = portal.database.db.selectFrom('email').select(['recipient', 'body_text'])
  return await query.where('kind', '=', 'new-login').orderBy('id').execute()
}
const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }

async function opens(browser: TestBrowser, { username: userName, password } = maria): Promise<void> {
  const reply = await browser.post('/api/v1/user-login', { userName, password }, firefox)
  expect(reply.json().result.loginSuccessful).toBe(true)
}

describe('given a customer who logs in', () => {
  test('for the first time, then no email leaves; in another browser, then one says which', async () => {
    await opens(portal.guest())
    expect(await notices()).toEqual([])
    await opens(portal.guest())
    expect(await notices()).toEqual([
      { recipient: 'maria@example.com', body_text: expect.stringContaining('Browser: Firefox on Linux') },
    ])
  })

  test('in a browser that they have used before, then none leaves; after 180 days without it, then one does', async () => {
    const home = portal.guest()
    await opens(home)
    await opens(home)
    expect(await notices()).toEqual([])
    clock.advance(181 * day)
    await opens(home)
    expect(await notices()).toHaveLength(1)
  })

  test('with a wrong password, then none leaves', async () => {
    await opens(portal.guest())
    await signIn(portal.guest(), { ...maria, password: 'no' })
    expect(await notices()).toEqual([])
  })

  test('in ever new browsers, then the twenty newest are remembered', async () => {
    const first = portal.guest()
    await opens(first)
    for (let n = 1; n <= 20; n += 1) {
      clock.advance(1000)
      await portal.database.pool.query('delete from rate_limit')
      await opens(portal.guest())
    }
    const { rows } = await portal.database.pool.query('select from known_browser')
    expect(rows).toHaveLength(20)
    await opens(first)
    expect(await notices()).toHaveLength(21)
  })
})

test('a test login by an administrator tells the customer nothing', async () => {
  await opens(portal.guest())
  const admin = await portal.administrator(1)
  const { username: userName, password } = maria
  const reply = await admin.post('/api/v1/backdoor-login', { userName, password })
  expect(reply.json().result.loginSuccessful).toBe(true)
  expect(await notices()).toEqual([])
})

test('an administrator who logs in in another browser is told, and not at the first time', async () => {
  await addAdmin(portal.deps, 'ana')
  const office = portal.guest()
  await logIn(office)
  await logIn(office)
  expect(await notices()).toEqual([])
  await logIn(portal.guest())
  expect(await notices()).toEqual([
    { recipient: 'admin@utility.example', body_text: expect.stringContaining('tell a super admin') },
  ])
})
