import type { Call } from '@portal/contract/call'
import { problemType } from '@portal/contract/problem'
import { logout } from '@portal/contract/sign-in'
import { allCalls } from '@portal/contract/testing/all-calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from './testing/app.ts'

/** The headers that browsers, new and old, send with a request of a page of another site. */
const foreign = [
  { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  { 'sec-fetch-site': 'same-site', origin: 'https://other.utility.example' },
  { 'sec-fetch-site': 'cross-site' },
  { origin: 'https://evil.example' },
  { origin: 'http://localhost.evil.example' },
  { origin: 'null' },
]
/** The content types that a form of any page can send without a preflight request. */
const formTypes = ['text/plain', 'application/x-www-form-urlencoded']
const someCheckout = '7d1c8a52-4f5e-4f1e-9a53-0d8f0e8a6c11'
const pathOf = ({ path }: Call) =>
  path
    .replace(':publicId', someCheckout)
    .replace(':key', 'failed-1')
    .replace('message-previews/:id', 'message-previews/billReady')
    .replaceAll(/:\w+/g, '1')

let portal: TestApp
/** One browser signed in as everybody at once: the worst case for an abuse. */
let cookies: Record<string, string>
/** For what level 1 may not do. */
let clerk: Record<string, string>

beforeAll(async () => {
  portal = await testApp()
  const browsers = [portal.guest(), await portal.customer(), await portal.administrator(1)]
  await browsers[0]?.get('/api/v1/human-check?purpose=account')
  cookies = Object.fromEntries(browsers.flatMap((browser) => [...browser.cookies]))
  clerk = Object.fromEntries((await portal.administrator(4)).cookies)
})
afterAll(() => portal.close())

const calls: [string, Call][] = Object.entries(allCalls)
const changing = calls.filter(([, call]) => call.method === 'POST')
const reading = calls.filter(([, call]) => call.method === 'GET')

/** Everything the portal stores, except counters, the ages of sessions, and tables that reading fills. */
async function whatIsKept(): Promise<Record<string, string>> {
  const notCounted = ['rate_limit', 'session', 'audit_entry', 'audit_head']
  const { rows: tables } = await portal.database.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
       and table_name <> all($1)`,
    [notCounted],
  )
  const kept: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await portal.database.pool.query<{ sum: string }>(
      `select coalesce(md5(string_agg(stored::text, ',' order by stored::text)), '') as sum from ${name} stored`,
    )
    kept[name] = rows[0]?.sum ?? ''
  }
  return kept
}

function isForLevelOne({ access }: Call): boolean {
  return typeof access === 'string' || !('admin' in access) || access.admin.includes(1)
}

describe.each(changing)('%s', (_, call) => {
  test.each(foreign)('made by a foreign page, as %j shows, is refused', async (headers) => {
    const reply = await portal.app.inject({
      method: 'POST',
      url: pathOf(call),
      headers: { host: 'localhost', 'content-type': 'application/json', ...headers },
      cookies,
      payload: '{}',
    })
    expect(reply.json()).toMatchObject({ status: 403, type: problemType('wrong-origin') })
    expect(reply.headers['access-control-allow-origin']).toBeUndefined()
  })

  test.each(formTypes)(
    'sent as a form sends %s is not understood, even by a browser that says nothing',
    async (type) => {
      const reply = await portal.app.inject({
        method: 'POST',
        url: pathOf(call),
        headers: { 'content-type': type },
        cookies: isForLevelOne(call) ? cookies : clerk,
        payload: 'id=1&flag=1',
      })
      expect(reply.json()).toMatchObject({ status: 400, type: problemType('invalid') })
    },
  )
})

test.each(reading)('%s changes nothing, so a link to it does no harm', async (_, call) => {
  const before = await whatIsKept()
  const headers = { 'sec-fetch-site': 'cross-site' }
  await portal.app.inject({ url: `${pathOf(call)}?purpose=account`, headers, cookies })
  expect(await whatIsKept()).toEqual(before)
})

describe("given a portal behind a proxy that passes on the sender's own headers", () => {
  const publicUrl = 'https://portal.example'
  let behind: TestApp
  beforeAll(async () => {
    behind = await testApp({ config: { PUBLIC_URL: publicUrl, TRUSTED_PROXIES: 1 } })
  })
  afterAll(() => behind.close())

  test.each([
    { origin: 'https://evil.example', host: 'portal.example', 'x-forwarded-host': 'evil.example' },
    { origin: 'https://evil.example', host: 'portal.example', forwarded: 'host=evil.example' },
    { origin: 'http://portal.example', host: 'portal.example', 'x-forwarded-proto': 'http' },
  ])('then a call that says %j is refused', async (headers) => {
    const reply = await behind.app.inject({ method: 'POST', url: logout.path, headers, payload: {} })
    expect(reply.json()).toMatchObject({ status: 403, type: problemType('wrong-origin') })
  })

  test.each([
    { origin: publicUrl, host: 'portal.example' },
    { origin: publicUrl, host: 'inside.example' },
    { origin: 'https://desk.example', host: 'desk.example' },
  ])('then a page of our own may make it: %j', async (headers) => {
    const reply = await behind.app.inject({ method: 'POST', url: logout.path, headers, payload: {} })
    expect(reply.statusCode).toBe(200)
  })
})

test('there are calls of both kinds to try, cookies to send, and tables to compare', async () => {
  expect(Object.keys(cookies)).toEqual(['portal-guest', 'portal-customer', 'portal-admin'])
  expect(Object.keys(await whatIsKept()).length).toBeGreaterThan(40)
  expect(changing.length).toBeGreaterThan(50)
  expect(reading.length).toBeGreaterThan(15)
})
