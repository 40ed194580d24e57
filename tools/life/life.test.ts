import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testCards } from '@portal/server/adapters/payment-gateway/testing/test-cards.ts'
import { testGateway } from '@portal/server/adapters/payment-gateway/testing/test-gateway.ts'
import { systemClock } from '@portal/server/clock.ts'
import { type TestApp, type TestBrowser, testApp } from '@portal/server/http/testing/app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { demoPassword } from '../demo/logins.ts'
import { freePorts } from '../world/ports.ts'
import { liveUntilToday } from './live.ts'

let portal: TestApp
let folder: string
let admin: TestBrowser
const failed: string[] = []
const customers = new Map<string, TestBrowser>()

/** Given a first start of the demo. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-life-'))
  portal = await testApp({ clock: systemClock, gateway: testGateway({ name: 'stripe', savedMethods: testCards() }) })
  const [port = 0] = await freePorts(1)
  const secret = 'only for tests and long enough to be one'
  const secrets = { HUMAN_CHECK_SECRET: secret, LINK_SECRET: secret, SECOND_FACTOR_SECRET: secret }
  const reports = { EMAIL_REPORT_SECRET: secret, BOUNCE_DOMAIN: 'bounces.example' }
  const settings = { ...secrets, ...reports, PUBLIC_URL: `http://127.0.0.1:${port}` }
  const options = { folder, databaseUrl: portal.database.url, port, settings, accounts: 1000, seed: 1 }
  await liveUntilToday(options, (reason) => failed.push(reason))
  admin = portal.guest()
  await admin.post('/api/v1/login', { username: 'demo.super', password: demoPassword })
  for (const userName of ['demo.home', 'demo.family', 'ben']) {
    const browser = portal.guest()
    await browser.post('/api/v1/user-login', { userName, password: demoPassword })
    customers.set(userName, browser)
  }
}, 600_000)
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

/** The rows below a name such as `result.list`. */
async function rowsOf(reply: Promise<{ json(): unknown }> | undefined, name: string): Promise<unknown[]> {
  let found = (await reply)?.json()
  for (const part of name.split('.').filter(Boolean)) found = z.record(z.string(), z.unknown()).parse(found)[part]
  return z.array(z.unknown()).parse(found)
}

test('everything happens that is to happen', () => {
  expect(failed).toEqual([])
})

test.for([
  ['payments', 'transactions?page=1&size=30', 'result.list', 30],
  ['exceptions of payments', 'exceptions/payments', 'payments', 5],
  ['discrepancies', 'exceptions/discrepancies', 'discrepancies', 1],
  ['exceptions of AutoPay', 'exceptions/autopay', 'exceptions', 1],
  ['charges of AutoPay to come', 'autopay-run', 'due', 1],
  ['payouts', 'payouts', 'payouts', 20],
  ['rejected contact changes', 'rejected-contact-changes', 'changes', 1],
  ['paperless accounts in trouble', 'paperless-trouble', 'found', 1],
  ['stopped addresses', 'stopped-addresses', 'addresses', 2],
  ['replies to texts', 'text-replies', 'replies', 1],
  ['messages to customers', 'broadcasts', 'broadcasts', 3],
  ['notification runs', 'notification-runs', 'scans', 1],
  ['notification totals', 'notification-totals', 'totals', 1],
  ['users', 'users', '', 6],
  ['audit entries', 'audit-log', 'entries', 50],
] as const)('the console lists %s', async ([, path, name, least]) => {
  expect((await rowsOf(admin.get(`/api/v1/${path}`), name)).length).toBeGreaterThanOrEqual(least)
})

test.for([
  ['demo.home', 'saved-cards', 'cards', 1],
  ['demo.home', 'notifications', 'choices', 3],
  ['demo.home', 'notifications/sent', 'sent', 2],
  ['demo.family', 'scheduled-payments', 'payments', 1],
  ['demo.family', 'paperless', 'accounts', 3],
  ['ben', 'autopay', 'agreements', 1],
] as const)('%s has rows at %s', async ([who, path, name, least]) => {
  expect((await rowsOf(customers.get(who)?.get(`/api/v1/${path}`), name)).length).toBeGreaterThanOrEqual(least)
})

test('demo.home owes a bill, and paid others', async () => {
  const home = customers.get('demo.home')
  const [account] = z
    .array(z.object({ accID: z.string(), amount: z.number() }))
    .parse(await rowsOf(home?.post('/api/v1/account-summary', {}), 'accounts'))
  expect(account?.amount).toBeGreaterThan(0)
  const paid = await rowsOf(home?.post('/api/v1/payment-history', { accountId: account?.accID }), 'result')
  expect(paid.length).toBeGreaterThanOrEqual(2)
})

test('some four hundred payments were made, and the extracts have those before the last night', async () => {
  const { rows } = await portal.database.pool.query<{ made: number; missing: number; future: number }>(`
    select (select count(*)::int from checkout_item) as made,
      (select count(*)::int from cis.portal_payment
        where contained_in_import is null and paid_at < now() - interval '2 days') as missing,
      (select count(*)::int from cis.import_run where extracted_at > now()) as future`)
  expect(rows[0]?.made).toBeGreaterThan(350)
  expect(rows[0]).toMatchObject({ missing: 0, future: 0 })
})

test('agreements are active, paused and ended, and disputes of every kind', async () => {
  const { rows: agreements } = await portal.database.pool.query('select distinct state from autopay_agreement')
  expect(agreements.map(({ state }) => String(state)).toSorted()).toEqual(['ACTIVE', 'ENDED', 'PAUSED'])
  const { rows: disputes } = await portal.database.pool.query('select distinct state from dispute')
  expect(disputes.map(({ state }) => String(state)).toSorted()).toEqual(['ASKED', 'LOST', 'OPEN', 'WARNED', 'WON'])
})

const Listed = z.object({
  result: z.object({
    list: z.array(z.object({ status: z.string(), receipt_number: z.string() })),
    processing: z.object({ payments: z.number() }),
  }),
})

test('staff find bank payments that were paid, are on their way, wait for the payer, came back and were never verified', async () => {
  const reply = await admin.post('/api/v1/search-transaction', { method: 'Bank account', size: 30 })
  const { list, processing } = Listed.parse(reply.json()).result
  const statuses = new Set(list.map(({ status }) => status))
  expect([...statuses].toSorted()).toEqual(['notCharged', 'paid', 'processing', 'returned', 'verifying'])
  expect(processing.payments).toBe(2)
})

test('the returned bank payment is an exception, a return in a payout and a part of the return rates', async () => {
  const { rows: returned } = await portal.database.pool.query(
    "select return_code as code from charge_attempt where state = 'RETURNED'",
  )
  expect(returned).toEqual([{ code: 'R01' }])
  const { payments } = z
    .object({ payments: z.array(z.object({ reasons: z.array(z.string()) })) })
    .parse((await admin.get('/api/v1/exceptions/payments')).json())
  expect(payments.flatMap(({ reasons }) => reasons)).toContain('bankReturned')
  const { rows: parts } = await portal.database.pool.query("select kind from payout_item where kind = 'return'")
  expect(parts).toHaveLength(1)
  expect((await admin.get('/api/v1/return-rates')).json()).toMatchObject({ debits: 6, returns: { all: 1 } })
})
