import { allCalls } from '@portal/contract/all-calls'
import type { Access, Call, SessionKind } from '@portal/contract/call'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSession } from '../foundation/sessions/session.ts'
import { type TestApp, testApp } from './test-app.ts'

/** Said once more, on purpose: which sessions each kind of access lets in. `null` is a browser without any. */
const letIn: Readonly<Record<string, readonly (SessionKind | null)[]>> = {
  anyone: [null, 'guest', 'customer', 'admin'],
  visitor: [null, 'guest', 'customer', 'admin'],
  payer: ['guest', 'customer', 'admin'],
  customer: ['customer'],
  admin: [],
}
const everybody = [null, 'guest', 'customer', 'admin'] as const

let portal: TestApp
beforeAll(async () => {
  portal = await testApp()
})
afterAll(() => portal.close())

describe.each(Object.entries(allCalls))('%s', (_, call: Call) => {
  test.each(everybody)('called with the session %s is let in or refused as the contract says', async (kind) => {
    const { statusCode } = await send(call, kind)
    const isLetIn = letIn[nameOf(call.access)]?.includes(kind)
    const refusal = kind === 'admin' && typeof call.access === 'object' ? 403 : 401
    expect([401, 403].includes(statusCode) ? statusCode : 'let in').toBe(isLetIn ? 'let in' : refusal)
  })

  test('called with a made-up session is the same as called without', async () => {
    const cookies = { 'portal-guest': 'x'.repeat(43), 'portal-customer': 'x'.repeat(43), 'portal-admin': 'x' }
    const reply = await portal.app.inject({ ...requestFor(call), cookies })
    expect(reply.statusCode).toBe((await send(call, null)).statusCode)
  })
})

function nameOf(access: Access): string {
  return typeof access === 'string' ? access : 'admin'
}

function requestFor(call: Call): { method: 'GET' | 'POST'; url: string; payload?: object } {
  const url = call.path.replaceAll(/:\w+/g, 'b5f0d1f0-26a3-4d37-9d7e-5e7f0c7c3c11')
  return { method: call.method, url, ...(call.body && { payload: {} }) }
}

async function send(call: Call, kind: SessionKind | null) {
  const cookies = kind ? { [`portal-${kind}`]: (await openSession(portal.deps, kind)).token } : {}
  return await portal.app.inject({ ...requestFor(call), cookies })
}
