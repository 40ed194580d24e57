import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CalendarDate } from '@portal/contract/dates'
import { stripePaymentGateway } from '@portal/server/adapters/payment-gateway/stripe/gateway.ts'
import { systemClock } from '@portal/server/clock.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type RunningStripe, startStripeSimulator } from './start.ts'

const keys = { secretKey: 'sk_test_portal', publishableKey: 'pk_test_portal', webhookSecret: 'whsec_portal' }
let folder: string
let stripe: RunningStripe
let eventsUrl: string
/** What the portal answers to an event. */
let status = 200
const portal = createServer((_request, reply) => reply.writeHead(status).end())

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stripe-'))
  stripe = await startStripeSimulator({ ...keys, books: folder })
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve))
  const address = portal.address()
  eventsUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/events`
})
afterAll(async () => {
  await stripe.close()
  portal.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  status = 200
  stripe.webhooks.sendTo(eventsUrl)
})
afterEach(() => stripe.calm())

async function checked(
  given: { secretKey?: string; eventsUrl?: string; takesBankAccounts?: boolean; url?: string } = {},
): Promise<Map<string, string>> {
  const { secretKey, url } = { ...keys, url: stripe.url, ...given }
  const settings = { secretKey, webhookSecrets: [keys.webhookSecret], url, timeZone: 'Pacific/Guam' }
  const gateway = stripePaymentGateway({ ...settings, chargeTimeout: 3_000 }, systemClock)
  const today = CalendarDate.parse('2026-06-01')
  const place = { hosts: ['portal.example'], eventsUrl, today, takesBankAccounts: false }
  const lines = await gateway.check({ ...place, ...given })
  return new Map(lines.map(({ about, outcome, says }) => [about, `${outcome}: ${says}`]))
}

test('an account that has everything is good in every line', async () => {
  expect([...(await checked())]).toEqual([
    ['Stripe key', 'good: Accepted, test mode'],
    ['Stripe account', 'good: Can charge cards in US dollars'],
    ['Stripe payouts', 'good: Can be read'],
    ['Stripe webhook', `good: ${eventsUrl}`],
    ['Stripe webhook secret', 'good: The portal takes events signed with it'],
    ['Wallets on portal.example', 'good: Apple Pay and Google Pay are active'],
  ])
})

test('where bank accounts pay, the account must be able to debit them, and Stripe’s emails are left to a person', async () => {
  const lines = await checked({ takesBankAccounts: true })
  expect(lines.get('Stripe bank accounts')).toBe('good: Can debit US bank accounts')
  expect(lines.get('Stripe emails')).toMatch(/^open: Turn off Stripe’s emails about bank debits/)
  stripe.fail('readAccount', { kind: 'status', status: 403, isDone: false }, 2)
  const less = await checked({ takesBankAccounts: true })
  expect(less.get('Stripe bank accounts')).toMatch(/^open: .*Look in the dashboard$/)
})

test('an account that may not debit them yet says where to turn that on', async () => {
  const account = { object: 'account', capabilities: { us_bank_account_ach_payments: 'pending' } }
  const elsewhere = createServer((_request, reply) => {
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(account))
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const address = elsewhere.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const lines = await checked({ takesBankAccounts: true, url })
  elsewhere.close()
  expect(lines.get('Stripe bank accounts')).toBe(
    'bad: ACH Direct Debit is pending. Turn it on in the dashboard: Settings, Payment methods',
  )
})

test('a wrong key is rejected by Stripe', async () => {
  expect((await checked({ secretKey: 'sk_test_other' })).get('Stripe key')).toMatch(
    /^bad: Stripe rejected STRIPE_SECRET_KEY/,
  )
})

test('what a restricted key may not read is left to a person', async () => {
  stripe.fail('listDomains', { kind: 'status', status: 403, isDone: false })
  expect((await checked()).get('Wallets on portal.example')).toMatch(/^open: .*Look in the dashboard$/)
})

test('without an endpoint for this portal, the address of the missing one is named', async () => {
  stripe.webhooks.sendTo('https://elsewhere.example/events')
  expect((await checked()).get('Stripe webhook')).toBe(`bad: Add an endpoint for ${eventsUrl}: Developers, Webhooks`)
})

test.each([
  ['refuses its signature', () => void (status = 400), {}, /^bad: .* answered 400\. Restart every process/],
  ['does not answer', () => undefined, { eventsUrl: 'http://127.0.0.1:1/events' }, /^bad: Nothing answers at/],
])('a portal that %s gets no events', async (_what, prepare, given, says) => {
  prepare()
  expect((await checked(given)).get('Stripe webhook secret')).toMatch(says)
})
