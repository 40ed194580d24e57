import { endOwnSession, listOwnSessions, ownSessionsTexts } from '@portal/contract/own-sessions'
import { signInTexts } from '@portal/contract/sign-in-texts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestAccount } from '../adapters/billing-system/ledger/testing/ledger.ts'
import { type TestApp, type TestBrowser, testApp } from '../http/testing/app.ts'
import { testClock } from '../testing/clock.ts'
import { type EnrolledCustomer, enrolCustomer } from '../testing/people.ts'
import { firefox, listedInFirefox } from './own-sessions/testing/listed.ts'

const minute = 60_000
const clock = testClock()

let portal: TestApp
let maria: EnrolledCustomer
beforeAll(async () => {
  portal = await testApp({ clock })
  await addTestAccount(portal.database.db, { account: '4821007391' })
  maria = await enrolCustomer(portal.deps, { person: '4821007391', username: 'maria' })
})
beforeEach(() => portal.database.pool.query('delete from session'))
afterAll(() => portal.close())

async function signIn(userAgent: string): Promise<TestBrowser> {
  const browser = portal.guest()
  const typed = { userName: maria.username, password: maria.password }
  const reply = await browser.post('/api/v1/user-login', typed, { 'user-agent': userAgent })
  expect(reply.json().result.loginSuccessful).toBe(true)
  return browser
}

async function list(browser: TestBrowser) {
  return listOwnSessions.reply.parse((await browser.get('/api/v1/own-sessions')).json()).result
}

async function end(browser: TestBrowser, id: number | undefined) {
  return (await endWith(browser, id, maria.password)).status
}

async function endWith(browser: TestBrowser, id: number | undefined, currentPassword: string) {
  const reply = await browser.post('/api/v1/end-own-session', { id, currentPassword })
  return endOwnSession.reply.parse(reply.json()).result
}

const isIn = async (browser: TestBrowser) => (await browser.get('/api/v1/session')).statusCode === 200

describe('the list of a customer’s own sessions', () => {
  test('shows for each browser its name, address, beginning and last use; this one comes first', async () => {
    const started = clock.now()
    const here = await signIn(firefox)
    clock.advance(3 * minute)
    await signIn('')
    expect(await list(here)).toEqual(listedInFirefox(started, clock.now()))
  })

  test('continues with the browser that was used last', async () => {
    const devices = ['', firefox.replace('Android 15', 'Windows NT 10.0'), firefox]
    for (const device of devices) {
      await signIn(device)
      clock.advance(minute)
    }
    const here = await signIn('')
    const rest = (await list(here)).slice(1)
    expect(rest.map(({ device }) => device)).toEqual(['Firefox on Android', 'Firefox on Windows', ''])
  })

  test('has no ended session, and none of somebody else', async () => {
    await signIn(firefox)
    clock.advance(17 * minute)
    await portal.customer()
    const here = await signIn(firefox)
    expect((await list(here)).map(({ isThisOne }) => isThisOne)).toEqual([true])
  })

  test('has no token, and the browser’s own description is not stored', async () => {
    const here = await signIn(`${firefox} secret-of-a-browser`)
    const { rows } = await portal.database.pool.query<{ row: string }>('select session::text as row from session')
    expect(rows[0]?.row).not.toContain('secret-of-a-browser')
    const told = JSON.stringify(await list(here))
    for (const token of here.cookies.values()) expect(told).not.toContain(token)
  })
})

describe('ending a session', () => {
  test('logs that browser out at once, and this one stays', async () => {
    const [here, there] = [await signIn(firefox), await signIn(firefox)]
    const other = (await list(here)).find(({ isThisOne }) => !isThisOne)
    expect(await end(here, other?.id)).toBe('Success')
    expect([await isIn(here), await isIn(there)]).toEqual([true, false])
    expect(await list(here)).toHaveLength(1)
  })

  test('that is over already is reported as such', async () => {
    const [here, there] = [await signIn(firefox), await signIn(firefox)]
    const other = (await list(here)).find(({ isThisOne }) => !isThisOne)
    await there.post('/api/v1/logout', {})
    const answer = await endWith(here, other?.id, maria.password)
    expect(answer).toEqual({ status: 'Failed', description: ownSessionsTexts.endedAlready })
  })

  test('of somebody else, or the current one, does nothing', async () => {
    const here = await signIn(firefox)
    const juan = await portal.customer()
    const [theirs, own] = [(await list(juan))[0], (await list(here))[0]]
    expect([await end(here, theirs?.id), await end(here, own?.id)]).toEqual(['Failed', 'Failed'])
    expect([await isIn(juan), await isIn(here)]).toEqual([true, true])
  })

  test('of an administrator does nothing for a customer', async () => {
    const ana = await portal.administrator(1)
    const { rows } = await portal.database.pool.query<{ id: number }>("select id from session where kind = 'admin'")
    expect(await end(await signIn(firefox), Number(rows[0]?.id))).toBe('Failed')
    expect((await ana.get('/api/v1/admin-session')).statusCode).toBe(200)
  })
})

describe('ending a session without the password', () => {
  async function locked(): Promise<boolean> {
    const { rows } = await portal.database.pool.query('select from web_user where id = $1 and locked_at is not null', [
      maria.webUserId,
    ])
    return rows.length > 0
  }

  test('does nothing; the fifth wrong one locks the login, as at sign-in, unless the browser is known', async () => {
    const [here, there] = [await signIn(firefox), await signIn(firefox)]
    here.cookies.delete('portal-known')
    const other = (await list(here)).find(({ isThisOne }) => !isThisOne)
    for (const currentPassword of [undefined, '']) {
      const reply = await here.post('/api/v1/end-own-session', { id: other?.id, currentPassword })
      expect(reply.statusCode).toBe(400)
    }
    const wrong = { status: 'Failed', description: signInTexts.wrongCurrentPassword, field: 'currentPassword' }
    for (let time = 0; time < 4; time += 1) expect(await endWith(here, other?.id, 'wrong-pass-1')).toEqual(wrong)
    expect(await locked()).toBe(false)
    const used = { status: 'Failed', description: signInTexts.exceededShown }
    expect(await endWith(here, other?.id, 'wrong-pass-1')).toEqual(used)
    expect(await locked()).toBe(true)
    expect(await endWith(here, other?.id, maria.password)).toEqual(used)
    expect([await isIn(here), await isIn(there)]).toEqual([true, true])
  })
})
