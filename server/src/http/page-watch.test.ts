import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pagePaths, policyReportPath } from '@portal/contract/paths'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pageWatch } from './page-watch.ts'
import { type TestApp, testApp } from './testing/app.ts'

let folder: string
let portal: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-web-'))
  await mkdir(join(folder, 'assets'))
  const script = '<script type="module" src="/assets/main-1.js"></script>'
  await writeFile(join(folder, 'index.html'), `<html><head>${script}<!--portal-start--></head><body></body></html>`)
  await writeFile(join(folder, 'assets/main-1.js'), 'pay()')
  portal = await testApp({ config: { WEB_FOLDER: folder } })
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => void (portal.logLines.length = 0))

const logged = (): string => portal.logLines.filter((line) => !line.includes('"Answered"')).join('\n')
const signal = new AbortController().signal

/** What people get: what the process sends, changed on its way like this. */
function watch({ change, drop }: { change?: (body: string) => string; drop?: string }) {
  return pageWatch(portal.app, portal.deps, async (path) => {
    const reply = await portal.app.inject(path)
    const header = (name: string) => (name === drop ? null : String(reply.headers[name] ?? '') || null)
    return { header, body: change ? change(reply.body) : reply.body }
  })
}

test('a payment page as it was built raises no alarm', async () => {
  const work = watch({})
  for (let look = 0; look < 3; look++) await work.run(signal)
  expect(logged()).toBe('')
})

test.each([
  [
    'a script from elsewhere',
    { change: (body: string) => body.replace('</head>', '<script src="https://evil.example/a.js"></script></head>') },
    'script https://evil.example/a.js',
  ],
  [
    'a script written into it',
    { change: (body: string) => body.replace('</head>', '<script>steal()</script></head>') },
    'script in the page',
  ],
  [
    'a changed script of ours',
    { change: (body: string) => body.replace('pay()', 'steal()') },
    'content of /assets/main-1.js',
  ],
  ['a policy that was taken away', { drop: 'content-security-policy' }, 'header content-security-policy'],
])('%s raises one at the second look in a row', async (_what, changed, difference) => {
  const work = watch(changed)
  await work.run(signal)
  expect(logged()).toBe('')
  await work.run(signal)
  expect(logged()).toContain('"alarm":true')
  expect(logged()).toContain(difference)
})

test('a page that cannot be read from outside is no alarm', async () => {
  const work = pageWatch(portal.app, portal.deps, async () => await Promise.reject(new Error('no route')))
  for (let look = 0; look < 2; look++) await work.run(signal)
  expect(logged()).toContain('could not be read from outside')
  expect(logged()).not.toContain('"alarm":true')
})

const page = 'http://localhost:3000/paynow?secret=1'
const report = (blocked: string) => ({
  'csp-report': { 'document-uri': page, 'effective-directive': 'script-src-elem', 'blocked-uri': blocked },
})

async function reported(type: string, body: unknown): Promise<number> {
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  const headers = { 'content-type': type }
  return (await portal.app.inject({ method: 'POST', url: policyReportPath, headers, payload })).statusCode
}

test.each([
  ['application/csp-report', report('https://evil.example/a.js?card=1')],
  [
    'application/reports+json',
    [
      {
        type: 'csp-violation',
        body: { documentURL: page, effectiveDirective: 'script-src-elem', blockedURL: 'https://evil.example/a.js' },
      },
    ],
  ],
])('what a browser reports as %s is logged by page and origin, without what follows them', async (type, body) => {
  expect(await reported(type, body)).toBe(204)
  expect(JSON.parse(logged())).toMatchObject({
    page: pagePaths.payNow,
    directive: 'script-src-elem',
    source: 'https://evil.example',
  })
  expect(logged()).not.toMatch(/secret|a\.js/)
})

test.each([
  ['an extension of the browser', 'application/csp-report', report('chrome-extension://abc/x.js'), 204],
  ['what is no report', 'application/csp-report', '{"csp-report":', 204],
  ['another type', 'image/png', 'hello', 400],
  ['a giant one', 'application/csp-report', 'x'.repeat(20_000), 413],
])('%s is not logged', async (_what, type, body, status) => {
  expect(await reported(type, body)).toBe(status)
  expect(logged()).not.toContain('kept from loading')
})
