import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addAdmin, logIn, password } from '../testing/administrators.ts'
import { type EnrolledCustomer, enrolCustomer } from '../testing/people.ts'
import { type TestApp, type TestBrowser, testApp } from './testing/app.ts'

let portal: TestApp
let maria: EnrolledCustomer
let adminId: number
beforeAll(async () => {
  portal = await testApp()
})
beforeEach(async () => {
  await portal.database.pool.query('delete from rate_limit')
  maria = await enrolCustomer(portal.deps)
  await portal.database.pool.query("delete from admin_user where username = 'ana'")
  adminId = await addAdmin(portal.deps, 'ana')
})
afterAll(() => portal.close())

const signIn = async (browser: TestBrowser, call = 'user-login') =>
  await browser.post(`/api/v1/${call}`, { userName: maria.username, password: maria.password })

/** Every call after which a browser is trusted with more, or is trusted again. */
const calls = [
  { call: 'user-login', kind: 'customer', before: signIn, make: signIn },
  {
    call: 'backdoor-login',
    kind: 'customer',
    before: async (browser: TestBrowser) => {
      await logIn(browser)
      return await signIn(browser, 'backdoor-login')
    },
    make: async (browser: TestBrowser) => await signIn(browser, 'backdoor-login'),
  },
  {
    call: 'update-user-password',
    kind: 'customer',
    before: signIn,
    make: async (browser: TestBrowser) => {
      const change = { personId: maria.personId, oldPassword: maria.password, password: 'Sumay-1898' }
      return await browser.post('/api/v1/update-user-password', change)
    },
  },
  { call: 'login', kind: 'admin', before: logIn, make: logIn },
  {
    call: 'update-admin-password',
    kind: 'admin',
    before: logIn,
    make: async (browser: TestBrowser) => {
      const change = { id: adminId, old_password: password, new_password: 'other-pass-1' }
      return await browser.post('/api/v1/update-admin-password', change)
    },
  },
] as const

const whoIs = { customer: '/api/v1/session', admin: '/api/v1/admin-session' } as const

describe.each(calls)('$call', ({ kind, before, make }) => {
  const cookie = `portal-${kind}`

  test('gives the browser another token, and the one it had no longer works', async () => {
    const browser = portal.guest()
    expect((await before(browser)).statusCode).toBe(200)
    const held = browser.cookies.get(cookie) ?? ''
    expect((await make(browser)).statusCode).toBe(200)
    expect(browser.cookies.get(cookie)).not.toBe(held)
    expect((await browser.get(whoIs[kind])).statusCode).toBe(200)
    expect((await portal.app.inject({ url: whoIs[kind], cookies: { [cookie]: held } })).statusCode).toBe(401)
  })
})

test.each([
  { kind: 'customer', signsIn: signIn },
  { kind: 'admin', signsIn: logIn },
] as const)("a guest's token that somebody planted as that of a $kind never becomes one", async ({ kind, signsIn }) => {
  const mallory = portal.guest()
  await mallory.get('/api/v1/human-check?purpose=account')
  const planted = mallory.cookies.get('portal-guest') ?? ''
  const victim = portal.guest()
  victim.cookies.set('portal-guest', planted).set(`portal-${kind}`, planted)
  await signsIn(victim)
  expect((await victim.get(whoIs[kind])).statusCode).toBe(200)
  for (const name of ['portal-guest', 'portal-customer', 'portal-admin']) {
    expect((await portal.app.inject({ url: whoIs[kind], cookies: { [name]: planted } })).statusCode).toBe(401)
  }
})
