import type { SecondFactorSetup } from '@portal/contract/admin-sign-in'
import { insertAdmin } from '@portal/contract/admin-users'
import { endOwnSession } from '@portal/contract/own-sessions'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestAccount } from '../adapters/billing-system/ledger/testing/ledger.ts'
import { whileChanged } from '../database/testing/while-changed.ts'
import { addAdmin, password } from '../testing/administrators.ts'
import { type EnrolledCustomer, enrolCustomer } from '../testing/people.ts'
import { type TestApp, type TestBrowser, testApp } from './testing/app.ts'

const next = 'monsoon-2026'

let portal: TestApp
let maria: EnrolledCustomer
beforeAll(async () => {
  portal = await testApp()
  await addTestAccount(portal.database.db, { account: '4821007391' })
  maria = await enrolCustomer(portal.deps, { person: '4821007391', username: 'maria' })
})
beforeEach(() => portal.database.pool.query('delete from rate_limit; delete from admin_user'))
afterAll(() => portal.close())

/** The passwords, levels, names and second factors of all users, which none of these calls may change anymore. */
async function everybody(): Promise<unknown[]> {
  const { rows } = await portal.database.pool.query<object>(
    `select username, password_hash, null as level, false as has_second_factor from web_user
     union all select username, password_hash, level, second_factor_secret is not null from admin_user order by 1`,
  )
  return rows
}

interface Admins {
  ana: number
  ben: number
}

async function codeOfNewApp(ana: TestBrowser): Promise<object> {
  const { secret, proof } = (await ana.post('/api/v1/begin-second-factor', {})).json<SecondFactorSetup>()
  const timestamp = Date.parse(portal.deps.clock.now())
  return { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp }), proof, password }
}

type Body = (ids: Admins, ana: TestBrowser) => object | Promise<object>

const calls: [name: string, path: string, body: Body][] = [
  ['adds', insertAdmin.path, () => ({ admin_role: 1, email: 'c@utility.example', username: 'cora', password: next })],
  ['deletes', '/api/v1/delete-admin', ({ ben }) => ({ id: ben })],
  ['sets the password of', '/api/v1/update-password', ({ ben }) => ({ id: ben, new_password: next })],
  ['changes the level of', '/api/v1/update-role', ({ ben }) => ({ id: ben, role: 1 })],
  [
    'changes the own password of',
    '/api/v1/update-admin-password',
    ({ ana }) => ({ id: ana, old_password: password, new_password: next }),
  ],
  [
    'sets the password of a customer of',
    '/api/v1/password-reset',
    () => ({ personId: maria.personId, password: next }),
  ],
  ['sets up the second factor of', '/api/v1/confirm-second-factor', (_ids, ana) => codeOfNewApp(ana)],
]

describe.each(calls)('given a call that %s an administrator', (_, path, body) => {
  async function begin(): Promise<{ ana: TestBrowser; ids: Admins }> {
    const ids = { ana: await addAdmin(portal.deps, 'ana'), ben: await addAdmin(portal.deps, 'ben', 3) }
    const ana = portal.guest()
    const reply = await ana.post('/api/v1/login', { username: 'ana', password })
    expect(reply.json().status).toBe('Success')
    return { ana, ids }
  }

  test.each([
    ['whose session ends meanwhile', 401, 'delete from session where admin_user_id = $1'],
    ['whose level changes meanwhile', 403, 'update admin_user set level = 6 where id = $1'],
  ])('by somebody %s, then it changes nothing (%i)', async (_who, status, sql) => {
    const { ana, ids } = await begin()
    const change = { sql, values: [ids.ana] }
    const before = JSON.stringify(await everybody())
    const asked = await body(ids, ana)
    const reply = await whileChanged(portal.database.pool, change, () => ana.post(path, asked))
    await portal.database.pool.query('update admin_user set level = 1 where id = $1', [ids.ana])
    expect([reply.statusCode, JSON.stringify(await everybody())]).toEqual([status, before])
  })

  test('by somebody who stays signed in, then it is made', async () => {
    const { ana, ids } = await begin()
    const before = JSON.stringify(await everybody())
    expect((await ana.post(path, await body(ids, ana))).statusCode).toBe(200)
    expect(JSON.stringify(await everybody())).not.toBe(before)
  })
})

test('given a customer who is logged out while the password is being changed, then the password stays as it was', async () => {
  const juan = await enrolCustomer(portal.deps)
  const browser = portal.guest()
  await browser.post('/api/v1/user-login', { userName: juan.username, password: juan.password })
  const before = await everybody()
  const change = { personId: juan.personId, oldPassword: juan.password, password: next }
  const reply = await whileChanged(
    portal.database.pool,
    { sql: 'delete from session where web_user_id = $1', values: [juan.webUserId] },
    () => browser.post('/api/v1/update-user-password', change),
  )
  expect([reply.statusCode, await everybody()]).toEqual([401, before])
})

test.each([
  [
    'a customer hands in a human verification',
    async () => {
      const browser = await portal.customer()
      const answer = await browser.solve('checkout')
      return () => browser.post('/api/v1/human-check', { purpose: 'checkout', answer })
    },
  ],
  [
    'a customer ends another of their sessions',
    async () => {
      const juan = await enrolCustomer(portal.deps)
      const browser = portal.guest()
      await browser.post('/api/v1/user-login', { userName: juan.username, password: juan.password })
      return () => browser.post(endOwnSession.path, { id: 1, currentPassword: juan.password })
    },
  ],
  [
    'an administrator looks up an account to pay it by phone',
    async () => {
      const browser = await portal.administrator(3)
      return () => browser.post('/api/v1/phoned-in-accounts', { accountIds: ['4821007391'] })
    },
  ],
])('given a log-out while %s, then they are asked to sign in', async (_what, begin) => {
  const call = await begin()
  const reply = await whileChanged(portal.database.pool, { sql: 'delete from session', values: [] }, call)
  expect([reply.statusCode, reply.json().type]).toEqual([401, '/problems/not-signed-in'])
})
