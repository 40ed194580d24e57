import { readUserDetails } from '@portal/contract/account-summary'
import { findCheckout, readCheckout } from '@portal/contract/checkout'
import { validateAccount } from '@portal/contract/pay-now'
import { commonProblems, outdatedPage } from '@portal/contract/problem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testCheckout, testCheckoutId } from '#testing/data.ts'
import { testServer } from '#testing/server.ts'
import { setCallOrigins } from './call-address.ts'
import { asProblem, send } from './send.ts'

afterEach(() => vi.unstubAllGlobals())

const key = '0a9a5f0e-9d2f-4a58-8b77-6c5b86a7d1aa'
const account = { accountId: '0123456789', division: 'GWA', postal: '96913', humanCheck: 'answer' }

test('parameters go into the path, queries after it, and the reply is checked', async () => {
  const server = testServer()
  server.replies(readCheckout, testCheckout())
  server.replies(findCheckout, testCheckout())
  expect(await send(readCheckout, { params: { publicId: testCheckoutId } })).toEqual(testCheckout())
  await send(findCheckout, { query: { key } })
  expect(server.asked.map(({ address }) => address.pathname + address.search)).toEqual([
    `/api/v1/checkout/${testCheckoutId}`,
    `/api/v1/checkout?key=${key}`,
  ])
})

describe('given hosts of their own for some groups of calls (R28)', () => {
  const payNow = 'https://pay.utility.example'
  beforeEach(() => setCallOrigins({ 'pay-now': payNow }))
  afterEach(() => setCallOrigins(undefined))

  test('then a call goes to the host of its group, with the cookies that host shares with the page', async () => {
    const server = testServer()
    server.replies(readCheckout, testCheckout())
    await send(readCheckout, { params: { publicId: testCheckoutId } })
    expect(server.asked[0]?.address.href).toBe(`${payNow}/api/v1/checkout/${testCheckoutId}`)
    expect(server.asked[0]?.credentials).toBe('include')
  })

  test("then any other call goes to the page's own origin", async () => {
    const server = testServer()
    await send(readUserDetails, { body: { personId: '1' } }).catch(() => undefined)
    expect(server.asked[0]?.address.origin).toBe('http://localhost')
  })
})

test('given a refusal, then it is thrown with its name, message, fields and time to wait', async () => {
  testServer().refuses(validateAccount, 'too-many-tries', {
    ...commonProblems['too-many-tries'],
    retryAfterSeconds: 30,
    errors: [{ field: 'postal', message: 'Invalid Zip Code' }],
  })
  await expect(send(validateAccount, { body: account })).rejects.toMatchObject({
    name: 'too-many-tries',
    message: commonProblems['too-many-tries'].title,
    retryAfterSeconds: 30,
    errors: [{ field: 'postal', message: 'Invalid Zip Code' }],
    requestId: undefined,
    isUncertain: false,
  })
})

test('given a network failure, then the call is unreachable, and may have arrived or not', async () => {
  testServer()
  await expect(send(validateAccount, { body: account })).rejects.toMatchObject({
    name: 'unreachable',
    isUncertain: true,
  })
})

test.each([['an error page of something in between', new Response('<html>502</html>', { status: 502 })]])(
  'given %s, then it is a fault',
  async (_what, response) => {
    vi.stubGlobal('fetch', async () => response)
    await expect(send(validateAccount, { body: account })).rejects.toMatchObject({
      name: 'fault',
      message: commonProblems.fault.title,
      isUncertain: true,
    })
  },
)

test.each([
  ['a reply of another version', new Response('{"result":42}', { status: 200 })],
  ['a reply that is no JSON', new Response('OK', { status: 200 })],
])('given %s, then it is a fault that says to reload the page', async (_what, response) => {
  vi.stubGlobal('fetch', async () => response)
  await expect(send(validateAccount, { body: account })).rejects.toMatchObject({
    name: 'fault',
    detail: outdatedPage,
    isUncertain: true,
  })
})

test('given a fault of the page, then it is reported once, and never called the server’s', async () => {
  const report = vi.fn<(error: unknown) => void>()
  vi.stubGlobal('reportError', report)
  vi.stubGlobal('Headers', undefined)
  testServer()
  const error: unknown = await send(validateAccount, { body: account }).catch((thrown: unknown) => thrown)
  for (const problem of [asProblem(error), asProblem(error)]) {
    expect(problem).toMatchObject({ name: 'page-fault', message: 'Something went wrong', isUncertain: false })
  }
  expect(report.mock.calls).toEqual([[error]])
})

test('given a call that the page has ended itself, then no fault is reported', async () => {
  const report = vi.fn<(error: unknown) => void>()
  vi.stubGlobal('reportError', report)
  const left = AbortSignal.abort()
  const error: unknown = await send(validateAccount, { body: account, signal: left }).catch((thrown: unknown) => thrown)
  asProblem(error)
  expect(error).toBe(left.reason)
  expect(report).not.toHaveBeenCalled()
})

test('an abandoned call rejects with the reason of its abort, not with a problem', async () => {
  vi.stubGlobal('fetch', async (_input: string, init: RequestInit) => {
    init.signal?.throwIfAborted()
    return new Response()
  })
  const reason = new Error('gone')
  await expect(send(validateAccount, { body: account, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})
