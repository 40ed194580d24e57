import { adminLevels } from '@portal/contract/admin-levels'
import { type SessionKind, sessionHeader } from '@portal/contract/call'
import { endOwnSession, listOwnSessions } from '@portal/contract/own-sessions'
import { signInTexts } from '@portal/contract/sign-in-texts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { whileChanged } from '../database/testing/while-changed.ts'
import { verifyAudit } from '../foundation/audit.ts'
import { type TestApp, type TestBrowser, testApp } from '../http/testing/app.ts'
import { addAdmin, password } from '../testing/administrators.ts'
import { testClock } from '../testing/clock.ts'
import { type EnrolledCustomer, enrolCustomer } from '../testing/people.ts'
import { firefox, listedInFirefox } from './own-sessions/testing/listed.ts'

const minute = 60_000
const clock = testClock()

let portal: TestApp
/** An administrator and a customer, each the first in a new database, so that they have the same number. */
let ana: number
let maria: EnrolledCustomer
beforeAll(async () => {
  portal = await testApp({ clock })
  ana = await addAdmin(portal.deps, 'ana')
  maria = await enrolCustomer(portal.deps, { username: 'maria' })
})
beforeEach(() => portal.database.pool.query('delete from session'))
afterAll(() => portal.close())

async function logIn(username = 'ana', userAgent = firefox, browser = portal.guest()): Promise<TestBrowser> {
  const reply = await browser.post('/api/v1/login', { username, password }, { 'user-agent': userAgent })
  expect(reply.json().status).toBe('Success')
  return browser
}

async function signInMaria(browser = portal.guest()): Promise<TestBrowser> {
  const reply = await browser.post('/api/v1/user-login', { userName: maria.username, password: maria.password })
  expect(reply.json().result.loginSuccessful).toBe(true)
  return browser
}

async function list(browser: TestBrowser, as: SessionKind = 'admin') {
  const reply = await browser.get(listOwnSessions.path, { [sessionHeader]: as })
  return listOwnSessions.reply.parse(reply.json()).result
}

async function end(browser: TestBrowser, id: number | undefined, as: SessionKind = 'admin') {
  const currentPassword = as === 'admin' ? password : maria.password
  const reply = await browser.post(endOwnSession.path, { id, currentPassword }, { [sessionHeader]: as })
  return endOwnSession.reply.parse(reply.json()).result.status
}

const other = async (browser: TestBrowser, as?: SessionKind) =>
  (await list(browser, as)).find(({ isThisOne }) => !isThisOne)?.id
const isIn = async (browser: TestBrowser) => (await browser.get('/api/v1/admin-session')).statusCode === 200

async function endings(): Promise<Record<string, unknown>[]> {
  const { rows } = await portal.database.pool.query<Record<string, unknown>>(
    `select actor_kind, actor_id, actor, outcome, subject, address, before_change from audit_entry
     where action = 'admin-session-ended' order by id`,
  )
  return rows
}

describe('the list of an administrator’s own sessions', () => {
  test('shows for each browser its name, address, beginning and last use; this one comes first', async () => {
    const started = clock.now()
    const here = await logIn()
    clock.advance(3 * minute)
    await logIn('ana', '')
    expect(await list(here)).toEqual(listedInFirefox(started, clock.now()))
  })

  test('has no ended session, none of another administrator and none of the customer with the same number', async () => {
    await logIn()
    clock.advance(17 * minute)
    await portal.administrator(1)
    await signInMaria()
    const here = await logIn()
    expect((await list(here)).map(({ isThisOne }) => isThisOne)).toEqual([true])
  })

  test.each(adminLevels)('is there for level %i, who may end what is in it', async (level) => {
    const username = `level${level}`
    await addAdmin(portal.deps, username, level)
    const [here, there] = [await logIn(username), await logIn(username)]
    expect(await list(here)).toHaveLength(2)
    expect(await end(here, await other(here))).toBe('Success')
    expect([await isIn(here), await isIn(there)]).toEqual([true, false])
  })
})

describe('an administrator ends a session', () => {
  test('then that browser is logged out at once, this one stays, and the audit log says what was ended from where', async () => {
    const before = (await endings()).length
    const there = await logIn()
    clock.advance(minute)
    const here = await logIn('ana', '')
    expect(await end(here, await other(here))).toBe('Success')
    expect([await isIn(here), await isIn(there)]).toEqual([true, false])
    expect(await list(here)).toHaveLength(1)
    expect((await endings()).slice(before)).toEqual([
      {
        actor_kind: 'admin',
        actor_id: ana,
        actor: 'ana',
        outcome: 'done',
        subject: 'Firefox on Android',
        address: '127.0.0.1',
        before_change: JSON.stringify({ clientAddress: '127.0.0.1' }),
      },
    ])
    expect((await verifyAudit(portal.database.db)).brokenAt).toBeNull()
  })

  test('that is over already, the current one or one of another administrator: nothing happens, and nothing is recorded', async () => {
    const [here, there, ben] = [await logIn(), await logIn(), await portal.administrator(1)]
    const over = await other(here)
    await there.post('/api/v1/admin-logout', {})
    const [own, theirs] = [(await list(here))[0]?.id, (await list(ben))[0]?.id]
    const before = (await endings()).length
    for (const id of [over, own, theirs]) expect(await end(here, id)).toBe('Failed')
    expect([await isIn(here), await isIn(ben)]).toEqual([true, true])
    expect(await endings()).toHaveLength(before)
  })

  test('that has not been used for a long time has already ended by itself', async () => {
    const left = await logIn()
    const here = await logIn()
    const idle = await other(here)
    clock.advance(15 * minute)
    await here.post('/api/v1/keep-admin-session', {})
    clock.advance(minute)
    expect([await isIn(left), await end(here, idle)]).toEqual([false, 'Failed'])
  })

  test('of the customer with the same number: nothing happens, and neither can the customer end the administrator’s', async () => {
    expect(maria.webUserId).toBe(ana)
    const [desk, phone] = [await logIn(), await signInMaria()]
    const [ofAna, ofMaria] = [(await list(desk))[0]?.id, (await list(phone, 'customer'))[0]?.id]
    expect(ofMaria).toBeDefined()
    expect([await end(desk, ofMaria), await end(phone, ofAna, 'customer')]).toEqual(['Failed', 'Failed'])
    expect(await isIn(desk)).toBe(true)
    expect((await phone.get('/api/v1/session')).statusCode).toBe(200)
  })
})

describe('an administrator ends a session without their password', () => {
  const endWith = async (browser: TestBrowser, id: number | undefined, currentPassword?: string) =>
    await browser.post(endOwnSession.path, { id, currentPassword }, { [sessionHeader]: 'admin' })

  test('then nothing happens, wrong passwords count like those at sign-in, and the right one uses up no try', async () => {
    await addAdmin(portal.deps, 'cora')
    const [here, there] = [await logIn('cora'), await logIn('cora')]
    here.cookies.delete('portal-known')
    const id = await other(here)
    const before = (await endings()).length
    for (const missing of [undefined, '']) expect((await endWith(here, id, missing)).statusCode).toBe(400)
    for (let time = 0; time < 10; time += 1) expect(await end(here, 999_999)).toBe('Failed')
    const wrong = { status: 'Failed', description: signInTexts.wrongCurrentPassword, field: 'currentPassword' }
    for (let time = 0; time < 5; time += 1) {
      expect((await endWith(here, id, 'wrong-pass-1')).json()).toEqual({ result: wrong })
    }
    expect((await endWith(here, id, password)).statusCode).toBe(429)
    const reply = await portal.guest().post('/api/v1/login', { username: 'cora', password })
    expect(reply.statusCode).toBe(429)
    expect([await isIn(here), await isIn(there)]).toEqual([true, true])
    expect(await endings()).toHaveLength(before)
  })

  test('and a second factor is not asked for, because one factor is enough', async () => {
    const dora = await addAdmin(portal.deps, 'dora')
    const [here, there] = [await logIn('dora'), await logIn('dora')]
    await portal.database.pool.query("update admin_user set second_factor_secret = '\\x00' where id = $1", [dora])
    expect(await end(here, await other(here))).toBe('Success')
    expect(await isIn(there)).toBe(false)
  })
})

test('given two browsers that end each other at the same moment, then one is left, and the other is told to sign in', async () => {
  for (let time = 0; time < 10; time += 1) {
    const [one, two] = [await logIn(), await logIn()]
    const [ofOne, ofTwo] = [await other(two), await other(one)]
    const body = (id: number | undefined) => ({ id, currentPassword: password })
    const replies = await Promise.all([
      one.post(endOwnSession.path, body(ofTwo)),
      two.post(endOwnSession.path, body(ofOne)),
    ])
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 401]))
    expect([await isIn(one), await isIn(two)].filter(Boolean)).toHaveLength(1)
    await portal.database.pool.query('delete from session')
  }
})

test('given the password is just being changed, then another browser waits for that before it ends a session', async () => {
  const [here, there] = [await logIn(), await logIn()]
  const id = await other(here)
  const change = { sql: 'update admin_user set password_changed_at = now() where id = $1', values: [ana] }
  expect(await whileChanged(portal.database.pool, change, () => end(here, id))).toBe('Success')
  expect([await isIn(here), await isIn(there)]).toEqual([true, false])
})

describe('given one browser that is logged in as a customer and as an administrator', () => {
  test('then the page says whose sessions it means, and each list has only those', async () => {
    const [desk, phone] = [await logIn(), await signInMaria()]
    const both = await signInMaria(await logIn())
    const lists = { admin: await list(both), customer: await list(both, 'customer') }
    const ids = Object.values(lists).flatMap((sessions) => sessions.map(({ id }) => id))
    expect([lists.admin.length, lists.customer.length, new Set(ids).size]).toEqual([2, 2, 4])

    expect(await end(both, await other(both, 'customer'))).toBe('Failed')
    expect(await end(both, await other(both), 'customer')).toBe('Failed')
    expect(await end(both, await other(both))).toBe('Success')
    expect(await isIn(desk)).toBe(false)
    expect((await phone.get('/api/v1/session')).statusCode).toBe(200)
  })

  test('and one of the two sessions has ended, then the other does not answer in its place', async () => {
    const both = await signInMaria(await logIn())
    await both.post('/api/v1/admin-logout', {})
    const asked = async (as: SessionKind) => (await both.get(listOwnSessions.path, { [sessionHeader]: as })).statusCode
    expect([await asked('admin'), await asked('customer')]).toEqual([401, 200])
  })
})
