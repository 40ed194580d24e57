import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from './testing/app.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await testApp()
})
afterAll(() => portal.close())

test('every reply has the same strict headers', async () => {
  const reply = await portal.app.inject('/api/v1/system-maintenance')
  const { date: _date, 'x-request-id': _id, 'content-length': _length, ...headers } = reply.headers
  expect(headers).toEqual({
    'cache-control': 'no-store',
    connection: 'keep-alive',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
      "connect-src 'self'; worker-src 'self'; manifest-src 'self'; " +
      "frame-src 'self' https://www.youtube-nocookie.com https://player.vimeo.com; " +
      "object-src 'none'; base-uri 'none'; " +
      "form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; " +
      'trusted-types portal-worker ProseMirrorClipboard; report-uri /api/v1/policy-reports; report-to portal',
    'content-type': 'application/json; charset=utf-8',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'referrer-policy': 'same-origin',
    'reporting-endpoints': 'portal="/api/v1/policy-reports"',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
})

test('scripts and styles are allowed nothing unsafe', async () => {
  const policy = String((await portal.app.inject('/healthz')).headers['content-security-policy'])
  expect(policy.replace(/frame-src [^;]*;/, '')).not.toMatch(/unsafe|\*|https?:/)
})
