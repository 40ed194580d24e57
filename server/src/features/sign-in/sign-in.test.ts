import { commonProblems } from '@portal/contract/problem'
import { signInTexts } from '@portal/contract/sign-in'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BillingSystemDown } from '../../adapters/billing-system/port.ts'
import { addTestAccount } from '../../adapters/billing-system/test-ledger.ts'
import { createApp } from '../../app.ts'
import { connect } from '../../database/connect.ts'
import { limits } from '../../foundation/rate-limits/limits.ts'
import { takeTry } from '../../foundation/rate-limits/rate-limits.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/test-app.ts'
import { secretHashSeconds } from '../../metrics.ts'
import { testClock } from '../../test-clock.ts'
import { type EnrolledCustomer, enrolCustomer } from '../../test-people.ts'

const path = '/api/v1/user-login'
const clock = testClock()
let portal: TestApp
beforeAll(async () => {
  portal = await testApp({ clock })
})
beforeEach(() => portal.database.pool.query('truncate rate_limit, unknown_login'))
afterAll(() => portal.close())

/** The body of C§7, to the letter. */
function asSpecified(userName: string, password: string): object {
  return {
    webUserPersonIdTypeCode: 'WEB',
    userName,
    password,
    webAccessFlag: 'ALWD',
    wrongPasswordCountPersonCharTypeCode: 'WPCOUNT',
    cisDivision: 'GWA',
    wrongPasswordCountLimit: '5',
  }
}

async function signIn(browser: TestBrowser, { username, password }: Pick<EnrolledCustomer, 'username' | 'password'>) {
  return await browser.post(path, asSpecified(username, password))
}

const refused = (loginMessage: string) => ({ status: { loginMessage }, result: { loginSuccessful: false } })

let persons = 8_200_000_000
async function customerWithAccounts(accounts: number): Promise<EnrolledCustomer & { accounts: string[] }> {
  persons += 100
  const person = String(persons)
  const numbers = Array.from({ length: accounts }, (_, at) => String(persons + at))
  for (const [at, account] of numbers.entries()) {
    await addTestAccount(portal.database.db, { account, person: { id: person, isKnown: at > 0 }, ...kinds[at] })
  }
  return { ...(await enrolCustomer(portal.deps, { person })), accounts: numbers }
}
const kinds = [{}, { customerClass: 'COMM' }, { status: '60' }]

describe('given the right username and password', () => {
  test('then the person and all their accounts are told, the commas of the places removed (C§3, C§7)', async () => {
    const maria = await customerWithAccounts(3)
    const reply = await signIn(portal.guest(), maria)
    expect(reply.statusCode).toBe(200)
    const premiseInfo = '7 Water Lane Unit 2 Tamuning GU 96913'
    expect(reply.json()).toEqual({
      status: { loginMessage: 'Success. Please wait for redirection.' },
      result: {
        loginSuccessful: true,
        personId: maria.personId,
        premiseData: [
          { accountId: maria.accounts[0], premiseInfo, customerClass: 'RESID', isActive: true },
          { accountId: maria.accounts[1], premiseInfo, customerClass: 'COMM', isActive: true },
          { accountId: maria.accounts[2], premiseInfo, customerClass: 'RESID', isActive: false },
        ],
      },
    })
  })

  test('then the browser holds a session to which exactly these accounts are open', async () => {
    const maria = await customerWithAccounts(2)
    const browser = portal.guest()
    await signIn(browser, maria)
    expect((await browser.get('/api/v1/session')).json()).toMatchObject({
      username: maria.username,
      personId: maria.personId,
    })
    const { rows } = await portal.database.pool.query<{ account_id: string }>(
      `select account_id from session_account where session_id = (select id from session where web_user_id = $1)
       order by account_id`,
      [maria.webUserId],
    )
    expect(rows.map((row) => row.account_id)).toEqual(maria.accounts)
  })

  test.each([
    ['in other capitals', (name: string) => name.toUpperCase()],
    ['with spaces around it', (name: string) => ` ${name} `],
  ])('the name typed %s is the same name', async (_, typed) => {
    const maria = await enrolCustomer(portal.deps)
    const reply = await signIn(portal.guest(), { ...maria, username: typed(maria.username) })
    expect(reply.json().result.loginSuccessful).toBe(true)
  })

  test('nothing but name and password is needed, and a limit of the client changes nothing', async () => {
    const maria = await enrolCustomer(portal.deps)
    const { username: userName, password } = maria
    expect((await portal.guest().post(path, { userName, password })).json().result.loginSuccessful).toBe(true)
    for (let n = 1; n <= 5; n += 1) {
      await portal.guest().post(path, { userName, password: 'wrong', wrongPasswordCountLimit: '500' })
    }
    expect((await signIn(portal.guest(), maria)).json()).toEqual(refused(signInTexts.exceeded))
  })
})

describe('given a wrong password, or a name nobody has', () => {
  test('then both are answered the same, to the limit and beyond it (C§8)', async () => {
    const maria = await enrolCustomer(portal.deps)
    const answers = async (userName: string): Promise<unknown[]> => {
      const all: unknown[] = []
      for (let n = 1; n <= 7; n += 1)
        all.push((await signIn(portal.guest(), { username: userName, password: 'no' })).json())
      return all
    }
    const known = await answers(maria.username)
    expect(known).toEqual([
      ...Array.from({ length: 4 }, () => refused(signInTexts.failed)),
      ...Array.from({ length: 3 }, () => refused('Exceeded number of wrong password')),
    ])
    expect(await answers('nobody-has-this')).toEqual(known)
  })

  test.each([
    ['a wrong password', async () => await enrolCustomer(portal.deps)],
    ['a name nobody has', async () => ({ username: 'nobody-has-this', password: '' })],
    ['a locked login', async () => await lockedCustomer()],
  ])('then %s costs one comparison and opens nothing', async (_, who) => {
    const { username } = await who()
    const browser = portal.guest()
    const before = await hashesMade()
    await signIn(browser, { username, password: 'no' })
    expect((await hashesMade()) - before).toBe(1)
    expect(browser.cookies.size).toBe(0)
  })

  test.each([
    ['userName', { userName: ' ', password: 'x' }, signInTexts.usernameRequired],
    ['password', { userName: 'maria', password: '' }, signInTexts.passwordRequired],
  ])('then without a %s the field says so, and nothing is counted', async (field, body, message) => {
    const reply = await portal.guest().post(path, body)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ errors: [{ field, message }] })
  })
})

describe('given five wrong passwords', () => {
  test('then the right one does not help any more, whichever process is asked', async () => {
    const maria = await enrolCustomer(portal.deps)
    const connection = connect(portal.database.url)
    const other = await createApp({ ...portal.deps, ...connection }, { isReady: true })
    for (let n = 1; n <= 4; n += 1) await signIn(portal.guest(), { ...maria, password: 'no' })
    const ask = async (password: string): Promise<unknown> => {
      const payload = asSpecified(maria.username, password)
      return (await other.inject({ method: 'POST', url: path, payload })).json()
    }
    expect(await ask('no')).toEqual(refused(signInTexts.exceeded))
    expect(await ask(maria.password)).toEqual(refused(signInTexts.exceeded))
    expect((await signIn(portal.guest(), maria)).json()).toEqual(refused(signInTexts.exceeded))
    await other.close()
    await connection.close()
  })

  test('made at the same moment, the sixth right one among them does not get in', async () => {
    const maria = await enrolCustomer(portal.deps)
    const replies = await Promise.all(
      Array.from({ length: 12 }, async () => await signIn(portal.guest(), { ...maria, password: 'no' })),
    )
    expect(replies.filter((reply) => reply.json().status.loginMessage === signInTexts.failed)).toHaveLength(4)
    expect((await signIn(portal.guest(), maria)).json()).toEqual(refused(signInTexts.exceeded))
  })

  test('a right one before lets counting start anew', async () => {
    const maria = await enrolCustomer(portal.deps)
    for (let round = 1; round <= 2; round += 1) {
      for (let n = 1; n <= 4; n += 1) await signIn(portal.guest(), { ...maria, password: 'no' })
      expect((await signIn(portal.guest(), maria)).json().result.loginSuccessful).toBe(true)
    }
  })
})

describe('tries', () => {
  test('given too many for one name, then everybody waits for it, and is told how long', async () => {
    const maria = await lockedCustomer()
    for (let n = 0; n < limits.failedSignInsPerName.tries; n += 1) await signIn(portal.guest(), maria)
    const reply = await signIn(portal.guest(), maria)
    expect(reply.statusCode).toBe(429)
    expect(reply.json()).toMatchObject({ title: commonProblems['too-many-tries'].title })
    expect(reply.headers['retry-after']).toBe(String(reply.json().retryAfterSeconds))
  })

  test('given too many for many names from one address, then that address waits', async () => {
    for (let n = 1; n < limits.failedSignInsPerAddress.tries; n += 1) {
      await takeTry(portal.deps, 'failedSignInsPerAddress', '127.0.0.1')
    }
    expect((await signIn(portal.guest(), { username: 'one', password: 'no' })).statusCode).toBe(200)
    expect((await signIn(portal.guest(), { username: 'another', password: 'no' })).statusCode).toBe(429)
  })

  test('given any number that succeed, then nobody waits', async () => {
    const maria = await enrolCustomer(portal.deps)
    for (let n = 0; n <= limits.failedSignInsPerName.tries; n += 1) {
      expect((await signIn(portal.guest(), maria)).statusCode).toBe(200)
    }
  })
})

describe('given trouble', () => {
  test('when the billing system is down, then that is said and no session opened; it counts as no wrong password', async () => {
    const accountsOfPerson = async (): Promise<never> => {
      throw new BillingSystemDown('no answer from 10.0.0.7')
    }
    const broken = await testApp({ clock, billing: { ...portal.deps.billing, accountsOfPerson } })
    const maria = await enrolCustomer(broken.deps)
    const browser = broken.guest()
    for (let n = 1; n <= 6; n += 1) {
      const reply = await signIn(browser, maria)
      expect(reply.statusCode).toBe(502)
      expect(reply.json()).toMatchObject({ type: '/problems/partner-down' })
    }
    expect(browser.cookies.size).toBe(0)
    await broken.close()
  })

  test('when login is switched off, then nobody signs in; an administrator of level 1 or 2 can test it (R6, R16)', async () => {
    const maria = await enrolCustomer(portal.deps)
    await flipLogin(true)
    const reply = await signIn(portal.guest(), maria)
    expect([reply.statusCode, reply.json().type]).toEqual([503, '/problems/maintenance'])

    const tester = await portal.administrator(2)
    const asked = asSpecified(maria.username, maria.password)
    expect((await tester.post('/api/v1/backdoor-login', asked)).json().result.loginSuccessful).toBe(true)
    expect((await tester.get('/api/v1/session')).json().username).toBe(maria.username)
    expect((await (await portal.administrator(3)).post('/api/v1/backdoor-login', asked)).statusCode).toBe(403)
    expect((await portal.guest().post('/api/v1/backdoor-login', asked)).statusCode).toBe(401)
    await flipLogin(false)
  })

  test('a test by an administrator locks like any other', async () => {
    const maria = await lockedCustomer()
    const tester = await portal.administrator(1)
    const reply = await tester.post('/api/v1/backdoor-login', asSpecified(maria.username, maria.password))
    expect(reply.json()).toEqual(refused(signInTexts.exceeded))
  })
})

test('sign-ins, refused ones and tests by administrators are in the audit log, without names that nobody has', async () => {
  const maria = await enrolCustomer(portal.deps)
  await signIn(portal.guest(), maria)
  await signIn(portal.guest(), { ...maria, password: 'no' })
  await signIn(portal.guest(), { username: 'Is this my password?', password: 'no' })
  const tester = await portal.administrator(1)
  await tester.post('/api/v1/backdoor-login', asSpecified(maria.username, maria.password))
  const { rows } = await portal.database.pool.query(
    'select actor_kind, actor, action, outcome, subject, address from audit_entry order by id desc limit 4',
  )
  const address = '127.0.0.1'
  expect(rows.toReversed()).toEqual([
    {
      actor_kind: 'customer',
      actor: maria.username,
      action: 'customer-sign-in',
      outcome: 'done',
      subject: '',
      address,
    },
    {
      actor_kind: 'customer',
      actor: maria.username,
      action: 'customer-sign-in',
      outcome: 'refused',
      subject: '',
      address,
    },
    { actor_kind: 'guest', actor: '', action: 'customer-sign-in', outcome: 'refused', subject: '', address },
    {
      actor_kind: 'admin',
      actor: expect.stringMatching(/^admin/),
      action: 'backdoor-sign-in',
      outcome: 'done',
      subject: maria.username,
      address,
    },
  ])
})

async function lockedCustomer(): Promise<EnrolledCustomer> {
  const customer = await enrolCustomer(portal.deps)
  for (let n = 1; n <= 5; n += 1) await signIn(portal.guest(), { ...customer, password: 'no' })
  await portal.database.pool.query('truncate rate_limit')
  return customer
}

async function hashesMade(): Promise<number> {
  const { values } = await secretHashSeconds.get()
  return values.find((one) => one.metricName?.endsWith('_count'))?.value ?? 0
}

async function flipLogin(isOff: boolean): Promise<void> {
  await portal.database.pool.query("update maintenance_switch set is_off = $1 where name = 'login'", [isOff])
  clock.advance(1000)
}
