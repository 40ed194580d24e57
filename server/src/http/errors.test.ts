import { requestTexts } from '@portal/contract/input-texts'
import { Problem, commonProblems } from '@portal/contract/problem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
  ['an address that does not exist', { url: '/api/v1/nothing' }, 'not-found', undefined],
  ['a method the call does not have', { url: path }, 'not-found', undefined],
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
  ['an address that cannot be read', { url: '/api/v1/%zz' }, 'not-found', undefined],
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
