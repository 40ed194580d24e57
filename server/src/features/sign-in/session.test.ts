import { readSession, updateUserPassword } from '@portal/contract/sign-in'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import { whileChanged } from '../../database/testing/while-changed.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'
import { testClock } from '../../testing/clock.ts'
import { type EnrolledCustomer, enrolCustomer } from '../../testing/people.ts'

const minute = 60_000
const clock = testClock()
let portal: TestApp
beforeAll(async () => {
  portal = await testApp({ clock })
})
beforeEach(() => portal.database.pool.query('delete from rate_limit'))
afterAll(() => portal.close())

async function signIn(browser: TestBrowser, { username: userName, password }: EnrolledCustomer): Promise<TestBrowser> {
  const reply = await browser.post('/api/v1/user-login', { userName, password })
  expect(reply.json().result.loginSuccessful).toBe(true)
  return browser
}

/** The username with which the browser is signed in, or the status that says nobody is. */
async function whoIs(browser: TestBrowser): Promise<string | number> {
  const reply = await browser.get('/api/v1/session')
  return reply.statusCode === 200 ? readSession.reply.parse(reply.json()).username : reply.statusCode
}

const tokenOf = (browser: TestBrowser): string => browser.cookies.get('portal-customer') ?? ''
function browserWith(token: string): TestBrowser {
  const browser = portal.guest()
  browser.cookies.set('portal-customer', token)
  return browser
}

describe('signing in', () => {
  test('sets a cookie that no script can read and no other site can send', async () => {
    const { username: userName, password } = await enrolCustomer(portal.deps)
    const reply = await portal.guest().post('/api/v1/user-login', { userName, password })
    const secret = { value: expect.stringMatching(/^[\w-]{43}$/), path: '/', httpOnly: true, sameSite: 'Lax' }
    expect(reply.cookies).toEqual([
      { name: 'portal-customer', ...secret },
      { name: 'portal-known', maxAge: 180 * 24 * 60 * 60, ...secret },
    ])
  })

  test('given a planted token, then the customer gets another one and the planted one no longer works', async () => {
    const [mallory, maria] = [await enrolCustomer(portal.deps), await enrolCustomer(portal.deps)]
    const planted = tokenOf(await signIn(portal.guest(), mallory))
    const browser = await signIn(browserWith(planted), maria)
    expect(tokenOf(browser)).not.toBe(planted)
    expect([await whoIs(browser), await whoIs(browserWith(planted))]).toEqual([maria.username, 401])
  })

  test('given an invented token, then it never becomes valid', async () => {
    const maria = await enrolCustomer(portal.deps)
    const made = 'm'.repeat(43)
    await signIn(browserWith(made), maria)
    expect(await whoIs(browserWith(made))).toBe(401)
  })

  test('again in the same browser ends the session before; in another browser, both live on', async () => {
    const maria = await enrolCustomer(portal.deps)
    const phone = await signIn(portal.guest(), maria)
    const desk = await signIn(portal.guest(), maria)
    const before = tokenOf(desk)
    await signIn(desk, maria)
    expect(await whoIs(browserWith(before))).toBe(401)
    expect([await whoIs(desk), await whoIs(phone)]).toEqual([maria.username, maria.username])
  })

  test("that fails leaves the browser's session as it is", async () => {
    const maria = await enrolCustomer(portal.deps)
    const browser = await signIn(portal.guest(), maria)
    await browser.post('/api/v1/user-login', { userName: maria.username, password: 'no' })
    expect(await whoIs(browser)).toBe(maria.username)
  })
})

describe('signing out', () => {
  test('ends the session on the server and removes the cookie; doing it again is harmless (C§4)', async () => {
    const maria = await enrolCustomer(portal.deps)
    const browser = await signIn(portal.guest(), maria)
    const token = tokenOf(browser)
    const reply = await browser.post('/api/v1/logout', {})
    expect(reply.json()).toEqual({ status: 'Success' })
    expect(tokenOf(browser)).toBe('')
    expect(await whoIs(browserWith(token))).toBe(401)
    expect((await browserWith(token).post('/api/v1/logout', {})).statusCode).toBe(200)
    expect((await portal.guest().post('/api/v1/logout', {})).statusCode).toBe(200)
  })

  test('leaves other browsers alone, whatever is sent with it, because ending their sessions takes the password', async () => {
    const [maria, juan] = [await enrolCustomer(portal.deps), await enrolCustomer(portal.deps)]
    const [phone, desk, other] = [
      await signIn(portal.guest(), maria),
      await signIn(portal.guest(), maria),
      await signIn(portal.guest(), juan),
    ]
    await phone.post('/api/v1/logout', { everywhere: true })
    expect([await whoIs(phone), await whoIs(desk), await whoIs(other)]).toEqual([401, maria.username, juan.username])
  })

  test("with a guest's or administrator's cookie ends no session of a customer", async () => {
    const maria = await enrolCustomer(portal.deps)
    const browser = await signIn(portal.guest(), maria)
    const admin = await portal.administrator(1)
    await admin.post('/api/v1/logout', {})
    expect(await whoIs(browser)).toBe(maria.username)
    expect((await admin.get('/api/v1/audit-log')).statusCode).toBe(200)
  })
})

describe('an idle session', () => {
  test('does not live longer for being read, but for being kept (C§4)', async () => {
    const browser = await signIn(portal.guest(), await enrolCustomer(portal.deps))
    const secondsLeft = async (): Promise<number> =>
      readSession.reply.parse((await browser.get('/api/v1/session')).json()).secondsLeft
    expect(await secondsLeft()).toBe(16 * 60)
    clock.advance(5 * minute)
    expect(await secondsLeft()).toBe(11 * 60)
    const kept = await browser.post('/api/v1/keep-session', {})
    expect(kept.json()).toMatchObject({ secondsLeft: 16 * 60, endsAt: expect.any(String) })
    clock.advance(15 * minute)
    expect(await secondsLeft()).toBe(60)
    clock.advance(minute)
    expect(await whoIs(browser)).toBe(401)
    expect((await browser.post('/api/v1/keep-session', {})).statusCode).toBe(401)
  })
})

describe("changing one's own password", () => {
  const path = '/api/v1/update-user-password'
  const password = 'Apra-1945'

  /** A customer with an account and an e-mail address on file. */
  let accounts = 8_300_000_000
  async function maria(): Promise<EnrolledCustomer> {
    accounts += 1
    await addTestAccount(portal.database.db, { account: String(accounts), email: `maria${accounts}@customer.example` })
    return await enrolCustomer(portal.deps, { person: String(accounts) })
  }
  const asked = ({ personId, password: oldPassword }: EnrolledCustomer, changes: object = {}): object => {
    return { personId, oldPassword, password, ...changes }
  }

  test('then the new one is right, the old one wrong, and this browser stays signed in with another token', async () => {
    const customer = await maria()
    const browser = await signIn(portal.guest(), customer)
    const before = tokenOf(browser)
    const reply = await browser.post(path, asked(customer))
    expect(reply.json()).toEqual({
      result: { status: 'Success', description: 'The password is successfully updated!' },
    })
    expect([await whoIs(browser), await whoIs(browserWith(before))]).toEqual([customer.username, 401])
    await signIn(portal.guest(), { ...customer, password })
    const old = await portal
      .guest()
      .post('/api/v1/user-login', { userName: customer.username, password: customer.password })
    expect(old.json().result.loginSuccessful).toBe(false)
  })

  test('then every other browser is signed out, and other customers are not', async () => {
    const [customer, juan] = [await maria(), await maria()]
    const [here, elsewhere] = [await signIn(portal.guest(), customer), await signIn(portal.guest(), customer)]
    const other = await signIn(portal.guest(), juan)
    await here.post(path, asked(customer))
    expect([await whoIs(elsewhere), await whoIs(other)]).toEqual([401, juan.username])
  })

  test('then a notice without the password goes to the address on file', async () => {
    const customer = await maria()
    await (await signIn(portal.guest(), customer)).post(path, asked(customer))
    const emails = await portal.database.db
      .selectFrom('email')
      .selectAll()
      .where('recipient', '=', `maria${customer.personId}@customer.example`)
      .execute()
    expect(emails).toMatchObject([
      { kind: 'password-changed', body_text: expect.stringContaining('If this wasn’t you') },
    ])
    expect(JSON.stringify(emails)).not.toContain(password)
  })

  test.each([
    ['seven', 'a'.repeat(7), false],
    ['eight', 'Inalahan', true],
    ['fifteen', 'Inalahan-Malojo', true],
    ['fifteen, some of them outside the basic plane', 'Inalahan-Malo🌊🐚', true],
    ['sixteen', 'd'.repeat(16), false],
    ['a hundred, pasted', 'e'.repeat(100), false],
  ])('a password of %s characters', async (_, chosen, isTaken) => {
    const customer = await maria()
    const reply = await (await signIn(portal.guest(), customer)).post(path, asked(customer, { password: chosen }))
    if (isTaken) expect(reply.json().result.status).toBe('Success')
    else {
      const message = 'Your password must be between 8 – 15 characters long'
      expect(reply.json()).toMatchObject({ status: 400, errors: [{ field: 'password', message }] })
    }
  })

  test('for another person is not allowed', async () => {
    const [customer, juan] = [await maria(), await maria()]
    const reply = await (
      await signIn(portal.guest(), customer)
    ).post(path, asked(customer, { personId: juan.personId }))
    expect([reply.statusCode, reply.json().title]).toEqual([403, 'Action not allowed!'])
  })

  test('with a wrong current one is refused, and five of them lock the login, unless the browser is known', async () => {
    const customer = await maria()
    const browser = await signIn(portal.guest(), customer)
    browser.cookies.delete('portal-known')
    const descriptions: string[] = []
    for (let n = 1; n <= 5; n += 1) {
      const reply = await browser.post(path, asked(customer, { oldPassword: 'no' }))
      descriptions.push(updateUserPassword.reply.parse(reply.json()).result.description)
    }
    const exceeded = 'You have exceeded the maximum number of failed login attempts'
    expect(descriptions).toEqual([...Array.from({ length: 4 }, () => 'Your current password is incorrect.'), exceeded])
    expect((await browser.post(path, asked(customer))).json().result).toEqual({
      status: 'Failed',
      description: exceeded,
    })
    const locked = await portal
      .guest()
      .post('/api/v1/user-login', { userName: customer.username, password: customer.password })
    expect(locked.json().status.loginMessage).toBe('Exceeded number of wrong password')
  })

  test('with the current one, while it is being changed elsewhere, is refused and changes nothing', async () => {
    const customer = await maria()
    const browser = await signIn(portal.guest(), customer)
    const { pool } = portal.database
    const change = { sql: "update web_user set password_hash = 'another' where id = $1", values: [customer.webUserId] }
    const reply = await whileChanged(pool, change, async () => await browser.post(path, asked(customer)))
    expect(reply.json().result).toEqual({ status: 'Failed', description: 'Your current password is incorrect.' })
    const { rows } = await pool.query('select password_hash from web_user where id = $1', change.values)
    expect(rows).toEqual([{ password_hash: 'another' }])
  })

  test('twice at the same moment, then one of them becomes the password, and the other is refused with the reason', async () => {
    const customer = await maria()
    const [one, two] = [await signIn(portal.guest(), customer), await signIn(portal.guest(), customer)]
    const chosen = ['First-12345', 'Second-12345']
    const replies = await Promise.all([
      one.post(path, asked(customer, { password: chosen[0] })),
      two.post(path, asked(customer, { password: chosen[1] })),
    ])
    const won = replies.filter((reply) => reply.statusCode === 200 && reply.json().result.status === 'Success')
    expect(won).toHaveLength(1)
    await signIn(portal.guest(), { ...customer, password: chosen[replies[0] === won[0] ? 0 : 1] ?? '' })
  })
})
