import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingHttpHeaders, createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Instant } from '@portal/contract/dates'
import { cents } from '@portal/contract/money'
import type { GatewayEvent, GatewayEvents } from '@portal/server/adapters/payment-gateway/port-events.ts'
import { stripePaymentGateway } from '@portal/server/adapters/payment-gateway/stripe/gateway.ts'
import { systemClock } from '@portal/server/clock.ts'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type RunningStripe, startStripeSimulator } from './start.ts'

const keys = { secretKey: 'sk_test_portal', publishableKey: 'pk_test_portal', webhookSecret: 'whsec_portal' }
let folder: string
let stripe: RunningStripe
let client: Stripe
let events: GatewayEvents

/** What came, and how often it is to be refused first. */
const arrived: GatewayEvent[] = []
let refusals = 0
const receiver = createServer((request, reply) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    refusals -= 1
    if (refusals < 0) note(Buffer.concat(chunks), request.headers)
    reply.writeHead(refusals < 0 ? 200 : 500).end()
  })
})

function note(body: Buffer, headers: IncomingHttpHeaders): void {
  const told = events.read(body, headers)
  if (told.outcome === 'read') arrived.push(told.event)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stripe-'))
  stripe = await startStripeSimulator({ ...keys, books: folder })
  const { port, url } = stripe
  client = new Stripe(keys.secretKey, { host: '127.0.0.1', port, protocol: 'http', telemetry: false })
  const settings = { secretKey: keys.secretKey, webhookSecrets: [keys.webhookSecret], url, timeZone: 'Pacific/Guam' }
  const gateway = stripePaymentGateway({ ...settings, chargeTimeout: 3_000 }, systemClock)
  if (!gateway.events) throw new Error('Stripe tells by itself')
  events = gateway.events
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const address = receiver.address()
  stripe.webhooks.sendTo(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`)
})
afterAll(async () => {
  await stripe.close()
  receiver.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  refusals = 0
})
afterEach(async () => {
  stripe.calm()
  await vi.waitUntil(() => arrived.length > 0)
  arrived.length = 0
})

/** A charge by that card, without the portal. */
async function paidBy(number: string): Promise<string> {
  const typed = await fetch(`${stripe.url}/v1/confirmation_tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.publishableKey}` },
    body: new URLSearchParams({ number, exp_month: '12', exp_year: '2030', cvc: '123' }),
  })
  const { id } = (await typed.json()) as { id: string }
  const intent = await client.paymentIntents.create({
    amount: 12_050,
    currency: 'usd',
    metadata: { reference: 'SREF' },
  })
  await client.paymentIntents.confirm(intent.id, { confirmation_token: id })
  return intent.id
}

const good = '4242424242424242'
const about = (subject: GatewayEvent['subject']) => arrived.filter((event) => event.subject === subject)

describe('given webhooks', () => {
  test('then a charge is told of, signed, and again when it was not taken', async () => {
    refusals = 2
    const tag = await paidBy(good)
    await vi.waitFor(() => expect(about('charge')).toMatchObject([{ tag }]))
  })

  test('then repeats have the same id', async () => {
    stripe.webhooks.repeat(3)
    await paidBy(good)
    await vi.waitFor(() => expect(about('charge')).toHaveLength(3))
    expect(new Set(arrived.map(({ id }) => id)).size).toBe(1)
  })

  test('then they may come in any order, or late', async () => {
    const tag = await paidBy(good)
    await vi.waitFor(() => expect(about('charge')).toHaveLength(1))
    const release = stripe.webhooks.hold()
    stripe.webhooks.delay(100)
    const { id } = await stripe.bank.dispute(tag)
    const refund = await client.refunds.create({ payment_intent: await paidBy(good) })
    expect(about('dispute')).toEqual([])
    release()
    await vi.waitFor(() => expect(about('dispute').at(0)?.tag).toBe(id))
    expect(arrived.findIndex((event) => event.tag === refund.id)).toBeLessThan(
      arrived.findIndex((event) => event.tag === id),
    )
  })

  test('then one that is lost is listed', async () => {
    const tag = await paidBy(good)
    stripe.webhooks.lose(2)
    const { id } = await stripe.bank.dispute(tag)
    const since = Instant.parse(new Date(Date.now() - 60_000).toISOString())
    const listed = await events.list(since)
    expect(listed).toMatchObject({ outcome: 'listed' })
    const named = listed.outcome === 'listed' ? listed.events.filter((event) => event.tag === id) : []
    expect(named).toMatchObject([{ subject: 'dispute' }, { subject: 'dispute' }])
    expect(arrived.filter((event) => event.tag === id)).toEqual([])
  })

  test('then a gateway that is away lists nothing', async () => {
    await paidBy(good)
    stripe.fail('listEvents', { kind: 'status', status: 500, isDone: false })
    expect(await events.list(systemClock.now())).toMatchObject({ outcome: 'unavailable' })
  })
})

describe('given a dispute', () => {
  test.each([
    ['needs_response', 'open'],
    ['under_review', 'open'],
    ['appeal_under_review', 'open'],
    ['warning_needs_response', 'asked'],
    ['warning_under_review', 'asked'],
    ['warning_closed', 'closed'],
    ['won', 'won'],
    ['lost', 'lost'],
    ['prevented', 'unclear'],
    ['some_new_status', 'unclear'],
  ])('that is %s, then it is %s', async (status, state) => {
    const tag = await paidBy(good)
    const { id } = await stripe.bank.dispute(tag, {
      status: 'needs_response',
      amount: 5_000,
      reason: 'product_not_received',
    })
    await stripe.bank.decide(id, status)
    expect(await events.readDispute(id)).toMatchObject({
      outcome: 'found',
      chargeTag: tag,
      chargeReference: 'SREF',
      state,
      amount: cents(5_000),
      reason: 'product not received',
      evidenceDueAt: expect.stringMatching(/Z$/),
    })
  })

  test.each([
    ['4000000000000259', 'open'],
    ['4000000000001976', 'asked'],
    ['4000000000005423', 'warned'],
  ])('by the test card %s, then it is %s', async (number, state) => {
    const tag = await paidBy(number)
    const made = [...stripe.books.disputes.values(), ...stripe.books.warnings.values()]
    const id = made.find(({ payment_intent }) => payment_intent === tag)?.id ?? ''
    expect(await events.readDispute(id)).toMatchObject({ chargeTag: tag, chargeReference: 'SREF', state })
    await vi.waitFor(() => expect(about('dispute').some((event) => event.tag === id)).toBe(true))
  })

  test('that Stripe does not have, or cannot tell of, then nothing is known', async () => {
    await paidBy(good)
    expect(await events.readDispute('dp_none')).toEqual({ outcome: 'nothing' })
    stripe.fail('readWarning', { kind: 'dropBefore' })
    expect(await events.readDispute('issfr_any')).toMatchObject({ outcome: 'unavailable' })
  })
})

test('given a charge, then what was charged is known, and nothing of one that was not made', async () => {
  const tag = await paidBy(good)
  const found = { outcome: 'found', chargeTag: tag, chargeReference: 'SREF', charged: cents(12_050) }
  expect(await events.readCharge(tag)).toMatchObject(found)
  const { id } = await client.paymentIntents.create({ amount: 500, currency: 'usd' })
  expect(await events.readCharge(id)).toMatchObject({ chargeReference: null, charged: cents(0) })
  expect(await events.readCharge('pi_none')).toEqual({ outcome: 'nothing' })
})

describe('given a refund', () => {
  test('that the bank returns, then nothing of it stands, and the reason is known', async () => {
    const intent = await paidBy('4000000000005126')
    const { id } = await client.refunds.create({ payment_intent: intent, metadata: { reference: 'SREFUND' } })
    expect(await events.readRefund(id)).toMatchObject({ reference: 'SREFUND', standing: cents(12_050) })
    await vi.waitFor(async () => {
      expect(await events.readRefund(id)).toEqual({
        outcome: 'found',
        chargeTag: intent,
        chargeReference: 'SREF',
        reference: 'SREFUND',
        amount: cents(12_050),
        standing: cents(0),
        isOnItsWay: false,
        reason: 'expired_or_canceled_card',
      })
    }, 5_000)
    await vi.waitFor(() => expect(about('refund').length).toBeGreaterThan(2))
  })

  test('that pends, then it stands, and none of ours has no reference', async () => {
    const { id } = await client.refunds.create({ payment_intent: await paidBy('4000000000007726') })
    expect(await events.readRefund(id)).toMatchObject({
      standing: cents(12_050),
      reference: null,
      reason: 'pending',
    })
    expect(await events.readRefund('re_none')).toEqual({ outcome: 'nothing' })
  })
})
