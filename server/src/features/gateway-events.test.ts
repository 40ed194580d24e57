import { Instant, epochOf } from '@portal/contract/dates'
import { gatewayEventsPath, largestGatewayEvent } from '@portal/contract/gateway-events'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { stripePaymentGateway } from '../adapters/payment-gateway/stripe/gateway.ts'
import { emptyTables } from '../database/testing/empty-tables.ts'
import { type TestApp, testApp } from '../http/testing/app.ts'
import { testClock } from '../testing/clock.ts'

const [secret, next] = ['whsec_current', 'whsec_next'] as const
const clock = testClock(Instant.parse('2026-02-10T01:00:00.000Z'))
const seconds = Math.floor(epochOf(clock.now()) / 1000)
const gateway = stripePaymentGateway(
  {
    secretKey: 'sk_test_1',
    webhookSecrets: [secret, next],
    url: 'http://127.0.0.1:9',
    timeZone: 'Pacific/Guam',
    chargeTimeout: 1_000,
  },
  clock,
)

let portal: TestApp
const woken: string[] = []
beforeAll(async () => {
  portal = await testApp({ clock, gateway })
  portal.deps.wake = (work) => void woken.push(work)
})
afterAll(() => portal.close())
beforeEach(async () => {
  woken.length = 0
  await emptyTables(portal.database.db, ['gateway_event'])
})

const paid = {
  id: 'evt_1',
  object: 'event',
  type: 'payment_intent.succeeded',
  livemode: false,
  data: { object: { id: 'pi_3MtwBwLkdIwHu7ix28a3tqPa', object: 'payment_intent', status: 'succeeded' } },
}

interface Sending {
  signedWith?: string
  /** Seconds from now. */
  signedAt?: number
  /** What is signed, if it is not what is sent. */
  signed?: string
  headers?: Record<string, string>
}

async function send(event: object | string, { signedWith = secret, signedAt = 0, signed, headers }: Sending = {}) {
  const payload = typeof event === 'string' ? event : JSON.stringify(event)
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload: signed ?? payload,
    secret: signedWith,
    timestamp: seconds + signedAt,
  })
  const reply = await portal.app.inject({
    method: 'POST',
    url: gatewayEventsPath,
    payload,
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature, ...headers },
  })
  return reply.statusCode
}

const stored = async () =>
  await portal.database.db.selectFrom('gateway_event').select(['id', 'subject', 'tag', 'next_try_at']).execute()

describe('given an event of the gateway', () => {
  test.each([
    ['payment_intent.succeeded', paid.data.object, 'charge', 'pi_3MtwBwLkdIwHu7ix28a3tqPa'],
    ['payment_intent.requires_action', paid.data.object, 'charge', 'pi_3MtwBwLkdIwHu7ix28a3tqPa'],
    ['charge.refunded', { id: 'ch_1', payment_intent: 'pi_1' }, 'charge', 'pi_1'],
    ['payment_method.automatically_updated', { id: 'pm_1' }, 'card', 'pm_1'],
    ['refund.failed', { id: 're_1' }, 'refund', 're_1'],
    ['charge.dispute.closed', { id: 'dp_1' }, 'dispute', 'dp_1'],
    ['radar.early_fraud_warning.created', { id: 'issfr_1' }, 'dispute', 'issfr_1'],
  ])('then %s is stored before it is confirmed, as a hint to look', async (type, object, subject, tag) => {
    expect(await send({ ...paid, type, data: { object } })).toBe(200)
    expect(await stored()).toEqual([{ id: 'evt_1', subject, tag, next_try_at: clock.now() }])
    expect(woken).toEqual(['gateway events'])
  })

  test('then repeats are confirmed, and are one', async () => {
    expect([await send(paid), await send(paid), await send(paid)]).toEqual([200, 200, 200])
    expect([(await stored()).length, woken.length]).toEqual([1, 1])
  })

  test('then, while the secret is rotated, both sign', async () => {
    expect([await send(paid), await send({ ...paid, id: 'evt_2' }, { signedWith: next })]).toEqual([200, 200])
    expect(await stored()).toHaveLength(2)
  })
})

describe('given what is no event for us, then nothing is stored', () => {
  test.each<[string, number, object | string, Sending?]>([
    ['signed with another secret', 400, paid, { signedWith: 'whsec_forged' }],
    ['changed after it was signed', 400, paid, { signed: JSON.stringify({ ...paid, id: 'evt_other' }) }],
    ['signed six minutes ago', 400, paid, { signedAt: -360 }],
    ['signed six minutes from now', 400, paid, { signedAt: 360 }],
    ['without a signature', 400, paid, { headers: { 'stripe-signature': '' } }],
    ['with a signature that is none', 400, paid, { headers: { 'stripe-signature': 't=now,v1=' } }],
    ['without a body', 400, ''],
    ['no JSON', 400, '{"id": "evt_1"'],
    ['giant', 413, { ...paid, padding: 'x'.repeat(largestGatewayEvent) }],
    ['of live mode', 200, { ...paid, livemode: true }],
    ['of another account', 200, { ...paid, account: 'acct_other' }],
    ['of another kind', 200, { ...paid, type: 'customer.created' }],
    ['about something else', 200, { ...paid, data: { object: { id: 'cus_1' } } }],
    ['about nothing', 200, { ...paid, data: {} }],
    ['with an id that is none', 200, { ...paid, id: 'x'.repeat(300) }],
    ['no object', 400, 'null'],
    ['thin', 400, { ...paid, object: 'v2.core.event' }],
  ])('%s: %i', async (_what, status, event, how) => {
    expect(await send(event, how)).toBe(status)
    expect([await stored(), woken]).toEqual([[], []])
  })

  test('at a portal whose gateway tells nothing by itself', async () => {
    const other = await testApp()
    const reply = await other.app.inject({ method: 'POST', url: gatewayEventsPath, payload: paid })
    await other.close()
    expect(reply.statusCode).toBe(404)
  })
})

test('given no database, then the gateway is asked to send it again', async () => {
  await portal.database.pool.query('alter table gateway_event rename to away')
  const status = await send(paid)
  await portal.database.pool.query('alter table away rename to gateway_event')
  expect(status).toBe(500)
})
