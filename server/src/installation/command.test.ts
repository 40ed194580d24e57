import { later } from '@portal/contract/dates'
import { mainland } from '@portal/contract/testing/mainland'
import { UtilityProfile } from '@portal/contract/utility'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { EmailNotSent } from '../adapters/email/port.ts'
import { testGateway } from '../adapters/payment-gateway/testing/test-gateway.ts'
import { testTexts } from '../adapters/text-messages/testing/test-texts.ts'
import { systemClock } from '../clock.ts'
import { type TestApp, testApp } from '../http/testing/app.ts'
import type { CheckDeps } from './checks.ts'
import { checkCommand } from './command.ts'

const { mailFrom, financeEmail } = mainland
const addresses = { mailFrom, financeEmail, earlierSite: undefined, sampleBill: undefined }

let portal: TestApp
beforeAll(async () => {
  portal = await testApp({ clock: systemClock })
  await portal.administrator(1)
})
afterAll(() => portal.close())

async function portalCheck(given: Partial<CheckDeps> = {}, ...words: string[]) {
  const { deps } = portal
  const config = { ...deps.config, PROFILE_FILE: '/etc/portal/profile/default.json' }
  const profile = { ...deps.profile, ...UtilityProfile.parse(mainland), ...addresses, isLive: true }
  const lines: string[] = []
  const code = await checkCommand(words, {
    open: () => ({ deps: { ...deps, config, profile, ...given }, close: async () => undefined }),
    write: (text) => void lines.push(text),
  })
  return { code, text: lines.join('') }
}

test('each thing that is as it should be is a line; the test database alone does not wait for its disk', async () => {
  const { code, text } = await portalCheck({
    paymentGateway: testGateway({
      check: async () => [{ about: 'Key', outcome: 'good', says: 'Accepted, live mode' }],
    }),
  })
  expect(text).toMatch(/^ok {4}Key +Accepted, live mode$/m)
  expect(text).toMatch(/^look {2}http:\/\/localhost:3000 +For this machine only$/m)
  expect(text.match(/^FIX.*$/gm)).toEqual([expect.stringContaining('fsync or full_page_writes is off')])
  expect(code).toBe(1)
})

test('written with anything else, it says what it does', async () => {
  expect(await portalCheck({}, '--now')).toEqual({ code: 2, text: expect.stringContaining('charges nothing') })
})

const refused = async () => {
  throw new EmailNotSent('the mail server rejected our login')
}

test.each<[what: string, given: () => Partial<CheckDeps>, line: RegExp]>([
  [
    'a database that nobody answers for',
    () => ({ config: { ...portal.deps.config, DATABASE_URL: 'postgres://portal@127.0.0.1:1/portal' } }),
    /^FIX {3}Database +connect ECONNREFUSED/m,
  ],
  [
    'a clock that is ahead',
    () => ({ clock: { ...systemClock, now: () => later(systemClock.now(), 60_000) } }),
    /^FIX {3}Clock +It is 60 seconds ahead of the database\. Set both by NTP$/m,
  ],
  [
    'a mail server that refuses the login',
    () => ({ mail: { ...portal.deps.mail, verify: refused } }),
    /^FIX {3}Mail server +Login failed: the mail server rejected our login\. Check SMTP_URL$/m,
  ],
  [
    'a gateway whose key is wrong',
    () => ({
      paymentGateway: testGateway({ check: async () => [{ about: 'Key', outcome: 'bad', says: 'Rejected' }] }),
    }),
    /^FIX {3}Key +Rejected$/m,
  ],
  [
    'text messages without a sender',
    () => ({
      texts: testTexts({ check: async () => [{ about: 'Text sender', outcome: 'bad', says: 'Add a number' }] }),
    }),
    /^FIX {3}Text sender +Add a number$/m,
  ],
  ['the demo’s profile', () => ({ config: portal.deps.config }), /^FIX {3}Profile +PROFILE_FILE is missing/m],
  [
    'an address without TLS',
    () => ({ config: { ...portal.deps.config, PUBLIC_URL: 'http://portal.utility.example' } }),
    /^FIX {3}http:\/\/portal\.utility\.example +Without TLS/m,
  ],
  [
    'an address where nothing answers',
    () => ({ config: { ...portal.deps.config, ADMIN_URL: 'https://127.0.0.1:1' } }),
    /^FIX {3}https:\/\/127\.0\.0\.1:1 +Nothing answers there: ECONNREFUSED/m,
  ],
])('%s is to be fixed', async (_what, given, line) => {
  const { code, text } = await portalCheck(given())
  expect(text).toMatch(line)
  expect(text).toMatch(/\d to fix\.\n$/)
  expect(code).toBe(1)
})

afterEach(() => {
  vi.unstubAllEnvs()
})

test('a misspelled setting is worth a look: it counts as left out', async () => {
  vi.stubEnv('BOUNCE_DOMIAN', 'bounces.example')
  expect((await portalCheck()).text).toMatch(
    /^look {2}Settings +BOUNCE_DOMIAN is no setting, did you mean BOUNCE_DOMAIN\?$/m,
  )
})

test('what was left of the example’s profile is named before real money moves', async () => {
  const { profile } = portal.deps
  const line = /Profile +Still of the utility that it was copied from: name, .*phones, offices, .*sampleBill/
  expect((await portalCheck({ profile: { ...profile, isLive: true } })).text).toMatch(
    new RegExp(`^FIX {3}${line.source}`, 'm'),
  )
  expect((await portalCheck({ profile })).text).toMatch(new RegExp(`^look {2}${line.source}`, 'm'))
})

test('a schema of an older version, and a portal without admins, are to be fixed by a command', async () => {
  const { database } = portal
  await database.pool.query("delete from migration where name like '0086%'")
  expect((await portalCheck()).text).toMatch(/^FIX {3}Database schema +1 update to do\. Run portal migrate$/m)
})
