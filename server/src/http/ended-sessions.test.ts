import type { Call } from '@portal/contract/call'
import { allCalls } from '@portal/contract/testing/all-calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testClock } from '../testing/clock.ts'
import { type TestApp, type TestBrowser, testApp } from './testing/app.ts'

const minute = 60_000
const clock = testClock()

let portal: TestApp
/** The cookies that each browser still sends after its session has ended. */
const stale: Record<string, Record<string, string>> = {}

beforeAll(async () => {
  portal = await testApp({ clock })
  const keep = (how: string, { cookies }: TestBrowser) => (stale[how] = Object.fromEntries(cookies))

  const [customer, admin] = [await portal.customer(), await portal.administrator(1)]
  keep('a customer who has logged out', customer)
  keep('an administrator who has logged out', admin)
  await customer.post('/api/v1/logout', {})
  await admin.post('/api/v1/admin-logout', {})

  keep('a customer who was idle', await portal.customer())
  keep('an administrator who was idle', await portal.administrator(1))
  // Fifteen minutes (C§4, A§4), and the one during which the end of a session is not written again.
  clock.advance(17 * minute)
})
afterAll(() => portal.close())

const calls: [string, Call][] = Object.entries(allCalls)
const needing = calls.filter(([, { access }]) => access !== 'anyone' && access !== 'guest' && access !== 'visitor')

describe.each(needing)('%s', (_, call) => {
  test.each([
    'a customer who has logged out',
    'an administrator who has logged out',
    'a customer who was idle',
    'an administrator who was idle',
  ])('with the cookie of %s is refused: a kept cookie is worth nothing', async (who) => {
    expect(Object.keys(stale[who] ?? {})).toHaveLength(1)
    const reply = await portal.app.inject({
      method: call.method,
      url: call.path.replaceAll(/:\w+/g, '1'),
      cookies: stale[who] ?? {},
      ...(call.body && { payload: {} }),
    })
    expect(reply.statusCode).toBe(401)
  })
})

test('the list of calls to try is not empty', () => {
  expect(needing.length).toBeGreaterThan(50)
})
