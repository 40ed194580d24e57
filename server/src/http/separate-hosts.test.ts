import { announcementImagePath } from '@portal/contract/announcements-texts'
import type { Call } from '@portal/contract/call'
import { startCheckout } from '@portal/contract/checkout'
import { readMaintenance } from '@portal/contract/maintenance'
import { problemType } from '@portal/contract/problem'
import { exportTransactions } from '@portal/contract/report-export'
import { allCalls } from '@portal/contract/testing/all-calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from './testing/app.ts'

const web = 'https://www.portal.example'
const payNow = 'https://pay.portal.example'
/** The settings that every process of such a portal has. */
const hosts = {
  PUBLIC_URL: web,
  PAY_NOW_URL: payNow,
  DASHBOARD_URL: payNow,
  GENERAL_URL: 'https://api.portal.example',
  WEB_ORIGINS: [web, 'https://desk.portal.example'],
  COOKIE_DOMAIN: 'portal.example',
}
const humanCheck = '/api/v1/human-check?purpose=account'

/** Pages of other sites, as browsers name them. */
const strangers = [
  'https://evil.example',
  'null',
  'http://www.portal.example',
  'https://www.portal.example:8443',
  'https://www.portal.example.evil.example',
  'https://other.portal.example',
  'https://portal.example',
  payNow,
  '*',
]

let pay: TestApp
let plain: TestApp
beforeAll(async () => {
  pay = await testApp({ config: { ...hosts, SERVES: ['pay-now', 'dashboard'] } })
  plain = await testApp()
})
afterAll(async () => {
  await pay.close()
  await plain.close()
})

function corsHeaders(headers: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')))
}

describe('given pages at another origin that is listed', () => {
  test.each(hosts.WEB_ORIGINS)(
    'then a page of %s may make calls with its visitor’s cookies and read the reply',
    async (origin) => {
      const { headers, statusCode } = await pay.app.inject({ url: humanCheck, headers: { origin } })
      expect(statusCode).toBe(200)
      expect(corsHeaders(headers)).toEqual({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers': 'content-disposition, retry-after, x-request-id',
      })
      expect(headers.vary).toBe('Origin')
    },
  )

  test('then a preflight request is answered with the methods and headers that the pages use', async () => {
    const { headers, statusCode, body } = await pay.app.inject({
      method: 'OPTIONS',
      url: startCheckout.path,
      headers: { origin: web, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-other' },
    })
    expect([statusCode, body]).toEqual([204, ''])
    expect(headers).toMatchObject({
      'access-control-allow-origin': web,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'content-type, portal-session, idempotency-key',
      'access-control-max-age': '600',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
  })

  test('then a refusal can be read as well', async () => {
    const { headers, statusCode } = await pay.app.inject({
      method: 'POST',
      url: startCheckout.path,
      headers: { origin: web, 'sec-fetch-site': 'same-site' },
      payload: {},
    })
    expect(statusCode).toBe(401)
    expect(headers['access-control-allow-origin']).toBe(web)
  })
})

describe.each(strangers)('given a page of %s', (origin) => {
  test('then it cannot read anything', async () => {
    const { headers } = await pay.app.inject({ url: humanCheck, headers: { origin } })
    expect(corsHeaders(headers)).toEqual({})
    expect(headers.vary).toBe('Origin')
  })

  test('then its browser gets no permission in a preflight request', async () => {
    const { headers, statusCode } = await pay.app.inject({
      method: 'OPTIONS',
      url: startCheckout.path,
      headers: { origin, 'access-control-request-method': 'POST' },
    })
    expect(statusCode).toBe(404)
    expect(corsHeaders(headers)).toEqual({})
  })

  test.each(['same-site', 'cross-site', undefined])('then what it sends (%s) is refused', async (site) => {
    const reply = await pay.app.inject({
      method: 'POST',
      url: startCheckout.path,
      headers: {
        origin,
        host: 'localhost',
        'content-type': 'application/json',
        ...(site && { 'sec-fetch-site': site }),
      },
      payload: '{}',
    })
    expect(reply.json()).toMatchObject({ status: 403, type: problemType('wrong-origin') })
  })
})

test.each([
  ['same-site', 401],
  [undefined, 401],
  // No browser sends this for a listed page.
  ['cross-site', 403],
])('what a listed page sends is taken when the browser calls it %s: status %i', async (site, status) => {
  const headers = { origin: web, host: 'pay.portal.example', ...(site && { 'sec-fetch-site': site }) }
  const reply = await pay.app.inject({ method: 'POST', url: startCheckout.path, headers, payload: {} })
  expect(reply.statusCode).toBe(status)
})

test('a form with a file is accepted from listed pages, and from no other', async () => {
  const portal = await testApp({ config: { ...hosts, SERVES: ['admin'] } })
  const send = async (origin: string) => {
    const { statusCode } = await portal.app.inject({
      method: 'POST',
      url: allCalls.insertAnnouncement.path,
      headers: { origin, 'sec-fetch-site': 'same-site', 'content-type': 'multipart/form-data; boundary=b' },
      payload: '--b--\r\n',
    })
    return statusCode
  }
  // 401 means that nobody has signed in, but that the page is one of ours.
  expect([await send(web), await send('https://other.portal.example')]).toEqual([401, 403])
  await portal.close()
})

describe('a process that serves pay-now and dashboard', () => {
  const urlOf = ({ path }: Call): string => path.replaceAll(/:\w+/g, '1')

  test.each(Object.entries<Call>(allCalls))('answers %s only when it is of those groups', async (_, call) => {
    const isServed = call.group === 'pay-now' || call.group === 'dashboard'
    const { method } = call
    expect(pay.app.hasRoute({ method, url: call.path })).toBe(isServed)
    if (isServed) return
    const reply = await pay.app.inject({ method, url: urlOf(call) })
    expect(reply.headers['content-type']).toContain('application/problem+json')
    expect(reply.json()).toMatchObject({ status: 404, type: problemType('not-found') })
  })

  test('describes those calls and no others', async () => {
    const { paths } = (await pay.app.inject('/api/openapi.json')).json<{ paths: Record<string, object> }>()
    expect(Object.keys(paths)).toContain(startCheckout.path)
    expect(Object.keys(paths)).not.toContain(readMaintenance.path)
  })

  test('has no pages and no images, but answers health checks and metrics', async () => {
    for (const url of ['/', '/paynow', `${announcementImagePath}1`]) {
      expect((await pay.app.inject(url)).json()).toMatchObject({ status: 404 })
    }
    for (const url of ['/healthz', '/readyz', '/metrics']) expect((await pay.app.inject(url)).statusCode).toBe(200)
  })
})

describe('session cookies', () => {
  const cookieOf = async (portal: TestApp): Promise<unknown> =>
    (await portal.app.inject(humanCheck)).headers['set-cookie']

  test('of a single host are only for that host', async () => {
    const single = await testApp({ config: { PUBLIC_URL: web } })
    expect(await cookieOf(single)).toMatch(/^__Host-portal-guest=[\w-]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    await single.close()
  })

  test('of several hosts are for their domain, only by https', async () => {
    expect(await cookieOf(pay)).toMatch(
      /^__Secure-portal-guest=[\w-]+; Domain=portal\.example; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  test('are removed from the domain for which they were set', async () => {
    const general = await testApp({ config: { ...hosts, SERVES: ['general'] } })
    const reply = await general.app.inject({
      method: 'POST',
      url: allCalls.logout.path,
      cookies: { '__Secure-portal-customer': 'x'.repeat(43) },
      payload: {},
    })
    expect(reply.headers['set-cookie']).toMatch(
      /^__Secure-portal-customer=; .*Domain=portal\.example; .*Expires=Thu, 01 Jan 1970/,
    )
    await general.close()
  })
})

test('pages may call, and show images from, exactly the hosts that were set', async () => {
  const policy = String((await pay.app.inject('/healthz')).headers['content-security-policy'])
  expect(policy).toContain("connect-src 'self' https://api.portal.example https://pay.portal.example;")
  expect(policy).toContain("img-src 'self' data: blob: https://api.portal.example;")
  expect(policy.match(/portal\.example/g)).toHaveLength(3)
})

describe('given one origin, as by default', () => {
  test.each(['GET', 'POST', 'OPTIONS'] as const)('then %s has no CORS header for anybody', async (method) => {
    const headers = { origin: web, 'access-control-request-method': 'POST' }
    const reply = await plain.app.inject({ method, url: exportTransactions.path, headers })
    expect(corsHeaders(reply.headers)).toEqual({})
    expect(reply.headers.vary).toBeUndefined()
  })
})
