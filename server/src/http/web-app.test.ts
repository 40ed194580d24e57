import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Instant } from '@portal/contract/dates'
import { pagePaths } from '@portal/contract/paths'
import { PortalStart } from '@portal/contract/utility'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testClock } from '../test-clock.ts'
import { type TestApp, testApp } from './test-app.ts'

// Still 2025 in UTC, already 2026 in Guam.
const clock = testClock(Instant.parse('2025-12-31T15:00:00.000Z'))
const page = '<!doctype html><html><head><!--portal-start--></head><body></body></html>'

let folder: string
let portal: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-web-'))
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, '.vite'))
  const files = {
    'index.html': page,
    'index.html.br': 'compressed page',
    'favicon.svg': '<svg/>',
    'assets/main-abc123.js': 'plain',
    'assets/main-abc123.js.br': 'brotli',
    'assets/main-abc123.js.gz': 'gzip',
    '.vite/manifest.json': '{}',
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  portal = await testApp({ clock, config: { WEB_FOLDER: folder } })
  portal.deps.profile.name = 'Water </script><script>alert(1)</script>\u2028 $& Works'
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

function startOf(html: string): PortalStart {
  const json = /<script type="application\/json" id="portal-start">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
  return PortalStart.parse(JSON.parse(json))
}

test.each(Object.values(pagePaths))('%s is a page, always asked for anew', async (path) => {
  const reply = await portal.app.inject(`${path}?from=mail`)
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(reply.headers['cache-control']).toBe('no-cache')
  expect(startOf(reply.body).profile.division).toBe('GWA')
})

test.each(['/nowhere', '/paynow/', '/PAYNOW', '/index.html', '/.vite/manifest.json', '/..%2f..%2fpackage.json'])(
  '%s shows Page Not Found: the page with status 404 (C§2.1)',
  async (path) => {
    const reply = await portal.app.inject(path)
    expect(reply.statusCode).toBe(404)
    expect(startOf(reply.body).profile.division).toBe('GWA')
  },
)

test.each(['/assets/gone-123.js', '/api/v1/nowhere', '/assets/'])('%s is not a page', async (path) => {
  const reply = await portal.app.inject(path)
  expect(reply.statusCode).toBe(404)
  expect(reply.json().type).toBe('/problems/not-found')
})

test('the page starts with year and month of the utility, and no text of the profile can break out of its data', async () => {
  const { body } = await portal.app.inject('/')
  expect(startOf(body)).toMatchObject({
    profile: { name: portal.deps.profile.name },
    maintenance: { login: false, payNow: false },
    year: 2026,
    month: '2026-01',
  })
  expect(body).not.toContain('alert(1)</script>')
  expect(body).not.toContain('\u2028')
})

test('the page tells which functions are switched off', async () => {
  await portal.database.pool.query("update maintenance_switch set is_off = true where name = 'payNow'")
  clock.advance(1000)
  expect(startOf((await portal.app.inject('/')).body).maintenance).toEqual({ login: false, payNow: true })
})

test('the page tells whose sessions this browser holds, and loading it keeps none of them alive', async () => {
  const customer = await portal.customer()
  const signedInOf = async () => startOf((await customer.get('/')).body).signedIn
  expect(startOf((await portal.guest().get('/')).body).signedIn).toEqual({ customer: false, admin: false })
  expect(await signedInOf()).toEqual({ customer: true, admin: false })
  clock.advance(10 * 60_000)
  expect(await signedInOf()).toEqual({ customer: true, admin: false })
  clock.advance(7 * 60_000)
  expect(await signedInOf()).toEqual({ customer: false, admin: false })
  const administrator = await portal.administrator(6)
  expect(startOf((await administrator.get('/')).body).signedIn).toEqual({ customer: false, admin: true })
})

test('the page comes also when the database does not answer', async () => {
  clock.advance(1000)
  await portal.database.pool.query('alter table maintenance_switch rename to lost')
  const reply = await portal.app.inject('/paynow')
  expect(startOf(reply.body).maintenance).toEqual({ login: false, payNow: false })
  await portal.database.pool.query('alter table lost rename to maintenance_switch')
})

describe('a file of the build', () => {
  test.each([
    ['br, gzip', 'brotli', 'br'],
    ['gzip', 'gzip', 'gzip'],
    ['identity', 'plain', undefined],
  ])('is sent to a browser that accepts %s as the build compressed it', async (accepted, body, encoding) => {
    const headers = { 'accept-encoding': accepted }
    const reply = await portal.app.inject({ url: '/assets/main-abc123.js', headers })
    expect(reply.body).toBe(body)
    expect(reply.headers['content-encoding']).toBe(encoding)
    expect(reply.headers['content-type']).toMatch(/javascript/)
    expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
  })

  test('without a hash in its name is kept for an hour only', async () => {
    const reply = await portal.app.inject('/favicon.svg')
    expect(reply.headers['cache-control']).toBe('public, max-age=3600')
  })
})
