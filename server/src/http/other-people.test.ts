import type { SecondFactorSetup } from '@portal/contract/admin-sign-in'
import { epochOf } from '@portal/contract/dates'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addTestAccount } from '../adapters/billing-system/ledger/testing/ledger.ts'
import type { Email } from '../adapters/email/port.ts'
import { newCustomer } from '../features/edit-account/testing/form.ts'
import { type Maria, enrolMaria, forgetPassword, forgetUsername, handleOf } from '../features/forgot/testing/maria.ts'
import { begin, paths, payload, prove } from '../features/sign-up/testing/enrollment.ts'
import { emailDelivery } from '../messages/sending/send-emails.ts'
import { addAdmin, password } from '../testing/administrators.ts'
import { testClock } from '../testing/clock.ts'
import { signInAdministrator, signInCustomer } from '../testing/people.ts'
import { type TestApp, type TestBrowser, testApp } from './testing/app.ts'

/**
 * Beside whoever does something here there are others: customers and administrators who are signed in, one who has
 * mistyped a password, one who is locked out, one with a link to set a password, one with a second factor, and
 * enrollments under way. Customers and administrators are numbered separately, so some have the number of who acts.
 */

const kept = ['web_user', 'session', 'session_account', 'recovery', 'enrolment', 'admin_user', 'admin_recovery_code']

const mailbox: Email[] = []
const clock = testClock()
let portal: TestApp
let others: Kept[]
let made = 0
beforeAll(async () => {
  portal = await testApp({ clock, mail: { send: async (email) => void mailbox.push(email) } })
  const { deps } = portal
  await numberFrom('web_user', 1000)
  await numberFrom('admin_user', 2000)
  for (let n = 0; n < 30; n += 1) {
    await signInCustomer(deps, { accounts: ['9999999999'] })
    await signInAdministrator(deps, 1)
  }
  await mistype(await enrolMaria(portal), 2)
  await mistype(await enrolMaria(portal), 5)
  await mailedLink(await enrolMaria(portal))
  await setUpSecondFactor(await signedInAdmin())
  await begin(portal.guest(), await newAccount())
  await prove(portal.guest(), await newAccount())
  await forgetPassword(portal.guest(), await enrolMaria(portal))
  others = await records()
  await numberFrom('web_user', 2000)
  await numberFrom('admin_user', 1000)
  // Makes everything that is written from now on differ from what was written for the others.
  clock.advance(60_000)
})
beforeEach(() => portal.database.pool.query('delete from rate_limit'))
afterAll(() => portal.close())

async function numberFrom(table: 'web_user' | 'admin_user', first: number): Promise<void> {
  await portal.database.pool.query(`alter table ${table} alter column id restart with ${first}`)
}

interface Kept {
  record: string
  row: unknown
}

async function records(): Promise<Kept[]> {
  const each = kept.map((table) => `select '${table}' as record, to_jsonb(each) as row from ${table} each`)
  return (await portal.database.pool.query<Kept>(each.join(' union all '))).rows
}

async function newAccount(): Promise<string> {
  made += 1
  const account = String(8_700_000_000 + made)
  await addTestAccount(portal.database.db, { account })
  return account
}

const signIn = async (browser: TestBrowser, { username: userName, password: typed }: Maria) =>
  await browser.post('/api/v1/user-login', { userName, password: typed })

async function signedIn(maria: Maria): Promise<TestBrowser> {
  const browser = portal.guest()
  expect((await signIn(browser, maria)).json().result.loginSuccessful).toBe(true)
  return browser
}

async function mistype(maria: Maria, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) await signIn(portal.guest(), { ...maria, password: 'wrong' })
}

const changeOwn = async (browser: TestBrowser, { personId }: Maria, oldPassword: string) =>
  await browser.post('/api/v1/update-user-password', { personId, oldPassword, password: 'Sumay-1898' })

/**
 * Requests a link to set a password and reads it from the mail.
 * @returns the secret of the link
 */
async function mailedLink(maria: Maria): Promise<string> {
  const browser = portal.guest()
  const handle = handleOf(await forgetPassword(browser, maria))
  await browser.post('/api/v1/send-email-forgot-password', { personId: handle, answer: 'wrong' })
  await browser.post('/api/v1/send-email-forgot-password', { personId: handle, answer: maria.answer })
  while ((await emailDelivery(portal.deps).run(new AbortController().signal)) > 0);
  return /#([\w-]{43})/.exec(mailbox.at(-1)?.text ?? '')?.[1] ?? ''
}

async function newAdmin(): Promise<{ id: number; username: string }> {
  made += 1
  const username = `clerk${made}`
  return { id: await addAdmin(portal.deps, username), username }
}

interface SignedInAdmin {
  id: number
  username: string
  browser: TestBrowser
}

async function signedInAdmin(): Promise<SignedInAdmin> {
  const admin = await newAdmin()
  return { ...admin, browser: await logIn(portal.guest(), admin.username) }
}

async function logIn(browser: TestBrowser, username: string, changes: object = {}): Promise<TestBrowser> {
  const reply = await browser.post('/api/v1/login', { username, password, ...changes })
  expect(reply.json().status).toBe('Success')
  return browser
}

const codeOf = (secret: string): string => new TOTP({ secret }).generate({ timestamp: epochOf(clock.now()) })

async function setUpSecondFactor({ browser }: SignedInAdmin) {
  const { secret, proof } = (await browser.post('/api/v1/begin-second-factor', {})).json<SecondFactorSetup>()
  const reply = await browser.post('/api/v1/confirm-second-factor', { code: codeOf(secret), proof, password })
  // From now on, the next code is needed.
  clock.advance(30_000)
  return { secret, ...reply.json<{ recoveryCodes: string[] }>() }
}

async function endOtherSession(browser: TestBrowser, currentPassword: string): Promise<void> {
  const { result } = (await browser.get('/api/v1/own-sessions')).json<{
    result: { id: number; isThisOne: boolean }[]
  }>()
  const id = result.find(({ isThisOne }) => !isThisOne)?.id
  const ended = await browser.post('/api/v1/end-own-session', { id, currentPassword })
  expect(ended.json().result.status).toBe('Success')
}

test('other people of every kind exist', () => {
  expect(new Set(others.map(({ record }) => record))).toEqual(new Set(kept))
})

test.each<[string, (maria: Maria) => Promise<unknown>]>([
  ['signs in, and again in the same browser', async (maria) => await signIn(await signedIn(maria), maria)],
  ['mistypes the password and then types it right', async (maria) => [await mistype(maria, 2), await signedIn(maria)]],
  ['is locked out', async (maria) => await mistype(maria, 6)],
  ['logs out', async (maria) => await (await signedIn(maria)).post('/api/v1/logout', {})],
  [
    'ends another of her sessions',
    async (maria) => {
      await signedIn(maria)
      await endOtherSession(await signedIn(maria), maria.password)
    },
  ],
  [
    'changes her password after mistyping it',
    async (maria) => {
      const browser = await signedIn(maria)
      await changeOwn(browser, maria, 'wrong')
      expect((await changeOwn(browser, maria, maria.password)).json().result.status).toBe('Success')
    },
  ],
  [
    'is locked out while she changes her password',
    async (maria) => {
      const browser = await signedIn(maria)
      for (let n = 0; n < 6; n += 1) await changeOwn(browser, maria, 'wrong')
    },
  ],
  [
    'sets a password with a mailed link',
    async (maria) => {
      const token = await mailedLink(maria)
      const reply = await portal.guest().post('/api/v1/set-password', { token, password: 'Sumay-1898' })
      expect(reply.json().result.status).toBe('Success')
    },
  ],
  [
    'has her username mailed',
    async (maria) => {
      const browser = portal.guest()
      const personId = handleOf(await forgetUsername(browser, maria))
      const reply = await browser.post('/api/v1/send-email-forgot-username', { personId, answer: maria.answer })
      expect(reply.json().result.status).toBe('Success')
    },
  ],
  [
    'gets a password from a clerk',
    async ({ accountId, personId }) => {
      const clerk = await portal.administrator(4)
      await clerk.post('/api/v1/search-web-user', { accountId, username: '', division: 'GWA' })
      const reply = await clerk.post('/api/v1/password-reset', { personId, password: 'Sumay-1898' })
      expect(reply.json().result.status).toBe('Success')
    },
  ],
])('given a customer who %s, then everybody else stays as they were', async (_, act) => {
  await act(await enrolMaria(portal))
  expect(await records()).toEqual(expect.arrayContaining(others))
})

test("given a customer who changes her details and security question, then everybody else's stay as they were", async () => {
  const { browser, fields } = await newCustomer(portal, { email: 'old@customer.example' })
  const changes = { mobile: '671-555-0199', CharacteristicValue: '3', Answer: 'Umatac' }
  const reply = await browser.post('/api/v1/update-user-details', { ...fields, ...changes })
  expect(reply.json().data.status).toBe('Success')
  expect(await records()).toEqual(expect.arrayContaining(others))
})

test('given somebody who enrolls, even twice at once and after a wrong zip code, then everybody else stays as they were', async () => {
  const [account, guest] = [await newAccount(), portal.guest()]
  await begin(guest, account)
  await guest.post(paths.zip, { accountId: account, postal: '11111' })
  const handle = await prove(guest, account)
  const replies = await Promise.all([1, 2].map(() => guest.post(paths.signUp, payload(handle))))
  for (const reply of replies) expect(reply.json()).toEqual({ result: { status: 'True' } })
  expect(await records()).toEqual(expect.arrayContaining(others))
})

test.each<[string, (admin: SignedInAdmin) => Promise<unknown>]>([
  ['logs in again in the same browser', async ({ browser, username }) => await logIn(browser, username)],
  ['logs out', async ({ browser }) => await browser.post('/api/v1/admin-logout', {})],
  [
    'ends another of their sessions',
    async ({ browser, username }) => {
      await logIn(portal.guest(), username)
      await endOtherSession(browser, password)
    },
  ],
  [
    'changes their password',
    async ({ id, browser }) => {
      const change = { id, old_password: password, new_password: 'other-pass-2' }
      expect((await browser.post('/api/v1/update-admin-password', change)).json().result.status).toBe('Success')
    },
  ],
  [
    'sets up a second factor twice, and logs in with a code of the app and one for recovery',
    async (admin) => {
      await setUpSecondFactor(admin)
      const { secret, recoveryCodes } = await setUpSecondFactor(admin)
      await logIn(portal.guest(), admin.username, { code: codeOf(secret) })
      await logIn(portal.guest(), admin.username, { code: recoveryCodes[0] })
    },
  ],
  [
    'gives another administrator a password and a role, and deletes them',
    async ({ browser }) => {
      const { id } = await newAdmin()
      const post = async (call: string, body: object) => await browser.post(`/api/v1/${call}`, { id, ...body })
      const renewed = await post('update-password', { new_password: 'other-pass-2' })
      expect(renewed.json().result.status).toBe('Success')
      expect((await post('update-role', { role: 4 })).json().result.status).toBe('Success')
      expect((await post('delete-admin', {})).json()).toEqual({ result: 'Success' })
    },
  ],
])('given an administrator who %s, then everybody else stays as they were', async (_, act) => {
  await act(await signedInAdmin())
  expect(await records()).toEqual(expect.arrayContaining(others))
})
