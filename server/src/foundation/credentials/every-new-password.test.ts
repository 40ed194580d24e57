import { randomUUID } from 'node:crypto'
import type { Call } from '@portal/contract/call'
import { NewPassword } from '@portal/contract/credentials'
import { later } from '@portal/contract/dates'
import { forgotPassword } from '@portal/contract/forgot'
import { easyPasswordTexts } from '@portal/contract/predictable-password'
import { allCalls } from '@portal/contract/testing/all-calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import { payload, prove } from '../../features/sign-up/testing/enrollment.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'
import { linkDigest } from '../../messages/outbox/link.ts'
import { cheapHash } from '../../testing/hash.ts'
import { type EnrolledCustomer, enrolCustomer } from '../../testing/people.ts'

const mine = '4821007391'
const notEnrolled = '4821007392'
const adminPassword = 'right-pass-1'

let portal: TestApp
let maria: EnrolledCustomer
let ana: { id: number; browser: TestBrowser }
beforeAll(async () => {
  portal = await testApp()
  for (const account of [mine, notEnrolled]) await addTestAccount(portal.database.db, { account })
  maria = await enrolCustomer(portal.deps, { person: mine, username: 'maria' })
  const browser = await portal.administrator(1)
  const { id } = z.object({ id: z.number() }).parse((await browser.get('/api/v1/admin-session')).json())
  await portal.database.pool.query('update admin_user set username = $1, password_hash = $2 where id = $3', [
    'ana.perez',
    await cheapHash(adminPassword),
    id,
  ])
  ana = { id, browser }
})
afterAll(() => portal.close())

interface Way {
  /** The username that the password must not consist of. */
  username: string
  field: string
  ask: (password: string) => Promise<{ statusCode: number; json: () => unknown }>
}

/** Every way in which a person sets a password, by the path of its call. */
const ways: Readonly<Record<string, Way>> = {
  '/api/v1/sign-up-user': {
    username: 'juan.santos',
    field: 'password',
    ask: async (password) => {
      const guest = portal.guest()
      const chosen = payload(await prove(guest, notEnrolled), { username: 'juan.santos', password })
      return await guest.post('/api/v1/sign-up-user', chosen)
    },
  },
  '/api/v1/set-password': {
    username: 'maria',
    field: 'password',
    ask: async (password) => {
      const token = randomUUID()
      await mailLink(token)
      return await portal.guest().post('/api/v1/set-password', { token, password })
    },
  },
  '/api/v1/update-user-password': {
    username: 'maria',
    field: 'password',
    ask: async (password) => {
      const browser = await portal.customer({ person: mine })
      const asked = { personId: mine, oldPassword: maria.password, password }
      return await browser.post('/api/v1/update-user-password', asked)
    },
  },
  '/api/v1/password-reset': {
    username: 'maria',
    field: 'password',
    ask: async (password) => await ana.browser.post('/api/v1/password-reset', { personId: mine, password }),
  },
  '/api/v1/insert-admin': {
    username: 'ben.taitano',
    field: 'password',
    ask: async (password) => {
      const ben = { admin_role: 3, email: 'ben@utility.example', username: 'ben.taitano', password }
      return await ana.browser.post('/api/v1/insert-admin', ben)
    },
  },
  '/api/v1/update-password': {
    username: 'admin.other',
    field: 'new_password',
    ask: async (password) => {
      await portal.administrator(3)
      const { rows } = await portal.database.pool.query<{ id: string }>(
        "update admin_user set username = 'admin.other' where id = (select max(id) from admin_user) returning id",
      )
      const asked = { id: Number(rows[0]?.id), new_password: password }
      const reply = await ana.browser.post('/api/v1/update-password', asked)
      await ana.browser.post('/api/v1/delete-admin', { id: asked.id })
      return reply
    },
  },
  '/api/v1/update-admin-password': {
    username: 'ana.perez',
    field: 'new_password',
    ask: async (password) => {
      const asked = { id: ana.id, old_password: adminPassword, new_password: password }
      return await ana.browser.post('/api/v1/update-admin-password', asked)
    },
  },
}

async function mailLink(secret: string): Promise<void> {
  const guest = portal.guest()
  const found = await guest.post('/api/v1/forgot-password', { accountId: mine, division: 'GWA', username: 'maria' })
  const { result } = forgotPassword.reply.parse(found.json())
  await portal.database.db
    .updateTable('recovery')
    .set({
      mailed_to: 'maria@example.com',
      token_sha256: linkDigest(secret),
      expires_at: later(portal.deps.clock.now(), 60_000),
    })
    .where('handle', '=', result.status === 'Success' ? result.personId : '')
    .execute()
}

async function keptHashes(): Promise<{ username: string; password_hash: string }[]> {
  const { rows } = await portal.database.pool.query<{ username: string; password_hash: string }>(
    'select username, password_hash from web_user union all select username, password_hash from admin_user order by username',
  )
  return rows
}

test('every call that accepts a new password is tried here', () => {
  const taking = Object.values<Call>(allCalls).filter(
    ({ body }) => body instanceof z.ZodObject && Object.values(body.shape).includes(NewPassword),
  )
  // The body of sign-up is a union of two readings, so it is missing from the list of fields.
  expect(Object.keys(ways).toSorted()).toEqual([...taking.map(({ path }) => path), '/api/v1/sign-up-user'].toSorted())
})

describe.each(Object.entries(ways))('%s', (_, { username, field, ask }) => {
  test.each([
    ['that everybody uses', 'Trust-No-1', easyPasswordTexts.common],
    ['made of the username', `${username}-12`, easyPasswordTexts.ofNames],
    ['made of the name of the utility', 'GWA-2026!', easyPasswordTexts.ofNames],
  ])('refuses a password %s at its field, and nothing is changed', async (_why, password, message) => {
    const before = await keptHashes()
    const reply = await ask(password)
    expect([reply.statusCode, reply.json()]).toMatchObject([400, { errors: [{ field, message }] }])
    expect(await keptHashes()).toEqual(before)
  })
})

test('a common password that was chosen before this rule existed still works', async () => {
  const old = await enrolCustomer(portal.deps, { person: notEnrolled, username: 'old' })
  await portal.database.pool.query('update web_user set password_hash = $1 where id = $2', [
    await cheapHash('Password1'),
    old.webUserId,
  ])
  const reply = await portal.guest().post('/api/v1/user-login', { userName: 'old', password: 'Password1' })
  expect(reply.json()).toMatchObject({ result: { loginSuccessful: true } })
})
