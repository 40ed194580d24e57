import { ownSessionsTexts } from '@portal/contract/own-sessions'
import { commonProblems } from '@portal/contract/problem'
import { wrongPasswordLimit, signInTexts } from '@portal/contract/sign-in-texts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BillingSystemDown } from '../../adapters/billing-system/port.ts'
import { createApp } from '../../app.ts'
import { connect } from '../../database/connect.ts'
import { hashSecret } from '../../foundation/credentials/hashing.ts'
import { limits } from '../../foundation/rate-limits/limits.ts'
import { consume } from '../../foundation/rate-limits/rate-limits.ts'
import { whileAuditRefuses } from '../../foundation/testing/refusing-audit.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'
import { testClock } from '../../testing/clock.ts'
import { type EnrolledCustomer, enrolCustomer } from '../../testing/people.ts'
import { asSpecified, lockOut, refused, signIn } from './testing/signing.ts'

const path = '/api/v1/user-login'
const clock = testClock()
let portal: TestApp
beforeAll(async () => {
  portal = await testApp({ clock })
})
beforeEach(() => portal.database.pool.query('delete from rate_limit'))
afterAll(() => portal.close())

describe('given five wrong passwords', () => {
  test('then even the right one does not work, in whichever process', async () => {
    const maria = await enrolCustomer(portal.deps)
    const connection = connect(portal.database.url)
    const other = await createApp({ ...portal.deps, ...connection }, { isReady: true, isClockRight: true })
    for (let n = 1; n <= 4; n += 1) await signIn(portal.guest(), { ...maria, password: 'no' })
    const ask = async (password: string): Promise<unknown> => {
      const payload = asSpecified(maria.username, password)
      return (await other.inject({ method: 'POST', url: path, payload })).json()
    }
    expect(await ask('no')).toEqual(refused(signInTexts.exceeded))
    expect(await ask(maria.password)).toEqual(refused(signInTexts.exceeded))
    expect((await signIn(portal.guest(), maria)).json()).toEqual(refused(signInTexts.exceeded))
    const { rows } = await portal.database.pool.query('select locked_at from web_user where id = $1', [maria.webUserId])
    expect(rows).toEqual([{ locked_at: clock.now() }])
    await other.close()
    await connection.close()
  })

  test('at the same moment, then the right one among them, the sixth, does not get in', async () => {
    const maria = await enrolCustomer(portal.deps)
    // Hashed at full cost, so that the passwords are also compared at the same moment.
    const hash = await hashSecret(maria.password)
    await portal.database.pool.query('update web_user set password_hash = $1 where id = $2', [hash, maria.webUserId])
    const replies = await Promise.all(
      Array.from({ length: 12 }, async () => await signIn(portal.guest(), { ...maria, password: 'no' })),
    )
    expect(replies.filter((reply) => reply.json().status.loginMessage === signInTexts.failed)).toHaveLength(4)
    expect((await signIn(portal.guest(), maria)).json()).toEqual(refused(signInTexts.exceeded))
  })

  test('with a right one before them, then the count is reset', async () => {
    const maria = await enrolCustomer(portal.deps)
    for (let round = 1; round <= 2; round += 1) {
      for (let n = 1; n <= 4; n += 1) await signIn(portal.guest(), { ...maria, password: 'no' })
      expect((await signIn(portal.guest(), maria)).json().result.loginSuccessful).toBe(true)
    }
  })
})

describe('given all guesses are held by others at the same moment', () => {
  test('then a right password is turned away, but locks nobody: it works once they are given back', async () => {
    const maria = await enrolCustomer(portal.deps)
    const guessesHeld = async (held: number): Promise<void> => {
      await portal.database.pool.query('update web_user set wrong_passwords = $1 where id = $2', [
        held,
        maria.webUserId,
      ])
    }
    await guessesHeld(wrongPasswordLimit)
    expect((await signIn(portal.guest(), maria)).json()).toEqual(refused(signInTexts.exceeded))
    await guessesHeld(0)
    expect((await signIn(portal.guest(), maria)).json().result.loginSuccessful).toBe(true)
  })
})

describe('tries', () => {
  test('given too many for one name, then everybody has to wait for it, and the reply says how long', async () => {
    const maria = await lockedCustomer()
    for (let n = 0; n < limits.failedSignInsPerName.attempts; n += 1) await signIn(portal.guest(), maria)
    const reply = await signIn(portal.guest(), maria)
    expect(reply.statusCode).toBe(429)
    expect(reply.json()).toMatchObject({ title: commonProblems['too-many-tries'].title })
    expect(reply.headers['retry-after']).toBe(String(reply.json().retryAfterSeconds))
  })

  test('given too many for many names from one address, then that address has to wait', async () => {
    for (let n = 1; n < limits.failedSignInsPerAddress.attempts; n += 1) {
      await consume(portal.deps, 'failedSignInsPerAddress', '127.0.0.1')
    }
    expect((await signIn(portal.guest(), { username: 'one', password: 'no' })).statusCode).toBe(200)
    expect((await signIn(portal.guest(), { username: 'another', password: 'no' })).statusCode).toBe(429)
  })

  test('given any number of successful sign-ins, then nobody has to wait', async () => {
    const maria = await enrolCustomer(portal.deps)
    for (let n = 0; n <= limits.failedSignInsPerName.attempts; n += 1) {
      expect((await signIn(portal.guest(), maria)).statusCode).toBe(200)
    }
  })
})

describe('given a failure of our own or of a partner', () => {
  test('when the billing system is down, then the reply says so and opens no session, and nothing counts as a wrong password', async () => {
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

  test('when the session cannot be opened, then the right password does not count as a wrong one', async () => {
    const maria = await enrolCustomer(portal.deps)
    await whileAuditRefuses(portal.database.pool, 'customer-sign-in', async () => {
      for (let n = 1; n <= 5; n += 1) expect((await signIn(portal.guest(), maria)).statusCode).toBe(500)
    })
    expect((await signIn(portal.guest(), maria)).json().result.loginSuccessful).toBe(true)
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

async function lockedCustomer(): Promise<EnrolledCustomer> {
  const customer = await enrolCustomer(portal.deps)
  await lockOut(portal, customer)
  return customer
}

async function flipLogin(isOff: boolean): Promise<void> {
  await portal.database.pool.query("update maintenance_switch set is_off = $1 where name = 'login'", [isOff])
  clock.advance(1000)
}

describe('given a browser in which the customer has signed in before', () => {
  async function knownBrowser(maria: EnrolledCustomer): Promise<TestBrowser> {
    const browser = portal.guest()
    await signIn(browser, maria)
    await browser.post('/api/v1/logout', {})
    return browser
  }

  async function wrongIn(browser: () => TestBrowser, maria: EnrolledCustomer, times: number): Promise<void> {
    for (let n = 1; n <= times; n += 1) await signIn(browser(), { ...maria, password: 'no' })
  }

  const isIn = async (browser: TestBrowser, maria: EnrolledCustomer): Promise<unknown> =>
    (await signIn(browser, maria)).json().result.loginSuccessful

  test('when strangers guess as often as they can, then it lets the customer in, and no other browser does', async () => {
    const maria = await enrolCustomer(portal.deps)
    const known = await knownBrowser(maria)
    await wrongIn(() => portal.guest(), maria, 5)
    const { attempts: tries } = limits.failedSignInsPerAddress
    await portal.database.pool.query('update rate_limit set points = $1', [tries])
    expect(await isIn(known, maria)).toBe(true)
    await portal.database.pool.query('delete from rate_limit')
    expect((await signIn(portal.guest(), maria)).json()).toEqual(refused(signInTexts.exceeded))
  })

  test('when wrong passwords are tried in it, then it has five guesses of its own, and locks no other browser', async () => {
    const maria = await enrolCustomer(portal.deps)
    const known = await knownBrowser(maria)
    await wrongIn(() => known, maria, 4)
    expect(await isIn(known, maria)).toBe(true)
    await wrongIn(() => known, maria, 5)
    expect((await signIn(known, maria)).json()).toEqual(refused(signInTexts.exceeded))
    expect(await isIn(portal.guest(), maria)).toBe(true)
  })

  test('when the customer is signed in there, then strangers who guess do not spoil the current password either', async () => {
    const maria = await enrolCustomer(portal.deps)
    const known = portal.guest()
    await signIn(known, maria)
    await wrongIn(() => portal.guest(), maria, 5)
    const { personId, password: oldPassword } = maria
    const ended = await known.post('/api/v1/end-own-session', { id: 1, currentPassword: oldPassword })
    expect(ended.json().result.description).toBe(ownSessionsTexts.endedAlready)
    const asked = { personId, oldPassword, password: 'Sumay-1898' }
    for (let n = 1; n <= 5; n += 1) await known.post('/api/v1/update-user-password', { ...asked, oldPassword: 'no' })
    expect((await known.post('/api/v1/update-user-password', asked)).json().result).toEqual({
      status: 'Failed',
      description: signInTexts.exceededShown,
    })
    await portal.database.pool.query('update known_browser set wrong_passwords = 4')
    expect((await known.post('/api/v1/update-user-password', asked)).json().result.status).toBe('Success')
    expect(await isIn(portal.guest(), { ...maria, password: asked.password })).toBe(true)
  })

  test('when somebody else signs in there, too, then it is known for both, and a copy of the old cookie for nobody', async () => {
    const [maria, jose] = [await enrolCustomer(portal.deps), await enrolCustomer(portal.deps)]
    const known = await knownBrowser(maria)
    const copied = portal.guest()
    for (const [name, value] of known.cookies) copied.cookies.set(name, value)
    await signIn(known, jose)
    for (const each of [maria, jose]) await wrongIn(() => portal.guest(), each, 5)
    await portal.database.pool.query('delete from rate_limit')
    expect([await isIn(known, maria), await isIn(known, jose)]).toEqual([true, true])
    expect(await isIn(copied, maria)).toBe(false)
  })

  test('when the customer gets a password from a clerk, then it is forgotten', async () => {
    const maria = await enrolCustomer(portal.deps)
    const known = await knownBrowser(maria)
    const clerk = await portal.administrator(4)
    const password = 'Sumay-1898'
    const reply = await clerk.post('/api/v1/password-reset', { personId: maria.personId, password })
    expect(reply.json().result.status).toBe('Success')
    await wrongIn(() => portal.guest(), maria, 5)
    expect(await isIn(known, { ...maria, password })).toBe(false)
  })
})
