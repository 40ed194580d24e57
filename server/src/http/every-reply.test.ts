import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pagePaths } from '@portal/contract/paths'
import { allCalls } from '@portal/contract/testing/all-calls'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from './testing/app.ts'

const files = {
  'index.html': '<!doctype html><html><head><!--portal-start--></head><body></body></html>',
  'site.webmanifest': '{}',
  'robots.txt': 'User-agent: *',
  'assets/main-abc123.js': 'export {}',
  'assets/main-abc123.js.br': 'brotli',
  'assets/main-abc123.css': 'a{}',
  'assets/font-abc123.woff2': 'font',
  'assets/card-abc123.webp': 'image',
}

let folder: string
let portal: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-web-'))
  await mkdir(join(folder, 'assets'))
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  portal = await testApp({ config: { WEB_FOLDER: folder, PUBLIC_URL: 'https://portal.example' } })
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

/**
 * Everything that can be requested of the server: calls, pages, files, health checks and metrics, and what does not
 * exist.
 */
const asked: (InjectOptions & { url: string })[] = [
  ...Object.values(allCalls).map(({ method, path }) => ({ method, url: path.replaceAll(/:\w+/g, '1') })),
  ...Object.values(pagePaths).map((url) => ({ url })),
  ...Object.keys(files).map((name) => ({ url: `/${name}` })),
  { url: '/assets/main-abc123.js', headers: { 'accept-encoding': 'br' } },
  { url: '/assets/gone.js' },
  { url: '/nowhere' },
  { url: '/PayNow/' },
  { url: '/%E0%A4%A' },
  { url: '/api/v1/nowhere' },
  { url: '/api/v1/%zz' },
  { url: '/%61pi/v1/admin-session' },
  { url: '/announcement-images/1' },
  { url: '/api/openapi.json' },
  { url: '/healthz' },
  { url: '/readyz' },
  { url: '/metrics' },
  { url: '/', method: 'HEAD' },
  { url: '/', method: 'POST' },
  { url: '/api/v1/user-login', method: 'OPTIONS', headers: { origin: 'https://evil.example' } },
  { url: '/api/v1/user-login', method: 'POST', headers: { origin: 'https://evil.example' } },
  { url: '/api/v1/user-login', method: 'POST', headers: { 'content-type': 'text/xml' }, payload: '<a/>' },
  { url: '/api/v1/user-login', method: 'DELETE' },
]

/** Whether an address is neither a page nor a file, however it is written. */
function isPrivate(url: string): boolean {
  return /^\/api[/-]/.test(decodeURI(url.replace(/%zz|%E0%A4%A/, '')))
}

describe.each(asked)('$method $url', (request) => {
  test('is answered with every header that protects browsers, and with none that allows or reveals anything', async () => {
    const { headers } = await portal.app.inject({ method: 'GET', ...request })
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self'; style-src 'self';/),
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'x-request-id': expect.stringMatching(/^[\w-]{16}$/),
    })
    const names = Object.keys(headers)
    expect(names.filter((name) => /^access-control-|^x-powered-by$|^server$/.test(name))).toEqual([])
    if (isPrivate(request.url)) expect(headers['cache-control']).toBe('no-store')
  })

  test('sets no cookie that a script can read, that another site can send, or that a plain connection can carry', async () => {
    const { headers } = await portal.app.inject({ method: 'GET', ...request })
    for (const cookie of [headers['set-cookie'] ?? []].flat()) {
      expect(cookie).toMatch(/^__Host-[\w-]+=[^;]*; .*Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    }
  })
})
