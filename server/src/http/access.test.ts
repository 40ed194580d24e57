import type { AdminLevel } from '@portal/contract/admin-levels'
import type { Access, Call } from '@portal/contract/call'
import { Problem, problemType } from '@portal/contract/problem'
import { allCalls } from '@portal/contract/testing/all-calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, type TestBrowser, testApp } from './testing/app.ts'

const levels = [1, 2, 3, 4, 5, 6] as const satisfies readonly AdminLevel[]
const everybody = ['nobody', 'guest', 'customer', ...levels] as const
type Who = (typeof everybody)[number]

/** Whom each kind of access lets in, repeated here on purpose. */
function letsIn(access: Access, who: Who): boolean {
  if (access === 'anyone' || access === 'guest' || access === 'visitor') return true
  if (access === 'payer') return who === 'guest' || who === 'customer' || who === 1 || who === 3 || who === 5
  if (access === 'customer') return who === 'customer'
  if ('admin' in access) return access.admin.some((level) => level === who)
  return who === 'customer' || access.customerOrAdmin.some((level) => level === who)
}

let portal: TestApp
beforeAll(async () => {
  portal = await testApp()
})
afterAll(() => portal.close())

describe.each(Object.entries(allCalls))('%s', (_, call: Call) => {
  test.each(everybody)('called by %s is let in or refused as the contract says (A§6, C§6)', async (who) => {
    const { cookies } = await browserOf(who)
    const statusCode = await statusOf(call, cookies)
    const isAdministrator = typeof who === 'number'
    const isForLevels = call.access === 'payer' || typeof call.access === 'object'
    const refusal = isAdministrator && isForLevels ? 403 : 401
    expect([401, 403].includes(statusCode) ? statusCode : 'let in').toBe(letsIn(call.access, who) ? 'let in' : refusal)
  })

  test.each(['customer', 1] as const)(
    'called by %s with a password that somebody else has set is refused unless the contract says otherwise',
    async (who) => {
      const browser = await browserOf(who)
      await portal.database.pool.query('update web_user set password_is_given = true')
      await portal.database.pool.query('update admin_user set password_is_given = true')
      const { problem } = await answerOf(call, browser.cookies)
      const isTheirs = call.access !== 'anyone' && call.access !== 'guest' && letsIn(call.access, who)
      expect(problem === problemType('password-is-given')).toBe(isTheirs && !call.isForGivenPassword)
    },
  )

  test('a call with an invented session is treated like one without a session', async () => {
    const made = { 'portal-guest': 'x'.repeat(43), 'portal-customer': 'x'.repeat(43), 'portal-admin': 'x' }
    expect(await statusOf(call, new Map(Object.entries(made)))).toBe(await statusOf(call, new Map()))
  })
})

/** A new browser for each call, because some calls end its session. */
async function browserOf(who: Who): Promise<TestBrowser> {
  if (who === 'customer') return await portal.customer()
  if (typeof who === 'number') return await portal.administrator(who)
  const browser = portal.guest()
  if (who === 'guest') {
    await browser.get('/api/v1/human-check?purpose=account')
    expect(browser.cookies.has('portal-guest')).toBe(true)
  }
  return browser
}

async function statusOf(call: Call, cookies: ReadonlyMap<string, string>): Promise<number> {
  return (await answerOf(call, cookies)).statusCode
}

/** The status, and the type of the problem if there is one. */
async function answerOf(
  call: Call,
  cookies: ReadonlyMap<string, string>,
): Promise<{ statusCode: number; problem: string | null }> {
  const url = call.path.replaceAll(/:\w+/g, 'b5f0d1f0-26a3-4d37-9d7e-5e7f0c7c3c11')
  const reply = await portal.app.inject({
    method: call.method,
    url,
    cookies: Object.fromEntries(cookies),
    ...(call.body && { payload: {} }),
  })
  const isProblem = reply.headers['content-type']?.toString().startsWith('application/problem+json')
  return { statusCode: reply.statusCode, problem: isProblem ? Problem.parse(reply.json()).type : null }
}
