import { Buffer } from 'node:buffer'
import type { SecondFactorSetup } from '@portal/contract/admin-sign-in'
import { adminSignInTexts } from '@portal/contract/console-texts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { whileChanged } from '../../database/testing/while-changed.ts'
import { limits } from '../../foundation/rate-limits/limits.ts'
import { whileAuditRefuses } from '../../foundation/testing/refusing-audit.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'
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

function codeOf(secret: string, steps = 0): string {
  const timestamp = Date.parse(clock.now()) + steps * 30_000
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}

async function setUp(browser: TestBrowser): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret, proof } = (await browser.post('/api/v1/begin-second-factor', {})).json<SecondFactorSetup>()
  const reply = await browser.post('/api/v1/confirm-second-factor', { code: codeOf(secret), proof, password })
  const { recoveryCodes } = reply.json<{ recoveryCodes: string[] }>()
  expect(recoveryCodes).toHaveLength(10)
  // The code has been used; the next sign-in needs the next one.
  clock.advance(30_000)
  return { secret, recoveryCodes }
}

async function signedIn(): Promise<TestBrowser> {
  await addAdmin(portal.deps, 'ana')
  const browser = portal.guest()
  await logIn(browser)
  return browser
}

describe('a second factor', () => {
  test('that the administrator has set up is asked for from then on', async () => {
    const { secret } = await setUp(await signedIn())
    const browser = portal.guest()
    expect((await logIn(browser)).json()).toEqual({
      status: 'SecondFactor',
      description: adminSignInTexts.codeNeeded,
    })
    expect((await browser.get('/api/v1/admin-session')).statusCode).toBe(401)
    expect((await logIn(browser, { code: codeOf(secret) })).json().status).toBe('Success')
    expect((await browser.get('/api/v1/admin-session')).json().hasSecondFactor).toBe(true)
  })

  test('that is set up in one browser signs every other browser of the administrator out', async () => {
    const [here, there] = [await signedIn(), portal.guest()]
    await logIn(there)
    await setUp(here)
    expect((await here.get('/api/v1/admin-session')).statusCode).toBe(200)
    expect((await there.get('/api/v1/admin-session')).statusCode).toBe(401)
  })

  test.each([
    { seconds: -1, status: 'SecondFactor' },
    { seconds: 0, status: 'Success' },
    { seconds: 39, status: 'Success' },
    { seconds: 40, status: 'SecondFactor' },
  ])('answers $status to a code $seconds seconds after the app began to show it', async ({ seconds, status }) => {
    const { secret } = await setUp(await signedIn())
    clock.advance(10 * minute - (Date.parse(clock.now()) % 30_000))
    const code = codeOf(secret)
    clock.advance(seconds * 1000)
    expect((await logIn(portal.guest(), { code })).json().status).toBe(status)
  })

  test('counts when it is sent in time, however long signing in then takes', async () => {
    const { secret } = await setUp(await signedIn())
    const code = codeOf(secret)
    const hold = { sql: "update admin_user set email = 'a@b.example'", values: [] }
    const later = () => clock.advance(2 * minute)
    const reply = await whileChanged(portal.database.pool, hold, () => logIn(portal.guest(), { code }), later)
    expect(reply.json().status).toBe('Success')
  })

  test('lets one code in once, even when it comes twice at the same moment', async () => {
    const { secret } = await setUp(await signedIn())
    const code = codeOf(secret)
    const replies = await Promise.all([logIn(portal.guest(), { code }), logIn(portal.guest(), { code })])
    expect(replies.map((reply) => String(reply.json().status)).toSorted()).toEqual(['SecondFactor', 'Success'])
    expect((await logIn(portal.guest(), { code })).json().description).toBe(adminSignInTexts.codeWrong)
  })

  test('can be replaced by each recovery code once', async () => {
    const { recoveryCodes } = await setUp(await signedIn())
    const [code = ''] = recoveryCodes
    expect((await logIn(portal.guest(), { code: code.toUpperCase() })).json().status).toBe('Success')
    expect((await logIn(portal.guest(), { code })).json().status).toBe('SecondFactor')
  })

  test('accepts only its own codes: those of another administrator, from the app or for recovery, are wrong', async () => {
    const ana = await setUp(await signedIn())
    await addAdmin(portal.deps, 'ben')
    const other = portal.guest()
    await logIn(other, { username: 'ben' })
    const ben = await setUp(other)
    for (const code of [codeOf(ben.secret), ben.recoveryCodes[0]]) {
      expect((await logIn(portal.guest(), { code })).json().description).toBe(adminSignInTexts.codeWrong)
    }
    expect((await logIn(portal.guest(), { code: ana.recoveryCodes[0] })).json().status).toBe('Success')
    expect((await logIn(portal.guest(), { username: 'ben', code: ben.recoveryCodes[0] })).json().status).toBe('Success')
  })

  test('given another SECOND_FACTOR_SECRET, then a recovery code works, no code of the app does, and a new app can be set up', async () => {
    const { secret, recoveryCodes } = await setUp(await signedIn())
    const before = portal.deps.config.SECOND_FACTOR_SECRET
    portal.deps.config.SECOND_FACTOR_SECRET = 'another-secret'.repeat(3)
    try {
      const refused = await logIn(portal.guest(), { code: codeOf(secret) })
      expect(refused.json()).toMatchObject({ status: 'SecondFactor', description: adminSignInTexts.codeWrong })
      const browser = portal.guest()
      expect((await logIn(browser, { code: recoveryCodes[0] })).json().status).toBe('Success')
      const anew = await setUp(browser)
      expect((await logIn(portal.guest(), { code: codeOf(anew.secret) })).json().status).toBe('Success')
    } finally {
      portal.deps.config.SECOND_FACTOR_SECRET = before
    }
  })

  test('has recovery codes of at least 128 bits, so that plain digests of them may be stored', async () => {
    const { recoveryCodes } = await setUp(await signedIn())
    for (const code of recoveryCodes) expect(code).toMatch(/^([a-km-np-z2-9]{4}-){6}[a-km-np-z2-9]{4}$/)
  })

  test('cannot be set up by somebody who only has the browser: that would lock the owner out', async () => {
    const browser = await signedIn()
    const { secret, proof } = (await browser.post('/api/v1/begin-second-factor', {})).json<SecondFactorSetup>()
    for (const given of [{}, { password: 'wrong-pass-1' }]) {
      const reply = await browser.post('/api/v1/confirm-second-factor', { code: codeOf(secret), proof, ...given })
      expect(reply.json()).toEqual({ status: 'Failed', description: adminSignInTexts.currentPasswordWrong })
    }
    expect((await logIn(portal.guest())).json().status).toBe('Success')
  })

  test('cannot be replaced by somebody who only has the browser: it takes the password, and wrong ones count', async () => {
    const browser = await signedIn()
    const { secret } = await setUp(browser)
    const offered = (await browser.post('/api/v1/begin-second-factor', {})).json<SecondFactorSetup>()
    const replace = async (given: object) =>
      await browser.post('/api/v1/confirm-second-factor', {
        code: codeOf(offered.secret),
        proof: offered.proof,
        ...given,
      })
    const wrong = { status: 'Failed', description: adminSignInTexts.currentPasswordWrong }
    expect((await replace({})).json()).toEqual(wrong)
    expect((await replace({ password: 'wrong-pass-1' })).json()).toEqual(wrong)
    expect((await logIn(portal.guest(), { code: codeOf(secret) })).json().status).toBe('Success')
    expect((await replace({ password })).json()).toMatchObject({ status: 'Success', recoveryCodes: expect.any(Array) })

    clock.advance(30_000)
    expect((await logIn(portal.guest(), { code: codeOf(secret) })).json().status).toBe('SecondFactor')
    expect((await logIn(portal.guest(), { code: codeOf(offered.secret) })).json().status).toBe('Success')
    for (let tries = 0; tries < 5; tries += 1) await replace({ password: 'wrong-pass-1' })
    expect((await replace({ password })).statusCode).toBe(429)
  })

  test('counts wrong codes like wrong passwords, and records them as refused', async () => {
    await setUp(await signedIn())
    const refused = "select from audit_entry where action = 'admin-sign-in' and actor = 'ana' and outcome = 'refused'"
    const before = (await portal.database.pool.query(refused)).rowCount ?? 0
    for (let tries = 0; tries < 5; tries += 1) await logIn(portal.guest(), { code: '000000' })
    expect((await logIn(portal.guest(), { code: '000000' })).statusCode).toBe(429)
    expect((await portal.database.pool.query(refused)).rowCount).toBe(before + 5)
  })

  test('counts nothing while the code is missing', async () => {
    const { secret } = await setUp(await signedIn())
    const { attempts: tries } = limits.wrongAdminSignInsPerName
    for (let n = 0; n <= tries; n += 1) expect((await logIn(portal.guest())).json().status).toBe('SecondFactor')
    expect((await logIn(portal.guest(), { code: codeOf(secret) })).json().status).toBe('Success')
  })

  test('allows few wrong codes a day, even to somebody who waits between them; right ones do not count', async () => {
    const { secret } = await setUp(await signedIn())
    const { attempts: tries } = limits.wrongCodesPerAdmin
    const wait = async () =>
      await portal.database.pool.query("delete from rate_limit where key not like 'wrongCodesPerAdmin%'")
    for (let n = 1; n < tries; n += 1) {
      await wait()
      expect((await logIn(portal.guest(), { code: '000000' })).json().status).toBe('SecondFactor')
    }
    await wait()
    expect((await logIn(portal.guest(), { code: codeOf(secret) })).json().status).toBe('Success')
    clock.advance(30_000)
    expect((await logIn(portal.guest(), { code: '000000' })).json().status).toBe('SecondFactor')
    await wait()
    expect((await logIn(portal.guest(), { code: codeOf(secret) })).statusCode).toBe(429)
  })

  test('that is right does not count as wrong when the sign-in cannot be recorded', async () => {
    const { secret } = await setUp(await signedIn())
    await whileAuditRefuses(portal.database.pool, 'admin-sign-in', async () => {
      expect((await logIn(portal.guest(), { code: codeOf(secret) })).statusCode).toBe(500)
    })
    const counted = "select from rate_limit where points > 0 and key ~ '^wrong(Codes|AdminSignIns)'"
    expect((await portal.database.pool.query(counted)).rowCount).toBe(0)
    expect((await logIn(portal.guest(), { code: codeOf(secret) })).json().status).toBe('Success')
  })

  test('that the profile requires for a level is set up while signing in', async () => {
    portal.deps.profile.secondFactorLevels = [1]
    await addAdmin(portal.deps, 'ana', 1)
    await addAdmin(portal.deps, 'ben', 4)
    const browser = portal.guest()
    const asked = (await logIn(browser)).json<{ setUp: SecondFactorSetup }>()
    expect(asked).toMatchObject({ status: 'SecondFactorSetup', description: adminSignInTexts.setUpNeeded })
    expect(asked.setUp.address).toMatch(/^otpauth:\/\/totp\/GWA/)
    expect((await browser.get('/api/v1/admin-session')).statusCode).toBe(401)

    const { secret, proof } = asked.setUp
    const wrong = await logIn(browser, { code: '000000', setUpProof: proof })
    expect(wrong.json()).toMatchObject({ status: 'SecondFactorSetup', description: adminSignInTexts.codeWrong })
    for (const half of [{ code: codeOf(secret) }, { setUpProof: proof }]) {
      expect((await logIn(browser, half)).json().status).toBe('SecondFactorSetup')
    }
    const right = await logIn(browser, { code: codeOf(secret), setUpProof: proof })
    expect(right.json()).toMatchObject({ status: 'Success', recoveryCodes: expect.any(Array) })
    expect((await logIn(portal.guest(), { username: 'ben' })).json().status).toBe('Success')
  })

  test('cannot be set up with a proof that is old, of another administrator, or made up', async () => {
    const browser = await signedIn()
    const { secret, proof } = (await browser.post('/api/v1/begin-second-factor', {})).json<SecondFactorSetup>()
    await addAdmin(portal.deps, 'ben')
    const other = portal.guest()
    await logIn(other, { username: 'ben' })
    const given = { code: codeOf(secret), proof, password }
    expect((await other.post('/api/v1/confirm-second-factor', given)).json().status).toBe('Failed')
    for (const made of ['x.y', 'x', '.']) {
      const reply = await browser.post('/api/v1/confirm-second-factor', { ...given, proof: made })
      expect(reply.json().status).toBe('Failed')
    }
    const forged = `${proof.split('.')[0]}.${'A'.repeat(43)}`
    expect((await browser.post('/api/v1/confirm-second-factor', { ...given, proof: forged })).json().status).toBe(
      'Failed',
    )
    clock.advance(14 * minute)
    await browser.post('/api/v1/keep-admin-session', {})
    clock.advance(2 * minute)
    const late = { code: codeOf(secret), proof, password }
    expect((await browser.post('/api/v1/confirm-second-factor', late)).json().status).toBe('Failed')
  })

  test('that is set up gives the browser another token, and the one it had no longer works', async () => {
    const browser = await signedIn()
    const held = Object.fromEntries(browser.cookies)
    await setUp(browser)
    expect((await browser.get('/api/v1/admin-session')).statusCode).toBe(200)
    expect((await portal.app.inject({ url: '/api/v1/admin-session', cookies: held })).statusCode).toBe(401)
  })

  test('is stored only encrypted, and its recovery codes only as digests', async () => {
    const { secret, recoveryCodes } = await setUp(await signedIn())
    const { rows } = await portal.database.pool.query<{ kept: string }>(
      `select encode(second_factor_secret, 'hex') || (select string_agg(encode(code_sha256, 'hex'), '') from admin_recovery_code) as kept
       from admin_user where username = 'ana'`,
    )
    const kept = rows[0]?.kept
    // Ten digests of 32 bytes, and the secret: two characters per byte.
    expect(kept).toMatch(/^[0-9a-f]{640,}$/)
    expect(kept).not.toContain(Buffer.from(Secret.fromBase32(secret).bytes).toString('hex'))
    for (const code of recoveryCodes) {
      for (const form of [code, code.replaceAll('-', '')]) expect(kept).not.toContain(Buffer.from(form).toString('hex'))
    }
  })
})
