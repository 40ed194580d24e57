import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CalendarDate, epochOf, Instant } from '@portal/contract/dates'
import { ZipCode } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import type { GatewayPayouts, PayoutPart } from '@portal/server/adapters/payment-gateway/port-payouts.ts'
import type { PaymentGateway } from '@portal/server/adapters/payment-gateway/port.ts'
import { stripePaymentGateway } from '@portal/server/adapters/payment-gateway/stripe/gateway.ts'
import { type TestClock, testClock } from '@portal/server/testing/clock.ts'
import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { HttpFault } from '../http-faults.ts'
import { balanceTransaction, payout } from './payout-objects.ts'
import { type RunningStripe, startStripeSimulator } from './start.ts'

const keys = { secretKey: 'sk_test_portal', publishableKey: 'pk_test_portal', webhookSecret: 'whsec_portal' }
const today = CalendarDate.parse('2026-06-01')
const tomorrow = CalendarDate.parse('2026-06-02')
const hour = 3_600_000

let folder: string
let clock: TestClock
let stripe: RunningStripe
let gateway: PaymentGateway
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stripe-'))
  clock = testClock(Instant.parse('2026-06-01T23:30:00.000Z'))
  stripe = await startStripeSimulator({ ...keys, books: folder, now: () => epochOf(clock.now()) })
  const { secretKey, webhookSecret } = keys
  const account = { secretKey, webhookSecrets: [webhookSecret], timeZone: 'Pacific/Guam' }
  const settings = { ...account, url: stripe.url, chargeTimeout: 3_000 }
  gateway = stripePaymentGateway(settings, clock)
})
afterEach(async () => {
  await stripe.close()
  await rm(folder, { recursive: true, force: true })
})

const payouts = (): GatewayPayouts => {
  if (!gateway.payouts) throw new Error('Stripe pays out')
  return gateway.payouts
}

/** @returns the tag */
async function charge(amount: number): Promise<{ tag: string; reference: string }> {
  const reply = await fetch(`${stripe.url}/v1/confirmation_tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.publishableKey}` },
    body: new URLSearchParams({ number: '4242424242424242', exp_month: '12', exp_year: '2030', cvc: '123' }),
  })
  const { id } = (await reply.json()) as { id: string }
  const reference = gateway.newReference(randomBytes)
  const charged = await gateway.charge({
    reference,
    amount: cents(amount),
    tender: { token: id, cardHolderName: 'A Payer', billingZipCode: ZipCode.parse('96913') },
    brand: 'Visa',
    mode: 'Online',
    customerReference: '42',
    accounts: [],
    shortNumber: null,
    countTag: 'SINGLE',
    clientAddress: null,
    named: async () => true,
  })
  if (charged.outcome !== 'charged') throw new Error(charged.outcome)
  return { tag: charged.reply.tag, reference }
}

async function refund(tag: string, amount: number): Promise<string> {
  const reference = gateway.newReference(randomBytes)
  await gateway.reverse({ kind: 'refund', reference, tag, authorization: '', amount: cents(amount) })
  return reference
}

/** Of money that no charge or refund of ours moved. */
async function move(category: string, amount: number, fee = 0, source: Stripe.BalanceTransaction['source'] = null) {
  const id = `txn_${category}${stripe.books.movements.size}`
  const value = balanceTransaction({ id, source, category, amount, fee }, epochOf(clock.now()) / 1000)
  await stripe.books.keep({ kind: 'movement', value })
}

async function listed(from = today, to = today) {
  const result = await payouts().list(from, to)
  if (result.outcome === 'unavailable') throw new Error(result.reason)
  return result.payouts
}

async function partsOf(id: string): Promise<PayoutPart[]> {
  const result = await payouts().parts(id)
  if (result.outcome === 'unavailable') throw new Error(result.reason)
  return result.parts
}

const reached = (parts: readonly PayoutPart[]): number => parts.reduce((sum, { amount, fee }) => sum + amount - fee, 0)

describe('given charges and a refund that are paid out', () => {
  test('then each part has our names, its amount and the fee, and together they are the payout', async () => {
    const [first, second] = [await charge(12_050), await charge(4_250)]
    const returned = await refund(first.tag, 2_050)
    const made = await stripe.payOut()
    expect(await listed()).toEqual([
      { id: made?.id, arrivesOn: today, status: 'paid', amount: made?.amount, failure: null, parts: 'listed' },
    ])
    const parts = await partsOf(made?.id ?? '')
    const id = expect.stringMatching(/^txn_/)
    expect(parts.toSorted((one, other) => other.amount - one.amount)).toEqual([
      { kind: 'charge', id, ...first, amount: 12_050, fee: 379 },
      { kind: 'charge', id, ...second, amount: 4_250, fee: 153 },
      { kind: 'refund', id, tag: first.tag, reference: returned, amount: -2_050, fee: 0 },
    ])
    expect(reached(parts)).toBe(made?.amount)
  })

  test('when a refund comes back later, then its money is in the next payout', async () => {
    const { tag } = await charge(4_250)
    const reference = await refund(tag, 4_250)
    await stripe.payOut()
    const [made] = stripe.books.refunds.values()
    if (made) await stripe.books.keep({ kind: 'refund', value: { ...made, status: 'failed' } })
    const next = await stripe.payOut()
    expect(await partsOf(next?.id ?? '')).toMatchObject([{ kind: 'refund', tag, reference, amount: 4_250 }])
  })

  test('then what moved on a day arrives on the next by itself, once', async () => {
    await charge(12_050)
    expect(await listed(today, tomorrow)).toEqual([])
    clock.advance(hour)
    const [arrived, ...more] = await listed(today, tomorrow)
    expect([arrived?.arrivesOn, more, await listed(tomorrow, tomorrow), await listed()]).toEqual([
      tomorrow,
      [],
      [arrived],
      [],
    ])
  })
})

test('disputes and fees are known, whatever else moved money is other, and nothing is lost, over several pages', async () => {
  const { tag } = await charge(4_250)
  const dispute = { id: 'dp_1', object: 'dispute', payment_intent: tag } as Stripe.Dispute
  await move('dispute', -4_250, 1_500, dispute)
  await move('dispute_reversal', 4_250, 0, dispute)
  for (const category of ['fee', 'network_cost', 'tax']) await move(category, -25)
  for (const category of ['risk_reserved_funds', 'of_next_year']) await move(category, -700)
  for (let many = 0; many < 250; many += 1) await move('other_adjustment', 1)
  const made = await stripe.payOut()
  const parts = await partsOf(made?.id ?? '')
  const counts = Map.groupBy(parts, ({ kind }) => kind)
  const numbers = Object.fromEntries([...counts].map(([kind, all]) => [kind, all.length]))
  expect(numbers).toEqual({ charge: 1, dispute: 2, fee: 3, other: 252 })
  expect(counts.get('dispute')?.map((part) => part.tag)).toEqual([tag, tag])
  expect(reached(parts)).toBe(made?.amount)
})

/** Arrives today. */
async function keepPayout(change: Partial<Stripe.Payout>): Promise<void> {
  const made = payout({ amount: 100, arrivesOn: Date.parse(today) / 1000 }, { created: 0, newId: (of) => `${of}_1` })
  await stripe.books.keep({ kind: 'payout', value: { payout: { ...made, ...change }, transactions: [] } })
}

test.each<[Partial<Stripe.Payout>, object]>([
  [{ status: 'pending' }, { status: 'pending' }],
  [{ status: 'in_transit' }, { status: 'pending' }],
  [
    { status: 'failed', failure_code: 'account_closed' },
    { status: 'failed', failure: 'account_closed' },
  ],
  [{ reversed_by: 'po_2' }, { status: 'failed', failure: 'reversed' }],
  [{ status: 'canceled' }, { status: 'canceled' }],
  [{ status: 'of_next_year' }, { status: 'unknown' }],
  [{ reconciliation_status: 'in_progress' }, { parts: 'later' }],
  [{ reconciliation_status: 'not_applicable' }, { parts: 'never' }],
  [{ reconciliation_status: 'of_next_year' }, { parts: 'later' }],
  [{ amount: -500 }, { amount: -500 }],
])('a payout of which Stripe says %j is %j', async (change, expected) => {
  await keepPayout(change)
  expect(await listed()).toMatchObject([{ id: 'po_1', ...expected }])
})

test('a payout of another currency is none of the portal’s', async () => {
  await keepPayout({ currency: 'eur' })
  expect(await listed()).toEqual([])
})

test.each<HttpFault>([
  { kind: 'status', status: 500, isDone: true },
  { kind: 'status', status: 403, isDone: false },
  { kind: 'html', status: 502, isDone: true },
  { kind: 'dropAfter' },
])('given $kind, then neither payouts nor their parts are said to be known', async (fault) => {
  await charge(4_250)
  const made = await stripe.payOut()
  stripe.fail('listPayouts', fault)
  stripe.fail('listBalanceTransactions', fault)
  expect((await payouts().list(today, today)).outcome).toBe('unavailable')
  expect((await payouts().parts(made?.id ?? '')).outcome).toBe('unavailable')
})

test.each<[Partial<Stripe.Payout> | HttpFault, string, string]>([
  [{}, 'good', 'Can be read'],
  [{ automatic: false }, 'bad', 'The newest was manual.'],
  [{ kind: 'status', status: 403, isDone: false }, 'bad', 'Let the restricted key read payouts'],
  [{ kind: 'status', status: 500, isDone: false }, 'bad', 'Stripe didn’t answer'],
])('given %j, then portal check says %s: %s', async (trouble, outcome, says) => {
  if ('kind' in trouble) stripe.fail('listBalanceTransactions', trouble)
  else await keepPayout(trouble)
  const checked = await gateway.check({ hosts: [], takesBankAccounts: false, eventsUrl: stripe.url, today })
  const found = checked.find(({ about }) => about === 'Stripe payouts')
  expect(found).toMatchObject({ outcome, says: expect.stringContaining(says) })
})
