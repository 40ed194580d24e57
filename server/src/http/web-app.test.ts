import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Instant } from '@portal/contract/dates'
import type { PageFiles } from '@portal/contract/page-files'
import { pagePaths } from '@portal/contract/paths'
import { Problem } from '@portal/contract/problem'
import { PortalStart } from '@portal/contract/utility'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testBankAccounts, testGateway } from '../adapters/payment-gateway/testing/test-gateway.ts'
import type { ServerProfile } from '../settings/profile.ts'
import { testClock } from '../testing/clock.ts'
import { readPageLinks } from './page-links.ts'
import { type TestApp, type TestBrowser, testApp } from './testing/app.ts'

// It is still 2025 in UTC and already 2026 in Guam.
const clock = testClock(Instant.parse('2025-12-31T15:00:00.000Z'))
const page = '<!doctype html><html lang="en"><head><!--portal-start--></head><body></body></html>'

const files = { scripts: [], styles: [], laterScripts: [], laterStyles: [], calls: [] }
const pageFiles: PageFiles = {
  '/': {
    audience: 'logged out',
    page: {
      scripts: ['assets/home-1.js'],
      styles: ['assets/home-1.css'],
      laterScripts: ['assets/slider-1.js'],
      laterStyles: ['assets/slider-1.css'],
      calls: [{ group: 'general', path: '/api/v1/announcements-front' }],
    },
    views: {},
  },
  '/dashboard': {
    audience: 'customer',
    page: { ...files, scripts: ['assets/dashboard-1.js'] },
    views: { bills: { ...files, scripts: ['assets/bills-1.js'] } },
  },
  '/admin-dashboard': {
    audience: 'administrator',
    page: { ...files, scripts: ['assets/console-1.js'] },
    views: {},
  },
  '/payment-result': { audience: 'payer', page: { ...files, scripts: ['assets/result-1.js'] }, views: {} },
  '/faq': { audience: 'anyone', page: { ...files, scripts: ['assets/faq-1.js'] }, views: {} },
}

let folder: string
let portal: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-web-'))
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, '.vite'))
  const contents = {
    'index.html': page,
    'index.html.br': 'compressed page',
    'robots.txt': 'User-agent: *',
    'assets/main-abc123.js': 'plain',
    'assets/main-abc123.js.br': 'brotli',
    'assets/main-abc123.js.gz': 'gzip',
    '.vite/page-files.json': JSON.stringify(pageFiles),
  }
  for (const [name, content] of Object.entries(contents)) await writeFile(join(folder, name), content)
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

test('a page knows the day of data that lack something, and what, and nothing of data that lack nothing', async () => {
  const data = async () => startOf((await portal.app.inject('/')).body).billing
  expect(await data()).toBeUndefined()
  const run = `insert into cis.import_run (run_id, division, as_of, extracted_at, started_at, finished_at, outcome, rows_loaded, quarantined, is_live)
    values ('files', 'GWA', '2025-12-30', now(), now(), now(), 'imported', '{}', 0, true)`
  await portal.database.pool.query(run)
  expect(await data()).toBeUndefined()
  await portal.database.pool.query(`update cis.import_run set lacks = '{accounts.zip,usage.quantity}'`)
  expect(await data()).toEqual({ asOf: '2025-12-30', lacks: ['usage'] })
})

test.each([
  '/nowhere',
  '/index.html',
  '/.vite/page-files.json',
  '/..%2f..%2fpackage.json',
  '/%E0%A4%A',
  '/%00',
  '/%',
  '/pay%E9now?a=%E0%A4%A',
  `/${'x'.repeat(12_000)}`,
  '//evil.com/paynow',
  '/evil.com/%2f/paynow',
  '/pay/now',
])('%s shows Page Not Found: the page with status 404 (C§2.1)', async (path) => {
  const reply = await portal.app.inject(path)
  expect(reply.statusCode).toBe(404)
  expect(startOf(reply.body).profile.division).toBe('GWA')
})

test.each([
  ['/paynow/', '/paynow'],
  ['/PAYNOW', '/paynow'],
  ['//paynow', '/paynow'],
  ['///paynow//', '/paynow'],
  ['/Dashboard?view=bills&x=%E0%A4%A', '/dashboard?view=bills&x=%E0%A4%A'],
  ['/gwaadmin/', '/gwaadmin'],
  ['/View-Bill/?bill-id=1&user=%2F%2Fevil.com&id=A', '/view-bill?bill-id=1&user=%2F%2Fevil.com&id=A'],
  ['/%2F%50aynow%2f', '/paynow'],
  ['/paynow.', '/paynow'],
  ['/faq%20', '/faq'],
  ['//', '/'],
  ['//?next=//evil.com', '/?next=//evil.com'],
])('%s, as typed from paper, leads to %s for good', async (typed, exact) => {
  for (const method of ['GET', 'HEAD'] as const) {
    const reply = await portal.app.inject({ method, url: `http://localhost${typed}` })
    expect(reply.statusCode).toBe(301)
    expect(reply.headers.location).toBe(exact)
  }
  expect((await portal.app.inject({ method: 'POST', url: `http://localhost${typed}` })).statusCode).toBe(404)
})

test.each(['/set-password%23secret', '/stop%231.secret', '/Stop/%25231.secret', '/faq%23paying?from=mail'])(
  'given a mail gateway that wrote the # of a link as %%23, then %s is its page, and no redirect keeps the secret',
  async (address) => {
    const reply = await portal.app.inject(address)
    expect([reply.statusCode, reply.headers.location]).toEqual([200, undefined])
    expect(reply.headers['cache-control']).toBe('no-cache')
    expect(startOf(reply.body).profile.division).toBe('GWA')
    expect((await portal.app.inject(address.replace('%', 'x%'))).statusCode).toBe(404)
  },
)

test.each([
  '/assets/gone-123.js',
  '/api/v1/nowhere',
  '/assets/',
  '/api',
  '/API/v1/nowhere',
  '//api/v1/user-login',
  '/api/v1/user-login/',
  '/api/v1/%E0%A4%A',
  '/%61pi/nowhere',
  '/api-v1/nowhere',
])('%s is not a page', async (path) => {
  const reply = await portal.app.inject(path)
  expect(reply.statusCode).toBe(404)
  expect(reply.json().type).toBe('/problems/not-found')
})

test("the page starts with the utility's year and month, and no text of the profile can break out of its data", async () => {
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

test('the page reveals neither which administrators sign in without a second factor nor the address of the finance office', async () => {
  const { body } = await portal.app.inject('/')
  const { financeEmail } = portal.deps.profile
  expect(body).toContain('"customerServiceEmail"')
  for (const kept of ['secondFactorLevels', financeEmail, 'pageTexts']) expect(body).not.toContain(kept)
})

test('the page says which functions are switched off', async () => {
  await portal.database.pool.query("update maintenance_switch set is_off = true where name = 'payNow'")
  clock.advance(1000)
  expect(startOf((await portal.app.inject('/')).body).maintenance).toEqual({ login: false, payNow: true })
})

test('the page says whether the gateway says what it pays to the bank', async () => {
  const hasPayouts = async () => startOf((await portal.app.inject('/')).body).hasPayouts
  expect(await hasPayouts()).toBeUndefined()
  const list = async () => ({ outcome: 'listed', payouts: [] }) as const
  Object.assign(portal.deps.paymentGateway, { payouts: { list } })
  expect(await hasPayouts()).toBe(true)
})

test('the page says whose sessions this browser has, and loading it keeps none of them alive', async () => {
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

describe('the page names what it is going to request', () => {
  const linksOf = (html: string): string[] =>
    [
      ...html.matchAll(/<link (?!rel="(?:icon|apple-touch-icon|manifest)")(?!rel="stylesheet" href="\/theme)[^>]*>/g),
    ].map(([link]) => link)

  test('before its scripts could: styles, scripts, data, and last what comes after the first paint', async () => {
    expect(linksOf((await portal.app.inject('/?from=mail')).body)).toEqual([
      '<link rel="stylesheet" crossorigin href="/assets/home-1.css">',
      '<link rel="modulepreload" crossorigin href="/assets/home-1.js">',
      '<link rel="preload" as="fetch" crossorigin="use-credentials" href="/api/v1/announcements-front">',
      '<link rel="modulepreload" crossorigin fetchpriority="low" href="/assets/slider-1.js">',
      '<link rel="preload" as="style" crossorigin fetchpriority="low" href="/assets/slider-1.css">',
    ])
  })

  test('at the host that answers a call, when groups of calls have their own hosts (R28)', () => {
    const start = {
      signedIn: { customer: false, admin: false },
      callOrigins: { general: 'https://calls.example' },
      profile: { consolePath: '/gwaadmin' },
    }
    expect(readPageLinks(folder)('/', start)).toContain('href="https://calls.example/api/v1/announcements-front"')
  })

  const scriptsOf = async (who: TestBrowser, path: string): Promise<string[]> => {
    const links = linksOf((await who.get(path)).body)
    return links.flatMap((link) => /modulepreload" crossorigin href="\/assets\/(\w+)-1/.exec(link)?.[1] ?? [])
  }

  test.each([
    ['/', [], ['home'], ['home']],
    ['/dashboard', ['dashboard'], [], []],
    ['/dashboard?view=bills', ['dashboard', 'bills'], [], []],
    ['/dashboard?view=constructor', ['dashboard'], [], []],
    ['/admin-dashboard', [], ['console'], []],
    ['/payment-result', [], [], []],
    ['/payment-result?id=1&by=guest', ['result'], ['result'], ['result']],
    ['/payment-result?key=1', ['result'], ['result'], ['result']],
    ['/faq', ['faq'], ['faq'], ['faq']],
    ['/sign-up', [], [], []],
    ['/nowhere', [], [], []],
  ])(
    '%s, of a customer %j, of an administrator %j, of a visitor %j',
    async (path, customer, administrator, visitor) => {
      expect(await scriptsOf(await portal.customer(), path)).toEqual(customer)
      expect(await scriptsOf(await portal.administrator(1), path)).toEqual(administrator)
      expect(await scriptsOf(portal.guest(), path)).toEqual(visitor)
    },
  )
})

test('the page is served even when the database does not answer', async () => {
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

  test('without a hash in its name is cached for only an hour', async () => {
    const reply = await portal.app.inject('/robots.txt')
    expect(reply.headers['cache-control']).toBe('public, max-age=3600')
  })

  test('that is the icon is also found where browsers look for that of an address that names none', async () => {
    const reply = await portal.app.inject('/favicon.ico')
    expect(reply.statusCode).toBe(302)
    const icon = await portal.app.inject(String(reply.headers.location))
    expect(icon.headers['content-type']).toBe('image/svg+xml')
  })

  test.each(['bytes=0-1', 'bytes=5-2', 'bytes=99999-'])('is sent whole to who asks for the part %s', async (range) => {
    const reply = await portal.app.inject({ url: '/assets/main-abc123.js', headers: { range } })
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toBe('plain')
    expect(reply.headers['accept-ranges']).toBeUndefined()
  })

  test.each([
    ['If-Match', '"another"'],
    ['If-Unmodified-Since', 'Mon, 01 Jan 2001 00:00:00 GMT'],
  ])('that is not as %s demands is refused, and no fault of ours', async (name, value) => {
    const reply = await portal.app.inject({ url: '/assets/main-abc123.js', headers: { [name]: value } })
    expect(reply.statusCode).toBe(412)
    expect(Problem.parse(reply.json())).toMatchObject({ type: '/problems/invalid', status: 412 })
    const lines = portal.logLines.filter((line) => line.includes(String(reply.headers['x-request-id'])))
    expect(lines.join('')).not.toContain('"level":"error"')
  })
})

describe('content made for each request', () => {
  const accepting = async (url: string, accepted: string) =>
    await portal.app.inject({ url, headers: { 'accept-encoding': accepted } })

  test.each(['/', '/api/v1/page-text/termsAndConditions'])(
    '%s is compressed for browsers that can read it',
    async (url) => {
      const plain = await accepting(url, 'identity')
      expect(plain.headers['content-encoding']).toBeUndefined()
      for (const [accepted, encoding, unpack] of [
        ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
        ['gzip', 'gzip', gunzipSync],
      ] as const) {
        const reply = await accepting(url, accepted)
        expect(reply.headers['content-encoding']).toBe(encoding)
        expect(reply.headers.vary).toMatch(/accept-encoding/i)
        expect(reply.rawPayload.length).toBeLessThan(plain.rawPayload.length / 1.5)
        expect(unpack(reply.rawPayload).toString()).toBe(plain.body)
      }
    },
  )

  test('is sent uncompressed when it is small', async () => {
    const reply = await accepting('/api/v1/session', 'br')
    expect(reply.headers['content-encoding']).toBeUndefined()
  })
})

describe('a profile of another language', () => {
  let spanish: TestApp
  beforeAll(async () => {
    const catalog = { City: 'Ciudad </script>' }
    spanish = await testApp({ clock, config: { WEB_FOLDER: folder }, profile: { locale: 'es-US', catalog } })
  })
  afterAll(async () => await spanish.close())

  test('has pages in that language, whose texts are there before the page’s own scripts', async () => {
    const { body } = await spanish.app.inject('/')
    expect(body).toContain('<html lang="es-US">')
    const [, path = ''] = /<script src="(\/assets\/catalog-[\w-]+\.js)"><\/script><script/.exec(body) ?? []
    const script = await spanish.app.inject(path)
    expect(script.headers).toMatchObject({ 'cache-control': expect.stringContaining('immutable') })
    expect(script.body).toBe('globalThis.portalCatalog={"City":"Ciudad </script>"}')
  })

  test('is not told to pages of an English one', async () => {
    const { body } = await portal.app.inject('/')
    expect(body).toContain('<html lang="en-US">')
    expect(body).not.toContain('catalog')
  })
})

test('bank login loosens the headers of pages that take payments, and of nothing else', async () => {
  const gateway = testGateway({
    frame: { start: {}, hosts: { scripts: [], frames: [], calls: [] } },
    bankAccounts: testBankAccounts,
  })
  const loosened = async (bankPayments: ServerProfile['bankPayments']) => {
    const other = await testApp({ config: { WEB_FOLDER: folder }, gateway, profile: { bankPayments } })
    const found: string[] = []
    for (const path of [...Object.values(pagePaths), '/api/v1/system-maintenance', '/assets/main-abc123.js', '/none']) {
      const { headers } = await other.app.inject(path)
      const said = [headers['cross-origin-opener-policy'], headers['referrer-policy']]
      if (String(said) === 'same-origin-allow-popups,strict-origin') found.push(path)
      else expect([path, ...said]).toEqual([path, 'same-origin', 'same-origin'])
    }
    await other.close()
    return found
  }
  expect(await loosened({ credit: 'submission', sourceCode: 'ACH' })).toEqual([
    '/dashboard',
    '/paynow',
    '/payment-result',
  ])
  expect(await loosened(null)).toEqual([])
})
