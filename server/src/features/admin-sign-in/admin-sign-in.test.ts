import { adminSignInTexts } from '@portal/contract/console-texts'
import { ownSessionsTexts } from '@portal/contract/own-sessions'
import { credentialTexts } from '@portal/contract/sign-in-texts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { whileChanged } from '../../database/testing/while-changed.ts'
import { verifyAudit } from '../../foundation/audit.ts'
import { limits } from '../../foundation/rate-limits/limits.ts'
import { whileAuditRefuses } from '../../foundation/testing/refusing-audit.ts'
import { type TestApp, testApp } from '../../http/testing/app.ts'
import { addAdmin, logIn, password } from '../../testing/administrators.ts'
import { testClock } from '../../testing/clock.ts'

const minute = 60_000
const clock = testClock()

let portal: TestApp
beforeAll(async () => {
  portal = await testApp({ clock })
})
beforeEach(async () => {
  await portal.database.pool.query('delete from rate_limit')
  await portal.database.pool.query('delete from admin_user')
  portal.deps.profile.secondFactorLevels = []
})
afterAll(() => portal.close())

async function lastEntry(): Promise<Record<string, unknown> | undefined> {
  return (await lastEntries(1))[0]
}

/** The newest entries of the audit log, in the order in which they were written. */
async function lastEntries(count: number): Promise<Record<string, unknown>[]> {
  const { rows } = await portal.database.pool.query<Record<string, unknown>>(
    'select actor, action, outcome, subject, address from audit_entry order by id desc limit $1',
    [count],
  )
  return rows.toReversed()
}

describe('given the right username and password', () => {
  test('then the id, the level and the username come back, and the console is open (A§7)', async () => {
    const id = await addAdmin(portal.deps, 'ana', 3)
    const browser = portal.guest()
    expect((await logIn(browser)).json()).toEqual({
      status: 'Success',
      result: [{ id, admin_role: 3, username: 'ana' }],
    })
    expect((await browser.get('/api/v1/admin-session')).json()).toMatchObject({ id, username: 'ana', level: 3 })
    expect(await lastEntry()).toMatchObject({ actor: 'ana', action: 'admin-sign-in', outcome: 'done' })
  })

  test('when the sign-in cannot be recorded, then that does not count as a wrong password', async () => {
    await addAdmin(portal.deps, 'ana')
    const { attempts: tries } = limits.wrongAdminSignInsPerName
    await whileAuditRefuses(portal.database.pool, 'admin-sign-in', async () => {
      for (let n = 0; n <= tries; n += 1) expect((await logIn(portal.guest())).statusCode).toBe(500)
    })
    expect((await logIn(portal.guest())).json().status).toBe('Success')
  })

  test('in upper or lower case, then it is the same administrator', async () => {
    await addAdmin(portal.deps, 'Ana')
    expect((await logIn(portal.guest(), { username: 'aNA' })).json().status).toBe('Success')
  })

  test('in capitals that JavaScript and PostgreSQL convert differently, then the console is open', async () => {
    await addAdmin(portal.deps, 'ΟΔΟΣ')
    expect((await logIn(portal.guest(), { username: 'ΟΔΟΣ' })).json().status).toBe('Success')
  })

  test('then the session that the browser had before no longer works, and the log says whose has ended', async () => {
    await addAdmin(portal.deps, 'ana')
    await addAdmin(portal.deps, 'ben')
    const browser = portal.guest()
    await logIn(browser)
    const before = new Map(browser.cookies)
    await logIn(browser, { username: 'ben' })
    const old = await portal.app.inject({ url: '/api/v1/admin-session', cookies: Object.fromEntries(before) })
    expect(old.statusCode).toBe(401)
    expect((await browser.get('/api/v1/admin-session')).statusCode).toBe(200)
    expect(await lastEntries(2)).toMatchObject([
      { actor: 'ana', action: 'admin-sign-out', outcome: 'done' },
      { actor: 'ben', action: 'admin-sign-in', outcome: 'done' },
    ])
  })

  test('when the end of the browser’s earlier session cannot be recorded, then that session stays', async () => {
    await addAdmin(portal.deps, 'ana')
    const browser = portal.guest()
    await logIn(browser)
    await whileAuditRefuses(portal.database.pool, 'admin-sign-out', async () => {
      expect((await logIn(browser)).statusCode).toBe(500)
    })
    expect((await browser.get('/api/v1/admin-session')).statusCode).toBe(200)
    expect(await lastEntry()).toMatchObject({ actor: 'ana', action: 'admin-sign-in' })
  })
})

describe('given credentials that were right a moment ago, while they are being changed', () => {
  test.each([
    ['the password', "update admin_user set password_hash = 'another' where id = $1"],
    ['that there is no second factor', "update admin_user set second_factor_secret = 'a secret' where id = $1"],
    ['that there is such an administrator', 'delete from admin_user where id = $1'],
  ])('%s, then it is refused like a wrong password', async (_, change) => {
    const id = await addAdmin(portal.deps, 'ana')
    const browser = portal.guest()
    const reply = await whileChanged(
      portal.database.pool,
      { sql: change, values: [id] },
      async () => await logIn(browser),
    )
    expect(reply.json()).toEqual({ status: 'Failed', description: adminSignInTexts.failed })
    expect((await browser.get('/api/v1/admin-session')).statusCode).toBe(401)
    expect(await lastEntry()).toMatchObject({ actor: 'ana', action: 'admin-sign-in', outcome: 'refused' })
  })
})

describe('given wrong credentials', () => {
  test.each([
    ['the password', { password: 'wrong-pass-1' }],
    ['the username', { username: 'nobody' }],
    ['an empty password', { password: '' }],
    ['an injection', { username: "' or true --" }],
  ])('%s, then the words are those of A§8 and the log says who was refused', async (_, changes) => {
    await addAdmin(portal.deps, 'ana')
    const browser = portal.guest()
    const reply = await logIn(browser, changes)
    expect(reply.json()).toEqual({ status: 'Failed', description: adminSignInTexts.failed })
    expect((await browser.get('/api/v1/admin-session')).statusCode).toBe(401)
    const actor = 'username' in changes ? '' : 'ana'
    expect(await lastEntry()).toMatchObject({ actor, action: 'admin-sign-in', outcome: 'refused' })
  })

  test('five times, then the right password has to wait a quarter of an hour, and no other administrator has to', async () => {
    await addAdmin(portal.deps, 'ana')
    await addAdmin(portal.deps, 'ben')
    const browser = portal.guest()
    for (let tries = 0; tries < 5; tries += 1) await logIn(browser, { password: 'wrong-pass-1' })
    const refused = await logIn(browser)
    expect(refused.statusCode).toBe(429)
    expect(refused.json().retryAfterSeconds).toBeGreaterThan(14 * 60)
    expect((await logIn(browser, { username: 'ben' })).json().status).toBe('Success')
  })

  test.each([
    ['silvia', ['silvia', 'SILVIA', 'Silvia', 'sILVIA', 'silviA']],
    ['οδοσ', ['οδοσ', 'ΟΔΟΣ', 'οδοΣ', 'Οδοσ', 'ΟΔΟσ']],
  ])('five times for %s in capitals of every kind, then the right one has to wait', async (username, typed) => {
    await addAdmin(portal.deps, username)
    const browser = portal.guest()
    for (const name of typed) await logIn(browser, { username: name, password: 'wrong-pass-1' })
    expect((await logIn(browser, { username })).statusCode).toBe(429)
  })

  test('five times from an address without tries left, then the reply has the longer wait', async () => {
    await addAdmin(portal.deps, 'ana')
    const browser = portal.guest()
    for (let tries = 0; tries < 5; tries += 1) await logIn(browser, { password: 'wrong-pass-1' })
    await portal.database.pool.query(
      "update rate_limit set points = 1000, expire = expire - 60000 where key like 'failedAdminSignInsPerAddress:%'",
    )
    const refused = await logIn(browser)
    expect(refused.statusCode).toBe(429)
    expect(refused.json().retryAfterSeconds).toBeGreaterThan(14 * 60)
  })

  test.each(['demo.İt', 'demo.ıt', 'ＤＥＭＯ.it', 'demo.it\u200B'])(
    'the username %j is not demo.it, whatever its small letters are',
    async (username) => {
      await addAdmin(portal.deps, 'demo.it')
      expect((await logIn(portal.guest(), { username })).json()).toEqual({
        status: 'Failed',
        description: adminSignInTexts.failed,
      })
      expect((await logIn(portal.guest(), { username: 'DEMO.IT' })).json().status).toBe('Success')
    },
  )

  test('five times by strangers, then a browser in which the administrator has signed in before lets them in and change what is theirs', async () => {
    const id = await addAdmin(portal.deps, 'ana')
    const known = portal.guest()
    await logIn(known)
    await known.post('/api/v1/admin-logout', {})
    for (let tries = 0; tries < 5; tries += 1) await logIn(portal.guest(), { password: 'wrong-pass-1' })
    await portal.database.pool.query('update rate_limit set points = 1000')
    expect((await logIn(known)).json().status).toBe('Success')
    expect((await logIn(portal.guest())).statusCode).toBe(429)
    const changed = await known.post('/api/v1/update-admin-password', {
      id,
      old_password: password,
      new_password: 'kelp-forest-2',
    })
    expect(changed.json().result.status).toBe('Success')
    const app = { code: '000000', proof: 'none', password: 'kelp-forest-2' }
    const setUp = await known.post('/api/v1/confirm-second-factor', app)
    expect(setUp.json()).toEqual({ status: 'Failed', description: adminSignInTexts.codeWrong })
    const ended = await known.post('/api/v1/end-own-session', { id: 1, currentPassword: app.password })
    expect(ended.json().result.description).toBe(ownSessionsTexts.endedAlready)
    for (let tries = 0; tries < 5; tries += 1) await logIn(known, { password: 'wrong-pass-1' })
    expect((await logIn(known)).statusCode).toBe(429)
    const other = await portal.administrator(1)
    await other.post('/api/v1/update-password', { id, new_password: 'kelp-forest-1' })
    expect(
      (await portal.database.pool.query('select from known_browser where admin_user_id = $1', [id])).rowCount,
    ).toBe(0)
  })

  test('a whole office signs in from one address, but not somebody who guesses names', async () => {
    await addAdmin(portal.deps, 'ana')
    for (let colleague = 0; colleague < 61; colleague += 1) {
      expect((await logIn(portal.guest())).json().status).toBe('Success')
    }
    const statuses: number[] = []
    for (let guess = 0; guess < 61; guess += 1) {
      statuses.push((await logIn(portal.guest(), { username: `nobody${guess}` })).statusCode)
    }
    expect([statuses.indexOf(429), statuses.at(-1)]).toEqual([60, 429])
  })

  test('four times and then right, again and again, then nobody has to wait', async () => {
    await addAdmin(portal.deps, 'ana')
    const browser = portal.guest()
    for (let round = 0; round < 3; round += 1) {
      await logIn(browser, { password: 'wrong-pass-1' })
      expect((await logIn(browser)).json().status).toBe('Success')
    }
  })
})

describe('a session of the console', () => {
  test('ends at sign-out, and signing out twice is not an error', async () => {
    await addAdmin(portal.deps, 'ana')
    const browser = portal.guest()
    await logIn(browser)
    const held = Object.fromEntries(browser.cookies)
    expect((await browser.post('/api/v1/admin-logout', {})).json()).toEqual({ status: 'Success' })
    expect(await lastEntry()).toMatchObject({ actor: 'ana', action: 'admin-sign-out' })
    expect((await portal.app.inject({ url: '/api/v1/admin-session', cookies: held })).statusCode).toBe(401)
    expect((await browser.post('/api/v1/admin-logout', {})).statusCode).toBe(200)
  })

  test('does not end when its end cannot be recorded in the audit log', async () => {
    await addAdmin(portal.deps, 'ana')
    const browser = portal.guest()
    await logIn(browser)
    await whileAuditRefuses(portal.database.pool, 'admin-sign-out', async () => {
      expect((await browser.post('/api/v1/admin-logout', {})).statusCode).toBe(500)
    })
    expect((await browser.get('/api/v1/admin-session')).statusCode).toBe(200)
    await browser.post('/api/v1/admin-logout', {})
    expect(await lastEntry()).toMatchObject({ actor: 'ana', action: 'admin-sign-out' })
  })

  test('that is ended twice at once has one entry in the audit log', async () => {
    const id = await addAdmin(portal.deps, 'ana')
    const browser = portal.guest()
    await logIn(browser)
    const { pool } = portal.database
    const ended = { sql: 'delete from session where admin_user_id = $1', values: [id] }
    await whileChanged(pool, ended, async () => await browser.post('/api/v1/admin-logout', {}))
    expect(await lastEntry()).toMatchObject({ actor: 'ana', action: 'admin-sign-in' })
  })

  test('is kept alive by the call that keeps it, not by the one that reads it', async () => {
    await addAdmin(portal.deps, 'ana')
    const [kept, lookedAt] = [portal.guest(), portal.guest()]
    await logIn(kept)
    await logIn(lookedAt)
    for (let round = 0; round < 4; round += 1) {
      clock.advance(5 * minute)
      expect((await kept.post('/api/v1/keep-admin-session', {})).statusCode).toBe(200)
      await lookedAt.get('/api/v1/admin-session')
    }
    expect((await kept.get('/api/v1/admin-session')).json().secondsLeft).toBeGreaterThan(14 * 60)
    expect((await lookedAt.get('/api/v1/admin-session')).statusCode).toBe(401)
  })
})

describe('the administrator’s own password', () => {
  const change = { old_password: password, new_password: 'other-pass-2' }

  test('is changed; the other browsers are signed out and this one is not (A§2)', async () => {
    const id = await addAdmin(portal.deps, 'ana')
    const [here, there] = [portal.guest(), portal.guest()]
    await logIn(here)
    await logIn(there)
    const reply = await here.post('/api/v1/update-admin-password', { id, ...change })
    expect(reply.json()).toEqual({ result: { status: 'Success', Description: adminSignInTexts.passwordUpdated } })
    expect((await here.get('/api/v1/admin-session')).statusCode).toBe(200)
    expect((await there.get('/api/v1/admin-session')).statusCode).toBe(401)
    expect((await logIn(portal.guest())).json().status).toBe('Failed')
    expect((await logIn(portal.guest(), { password: 'other-pass-2' })).json().status).toBe('Success')
  })

  test('stays when the current one was wrong', async () => {
    const id = await addAdmin(portal.deps, 'ana')
    const browser = portal.guest()
    await logIn(browser)
    const reply = await browser.post('/api/v1/update-admin-password', { id, ...change, old_password: 'wrong-pass-1' })
    expect(reply.json().result).toEqual({ status: 'Failed', Description: adminSignInTexts.currentPasswordWrong })
  })

  test('allows five wrong ones, as signing in does; then even the right one has to wait', async () => {
    const id = await addAdmin(portal.deps, 'ana')
    const browser = portal.guest()
    await logIn(browser)
    browser.cookies.delete('portal-known')
    const ask = async (old_password: string) =>
      await browser.post('/api/v1/update-admin-password', { id, ...change, old_password })
    for (let tries = 0; tries < 5; tries += 1) expect((await ask('wrong-pass-1')).statusCode).toBe(200)
    expect([(await ask(password)).statusCode, (await logIn(portal.guest())).statusCode]).toEqual([429, 429])
  })

  test('stays as somebody else is setting it at that moment', async () => {
    const id = await addAdmin(portal.deps, 'ana')
    const browser = portal.guest()
    await logIn(browser)
    const { pool } = portal.database
    const other = { sql: "update admin_user set password_hash = 'another' where id = $1", values: [id] }
    const ask = async () => await browser.post('/api/v1/update-admin-password', { id, ...change })
    const { result } = (await whileChanged(pool, other, ask)).json()
    expect(result).toEqual({ status: 'Failed', Description: adminSignInTexts.currentPasswordWrong })
    const { rows } = await pool.query('select password_hash from admin_user where id = $1', [id])
    expect(rows).toEqual([{ password_hash: 'another' }])
  })

  test('is not changed with the id of somebody else', async () => {
    await addAdmin(portal.deps, 'ana')
    const other = await addAdmin(portal.deps, 'ben')
    const browser = portal.guest()
    await logIn(browser)
    expect((await browser.post('/api/v1/update-admin-password', { id: other, ...change })).statusCode).toBe(403)
  })

  test.each(['short', 'longer-than-15-characters'])('is refused when it is %s', async (chosen) => {
    const id = await addAdmin(portal.deps, 'ana')
    const browser = portal.guest()
    await logIn(browser)
    const reply = await browser.post('/api/v1/update-admin-password', { id, ...change, new_password: chosen })
    expect(reply.json().errors).toEqual([{ field: 'new_password', message: credentialTexts.passwordLength }])
  })
})

test('passwords and codes are in no log line, and the audit log is intact', async () => {
  await addAdmin(portal.deps, 'ana')
  await logIn(portal.guest(), { password: 'canary-pass-9' })
  await logIn(portal.guest(), { username: 'canary-pass-9' })
  expect(portal.logLines.join('\n')).not.toContain('canary-pass-9')
  const { rows: counts } = await portal.database.pool.query<{ key: string }>('select key from rate_limit')
  expect(counts.map(({ key }) => key).join()).not.toContain('canary')
  const { rows } = await portal.database.pool.query<{ all: string }>(
    'select string_agg(audit_entry::text, $$|$$) as all from audit_entry',
  )
  expect(rows[0]?.all).not.toContain('canary-pass-9')
  expect((await verifyAudit(portal.database.db)).brokenAt).toBeNull()
})
