import { call, sessionHeader } from '@portal/contract/call'
import { Instant } from '@portal/contract/dates'
import { PersonId } from '@portal/contract/ids'
import { commonProblems } from '@portal/contract/problem'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { testGateway } from '../adapters/payment-gateway/testing/test-gateway.ts'
import { createLog } from '../log.ts'
import { refuse, refuseCommonly } from '../refusal.ts'
import type { Config } from '../settings/config.ts'
import { defaultProfile } from '../testing/profile.ts'
import type { Doors } from './doors.ts'
import { publicRoute, route } from './route.ts'
import { createServer } from './server.ts'
import { testConfig } from './testing/app.ts'

const order = call({
  method: 'POST',
  path: '/api/v1/order/:id',
  group: 'general',
  summary: 'A call of this test',
  access: 'guest',
  switch: 'payNow',
  params: z.object({ id: z.uuid() }),
  body: z.object({ card: z.object({ cvv: z.string('Require CVV').length(3, 'Require CVV') }), note: z.string() }),
  reply: z.object({ note: z.string() }),
  problems: { 'sold-out': { status: 409, title: 'There is nothing left.' } },
})
const manage = call({
  method: 'GET',
  path: '/api/v1/manage',
  group: 'general',
  summary: 'A call of this test for administrators',
  access: { admin: [1, 2] },
  reply: z.object({ kind: z.string() }),
  problems: {},
})
const look = call({
  method: 'GET',
  path: '/api/v1/look',
  group: 'general',
  summary: 'A call of this test for anyone',
  access: 'anyone',
  query: z.object({ page: z.coerce.number().int() }),
  reply: z.object({ page: z.number() }),
  problems: {},
})
const pay = call({
  method: 'POST',
  path: '/api/v1/pay',
  group: 'general',
  summary: 'A call of this test for whoever may pay',
  access: 'payer',
  reply: z.object({ kind: z.string() }),
  problems: {},
})
const any = call({
  method: 'GET',
  path: '/api/v1/any',
  group: 'general',
  summary: 'A call of this test for any visitor',
  access: 'visitor',
  reply: z.object({ kind: z.string() }),
  problems: {},
})
const shared = call({
  method: 'GET',
  path: '/api/v1/shared',
  group: 'general',
  summary: 'A call of this test for customers and some administrators',
  access: { customerOrAdmin: [3] },
  reply: z.object({ kind: z.string() }),
  problems: {},
})
const glance = call({
  method: 'GET',
  path: '/api/v1/glance',
  group: 'general',
  summary: 'A call of this test that a page makes on its own',
  access: 'customer',
  isPassive: true,
  reply: z.object({ kind: z.string() }),
  problems: {},
})
const where = call({
  method: 'GET',
  path: '/api/v1/where',
  group: 'general',
  summary: 'A call of this test about its caller',
  access: 'anyone',
  reply: z.object({}),
  problems: {},
})
/** The end of every session here, which no test depends on. */
const endsAt = Instant.parse('2026-02-03T04:20:06.789Z')
const url = '/api/v1/order/b5f0d1f0-26a3-4d37-9d7e-5e7f0c7c3c11'
const body = { card: { cvv: '123' }, note: 'hello' }
const visitor: Doors = {
  findCaller: async () => null,
  openGuestSession: async () => ({ caller: { id: 1, kind: 'guest' }, token: 't' }),
  recordRefusal: async () => undefined,
  isSwitchedOff: async () => false,
  refusalOf: () => null,
}

let app: FastifyInstance
afterEach(() => app.close())

async function serve(doors: Partial<Doors> = {}, settings: Partial<Config> = {}): Promise<void> {
  const config = { ...testConfig('postgres://nowhere'), ...settings }
  app = await createServer(
    { config, profile: defaultProfile, paymentGateway: testGateway(), log: createLog('silent') },
    { ...visitor, ...doors },
  )
  route(app, order, async (asked) => {
    if (asked.body.note === 'the last one') throw refuse(order, 'sold-out', { detail: 'Come back tomorrow.' })
    return { note: asked.body.note, secret: 'never to be sent' }
  })
  for (const each of [manage, pay, any, shared, glance])
    route(app, each, async ({ session }) => ({ kind: session.kind }))
  publicRoute(app, look, async ({ query }) => ({ page: query.page }))
}

test('a reply has what the contract names and nothing else', async () => {
  await serve()
  const reply = await app.inject({ method: 'POST', url, payload: body })
  expect(reply.json()).toEqual({ note: 'hello' })
})

test('a query is read into the types of the contract', async () => {
  await serve()
  expect((await app.inject('/api/v1/look?page=3')).json()).toEqual({ page: 3 })
})

test.each(['page=3&page=4', 'page=3&page=3', 'page[]=3&page[]=4', 'page.x=3', ''])(
  'a query that says a name twice, or not as such, does not fit: %s',
  async (query) => {
    await serve()
    expect((await app.inject(`/api/v1/look?${query}`)).statusCode).toBe(400)
  },
)

test.each(['{"__proto__":{"note":"hello"}}', '{"constructor":{"prototype":{"note":"hello"}}}'])(
  'a body that reaches for the prototype of every object is refused: %s',
  async (payload) => {
    await serve()
    const headers = { 'content-type': 'application/json' }
    expect((await app.inject({ method: 'POST', url, headers, payload })).json()).not.toHaveProperty('errors')
    expect({}).not.toHaveProperty('note')
  },
)

test.each([
  { proxies: 0, address: '127.0.0.1' },
  { proxies: 1, address: '203.0.113.7' },
  { proxies: 2, address: '198.51.100.1' },
])('behind $proxies proxies the client address is $address', async ({ proxies, address }) => {
  await serve({}, { TRUSTED_PROXIES: proxies })
  let seen = ''
  publicRoute(app, where, async ({ clientAddress }) => {
    seen = clientAddress
    return {}
  })
  await app.inject({ url: '/api/v1/where', headers: { 'x-forwarded-for': '192.0.2.9, 198.51.100.1, 203.0.113.7' } })
  expect(seen).toBe(address)
})

test("a body that does not fit is answered with each wrong field once, in the contract's words, without what was typed", async () => {
  await serve()
  const reply = await app.inject({ method: 'POST', url, payload: { card: { cvv: '98765' }, note: 7 } })
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toEqual({
    type: '/problems/invalid',
    ...commonProblems.invalid,
    requestId: reply.headers['x-request-id'],
    errors: [
      { field: 'card.cvv', message: 'Require CVV' },
      { field: 'note', message: 'Please enter text.' },
    ],
  })
  expect(reply.body).not.toContain('98765')
})

test('a malformed path parameter is answered like any other wrong field', async () => {
  await serve()
  const reply = await app.inject({ method: 'POST', url: '/api/v1/order/1', payload: body })
  expect(reply.statusCode).toBe(400)
  expect(reply.json().errors).toEqual([{ field: 'id', message: 'Please send this number as you got it from us.' }])
})

test('a refusal of the call itself has its own sentence and detail', async () => {
  await serve()
  const reply = await app.inject({ method: 'POST', url, payload: { ...body, note: 'the last one' } })
  expect(reply.statusCode).toBe(409)
  expect(reply.headers['content-type']).toMatch(/^application\/problem\+json/)
  expect(reply.json()).toEqual({
    type: '/problems/sold-out',
    ...order.problems['sold-out'],
    detail: 'Come back tomorrow.',
    requestId: reply.headers['x-request-id'],
  })
})

test('a switched-off call is refused before its input is checked', async () => {
  await serve({ isSwitchedOff: async (name) => name === 'payNow' })
  const reply = await app.inject({ method: 'POST', url, payload: {} })
  expect(reply.statusCode).toBe(503)
  expect(reply.json().title).toBe(commonProblems.maintenance.title)
})

test('a visitor whose address opened too many sessions has to wait', async () => {
  await serve({
    openGuestSession: async () => {
      throw refuseCommonly('too-many-tries', { retryAfterSeconds: 42 })
    },
  })
  const reply = await app.inject({ method: 'POST', url, payload: body })
  expect(reply.statusCode).toBe(429)
  expect(reply.headers['retry-after']).toBe('42')
  expect(reply.json().retryAfterSeconds).toBe(42)
})

test.each([
  { level: 3, status: 403 },
  { level: 2, status: 200 },
] as const)(
  'an administrator of level $level gets $status from a call for levels 1 and 2',
  async ({ level, status }) => {
    const administrator = { id: 1, adminUserId: 7, username: 'ana', level, mustChangePassword: false, endsAt }
    await serve({ findCaller: async (kind) => (kind === 'admin' ? { ...administrator, kind } : null) })
    const reply = await app.inject({ url: '/api/v1/manage', cookies: { 'portal-admin': 'token' } })
    expect(reply.statusCode).toBe(status)
  },
)

describe('a browser that is a guest, a customer and an administrator at once', () => {
  const everyone: Doors['findCaller'] = async (kind) => {
    if (kind === 'guest') return { id: 1, kind }
    const ana = { adminUserId: 7, username: 'ana', level: 1, mustChangePassword: false } as const
    if (kind === 'admin') return { id: 3, kind, ...ana, endsAt }
    return {
      id: 2,
      kind,
      webUserId: 5,
      personId: PersonId.parse('0000000001'),
      username: 'maria',
      mustChangePassword: false,
      endsAt,
    }
  }
  const cookies = { 'portal-guest': 'g', 'portal-customer': 'c', 'portal-admin': 'a' }

  test.each([
    { meant: undefined, is: 'admin' },
    { meant: 'customer', is: 'customer' },
    { meant: 'guest', is: 'guest' },
    { meant: 'nonsense', is: 'admin' },
  ])('that means $meant calls as $is', async ({ meant, is }) => {
    await serve({ findCaller: everyone })
    const headers = meant === undefined ? {} : { [sessionHeader]: meant }
    const reply = await app.inject({ method: 'POST', url: '/api/v1/pay', cookies, headers })
    expect(reply.json()).toEqual({ kind: is })
  })

  test.each([
    { meant: undefined, status: 403 },
    { meant: 'customer', status: 200 },
    { meant: 'guest', status: 401 },
  ])(
    'that means $meant gets $status from a call of customers and of administrators of another level',
    async ({ meant, status }) => {
      await serve({ findCaller: everyone })
      const headers = meant === undefined ? {} : { [sessionHeader]: meant }
      const reply = await app.inject({ url: '/api/v1/shared', cookies, headers })
      expect(reply.statusCode).toBe(status)
    },
  )

  test('is a guest to a call of guests', async () => {
    await serve({ findCaller: everyone })
    const reply = await app.inject({ method: 'POST', url, payload: body, cookies })
    expect(reply.statusCode).toBe(200)
  })
})

test('a page acting for a customer who is no longer signed in is told so and gets no guest session', async () => {
  await serve()
  const reply = await app.inject({ url: '/api/v1/any', headers: { [sessionHeader]: 'customer' } })
  expect(reply.statusCode).toBe(401)
})

test.each([
  { path: '/api/v1/glance', isPassive: true },
  { path: '/api/v1/any', isPassive: false },
])('looking for the session behind $path is passive: $isPassive', async ({ path, isPassive }) => {
  const seen: boolean[] = []
  await serve({
    findCaller: async (_kind, _token, { passively }) => {
      seen.push(passively)
      return null
    },
  })
  await app.inject({ url: path, cookies: { 'portal-customer': 'c' } })
  expect(seen).toEqual([isPassive])
})

test('over http, the cookie of a new guest is only for this site and cannot be read by scripts', async () => {
  await serve()
  const reply = await app.inject({ method: 'POST', url, payload: body })
  expect(reply.headers['set-cookie']).toBe('portal-guest=t; Path=/; HttpOnly; SameSite=Lax')
})

test('over https, it is also secure and bound to the host, and the browser is told to stay with https', async () => {
  await serve({}, { PUBLIC_URL: 'https://portal.example' })
  const reply = await app.inject({ method: 'POST', url, payload: body })
  expect(reply.headers['set-cookie']).toBe('__Host-portal-guest=t; Path=/; HttpOnly; Secure; SameSite=Lax')
  expect(reply.headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
})
