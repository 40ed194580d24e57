import { readAccountSummary } from '@portal/contract/account-summary'
import { requestTexts } from '@portal/contract/input-texts'
import { readMaintenance } from '@portal/contract/maintenance'
import { Problem, commonProblems, outdatedPage } from '@portal/contract/problem'
import { userLogin } from '@portal/contract/sign-in'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { connect } from '../database/connect.ts'
import { isUnreachable } from '../database/unreachable.ts'
import { type TestApp, testApp } from './testing/app.ts'

const path = '/api/v1/validate-account'
const json = { 'content-type': 'application/json' }
const card = '4111 1111 1111 1111'

let portal: TestApp
beforeAll(async () => {
  portal = await testApp()
  portal.app.get('/api/v1/broken', async () => {
    throw new Error(`relation "secret_table" has no ${card}`, { cause: new Error('deeper') })
  })
  portal.app.get('/api/v1/overdue', async () => {
    throw new DOMException('secret_table took too long', 'TimeoutError')
  })
})
afterAll(() => portal.close())

test.each([
  ['an address that does not exist', { url: '/api/v1/nothing' }, 'not-found', outdatedPage],
  ['a method the call does not have', { url: path }, 'not-found', outdatedPage],
  [
    'a body that is not JSON',
    { method: 'POST', url: path, headers: json, payload: `{"cardNumber":${card}` },
    'invalid',
    requestTexts.notJson,
  ],
  ['no body', { method: 'POST', url: path, headers: json, payload: '' }, 'invalid', requestTexts.emptyBody],
  [
    'a body of another type',
    { method: 'POST', url: path, headers: { 'content-type': 'text/xml' }, payload: '<a/>' },
    'invalid',
    requestTexts.otherType,
  ],
  [
    'a body that is too large',
    { method: 'POST', url: path, headers: json, payload: `"${'x'.repeat(200_000)}"` },
    'too-large',
    requestTexts.bodyTooLarge,
  ],
  [
    'a body that is longer than it says',
    { method: 'POST', url: path, headers: { ...json, 'content-length': '1' }, payload: '{}' },
    'invalid',
    requestTexts.otherLength,
  ],
  ['an address that cannot be read', { url: '/api/v1/%zz' }, 'not-found', outdatedPage],
  ['a fault of ours', { url: '/api/v1/broken' }, 'fault', undefined],
  ['a fault whose code is a number', { url: '/api/v1/overdue' }, 'fault', undefined],
] as const)('%s is told as a problem, in a sentence of ours', async (_, request, name, detail) => {
  const reply = await portal.app.inject(request)
  expect(reply.headers['content-type']).toMatch(/^application\/problem\+json/)
  expect(reply.statusCode).toBe(commonProblems[name].status)
  expect(reply.json()).toMatchObject({ type: `/problems/${name}`, ...commonProblems[name] })
  expect(Problem.parse(reply.json()).detail).toBe(detail)
  expect(reply.json().requestId).toBe(reply.headers['x-request-id'])
  expect(reply.headers['x-content-type-options']).toBe('nosniff')
})

test('every reply has its own request id', async () => {
  const ids = new Set<unknown>()
  for (const url of ['/healthz', '/healthz', '/api/v1/system-maintenance', '/nowhere']) {
    ids.add((await portal.app.inject({ url, headers: { 'x-request-id': 'mine' } })).headers['x-request-id'])
  }
  expect(ids.size).toBe(4)
  expect(ids).not.toContain('mine')
})

test('a fault is logged in full under its request id and answered in general terms, and neither has a card number', async () => {
  const reply = await portal.app.inject('/api/v1/broken')
  const { requestId } = Problem.parse(reply.json())
  const line = portal.logLines.find((one) => one.includes(requestId) && one.includes('secret_table'))
  expect(line).toContain('deeper')
  expect(line).toContain('errors.test')
  expect(reply.body).not.toContain('secret_table')
  expect(portal.logLines.join('')).not.toMatch(/4111/)
})

test('a fault whose code is a number is logged, too', async () => {
  const { requestId } = Problem.parse((await portal.app.inject('/api/v1/overdue')).json())
  expect(portal.logLines.find((one) => one.includes(requestId))).toContain('secret_table took too long')
})

test('the content of a body never gets into the log', async () => {
  await portal.app.inject({ method: 'POST', url: path, headers: json, payload: '{"postal": canary' })
  await portal.app.inject({
    method: 'POST',
    url: path,
    headers: json,
    payload: '{"postal":"canary","accountId":"canary"}',
  })
  await portal.app.inject({ url: '/api/v1/human-check?purpose=canary' })
  expect(portal.logLines.join('')).not.toContain('canary')
})

describe('given a database that takes nothing, then calls answer 503, as a proxy without a process does', () => {
  const signedIn = { 'portal-customer': 'x'.repeat(43) }
  const post = { method: 'POST', headers: json } as const
  const calls = [
    { ...post, url: userLogin.path, payload: '{"userName":"nobody","password":"nothing"}' },
    { ...post, url: readAccountSummary.path, cookies: signedIn, payload: '{}' },
    { url: readMaintenance.path },
  ]

  async function statusesOn(address: string): Promise<number[]> {
    const away = connect(address)
    const app = await createApp({ ...portal.deps, ...away }, { isReady: true, isClockRight: true })
    const replies = []
    for (const call of calls) replies.push(await app.inject(call))
    await app.close()
    await away.close()
    for (const reply of replies.filter(({ statusCode }) => statusCode === 503))
      expect(reply.json()).toMatchObject({ type: '/problems/fault', status: 503, title: commonProblems.fault.title })
    return replies.map(({ statusCode }) => statusCode)
  }

  test('when nothing answers there', async () => {
    expect(await statusesOn('postgres://nobody@127.0.0.1:9/nothing')).toEqual([503, 503, 503])
  })

  test('when it refuses the login', async () => {
    expect(await statusesOn(portal.database.url.replace('://', '://nobody_of_that_name@'))).toEqual([503, 503, 503])
  })

  test('when it is a standby, which still answers what is only read', async () => {
    const { rows } = await portal.deps.pool.query<{ name: string }>('select current_database() as name')
    const readOnly = async (value: string) =>
      await portal.deps.pool.query(`alter database "${rows[0]?.name}" set default_transaction_read_only = ${value}`)
    await readOnly('on')
    expect(await statusesOn(portal.database.url)).toEqual([503, 401, 200])
    await readOnly('off')
  })

  test('when it stops in the middle of a call', async () => {
    const ended = portal.deps.pool
      .query('select pg_terminate_backend(pg_backend_pid())')
      .catch((error: unknown) => error)
    expect(isUnreachable(await ended)).toBe(true)
  })
})

describe('a request that changes something', () => {
  test.each([
    [{}, 'let in'],
    [{ 'sec-fetch-site': 'same-origin' }, 'let in'],
    [{ 'sec-fetch-site': 'none' }, 'let in'],
    [{ 'sec-fetch-site': 'same-site', origin: 'http://localhost' }, 'refused'],
    [{ 'sec-fetch-site': 'cross-site' }, 'refused'],
    [{ origin: 'http://localhost:80' }, 'let in'],
    [{ origin: 'https://evil.example' }, 'refused'],
    [{ origin: 'null' }, 'refused'],
  ])('with %j is %s', async (headers, outcome) => {
    const reply = await portal.app.inject({
      method: 'POST',
      url: path,
      headers: { ...json, host: 'localhost', ...headers },
      payload: {},
    })
    expect(reply.json().type).toBe(outcome === 'refused' ? '/problems/wrong-origin' : '/problems/invalid')
  })

  test('is not a GET: links from other sites work', async () => {
    const reply = await portal.app.inject({
      url: '/api/v1/system-maintenance',
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(reply.statusCode).toBe(200)
  })
})
