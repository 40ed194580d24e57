import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CardBrand } from '@portal/contract/card'
import { specifiedBrands } from '@portal/contract/card-brands'
import { dateIn } from '@portal/contract/dates'
import { AccountNumber, ZipCode } from '@portal/contract/ids'
import { cents, sumCents } from '@portal/contract/money'
import type { PaymentGateway, ChargeRequest, ChargeResult } from '@portal/server/adapters/payment-gateway/port.ts'
import { stripePaymentGateway } from '@portal/server/adapters/payment-gateway/stripe/gateway.ts'
import { systemClock } from '@portal/server/clock.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { HttpFault } from '../http-faults.ts'
import { type RunningStripe, startStripeSimulator } from './start.ts'
import type { Work } from './works.ts'

const keys = { secretKey: 'sk_test_portal', publishableKey: 'pk_test_portal', webhookSecret: 'whsec_portal' }
let folder: string
let stripe: RunningStripe
let gateway: PaymentGateway
let named: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stripe-'))
  stripe = await startStripeSimulator({ ...keys, books: folder })
  gateway = gatewayOf(specifiedBrands)
})
afterAll(async () => {
  await stripe.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  named = []
})
afterEach(() => stripe.calm())

/** Of a utility that takes these cards. */
function gatewayOf(brands: readonly CardBrand[]): PaymentGateway {
  return stripePaymentGateway(
    {
      secretKey: keys.secretKey,
      webhookSecrets: [keys.webhookSecret],
      url: stripe.url,
      timeZone: 'Pacific/Guam',
      chargeTimeout: 3_000,
      brands,
    },
    systemClock,
  )
}

/** As the gateway's frame does in the payer's browser. */
async function typed(number: string): Promise<string> {
  const reply = await fetch(`${stripe.url}/v1/confirmation_tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.publishableKey}` },
    body: new URLSearchParams({ number, exp_month: '12', exp_year: '2030', cvc: '123', postal_code: '96913' }),
  })
  const { id } = (await reply.json()) as { id: string }
  return id
}

async function requestFor(number: string, change: Partial<ChargeRequest> = {}): Promise<ChargeRequest> {
  return {
    reference: gateway.newReference(randomBytes),
    amount: cents(12_050),
    tender: { token: await typed(number), cardHolderName: 'A Payer', billingZipCode: ZipCode.parse('96913') },
    brand: 'Visa',
    mode: 'Online',
    customerReference: '42',
    accounts: [],
    shortNumber: null,
    countTag: 'SINGLE',
    clientAddress: null,
    named: async (tag) => named.push(tag) > 0,
    ...change,
  }
}

const good = '4242424242424242'
const noMoney = '4000000000009995'
const asksPayer = '4000002760003184'

function statusOf(tag: string | undefined): string | undefined {
  return stripe.books.intents.get(tag ?? '')?.status
}

test('given a good card, then it is charged once, under the tag that was recorded before', async () => {
  const request = await requestFor(good)
  const result = await gateway.charge(request)
  expect(result).toMatchObject({
    outcome: 'charged',
    reply: { tag: named[0], authorization: expect.stringMatching(/^[A-Z]{6}$/), avs: 'pass', cvv2: 'pass' },
  })
  const intent = stripe.books.intents.get(named[0] ?? '')
  expect([named.length, intent?.metadata['reference'], intent?.amount_received]).toEqual([1, request.reference, 12_050])
})

test('given a charge for more accounts than fit into a value, then Stripe lists all it takes to record it again', async () => {
  const accounts = Array.from({ length: 60 }, (_, nth) => ({
    accountId: AccountNumber.parse(String(1_000_000_000 + nth)),
    amount: cents(12_050),
  }))
  const amount = sumCents(accounts.map((account) => account.amount))
  const request = await requestFor(good, { amount, accounts, countTag: 'MULTI-60', shortNumber: 'K105-92P9' })
  expect(await gateway.charge(request)).toMatchObject({ outcome: 'charged' })
  const report = await gateway.report(dateIn('Pacific/Guam', systemClock.now()))
  const listed = report.outcome === 'listed' ? report.transactions.find(({ tag }) => tag === named[0]) : undefined
  expect(listed?.record).toMatchObject({
    accounts,
    shortNumber: 'K105-92P9',
    mode: 'Online',
    brand: 'Visa',
    lastFour: '4242',
    chargedAt: expect.stringMatching(/^\d{4}-/),
  })
  expect(await gateway.events?.readCharge(named[0] ?? '')).toMatchObject({ charged: amount, accounts })
})

test.each([
  ['insufficient_funds', noMoney, 'funds'],
  ['expired_card', '4000000000000069', 'details'],
  ['incorrect_cvc', '4000000000000127', 'details'],
  ['processing_error', '4000000000000119', 'bankAway'],
  ['card_velocity_exceeded', '4000000000006975', 'limit'],
  ['generic_decline', '4000000000000002', 'unsaid'],
  ['generic_decline', '4000000000009987', 'unsaid'],
  ['generic_decline', '4000000000009979', 'unsaid'],
] as const)('given a decline kept as %s, then the intent is canceled before it is told', async (code, number, why) => {
  const result = await gateway.charge(await requestFor(number))
  expect(result).toMatchObject({ outcome: 'declined', reply: { tag: named[0], bankCode: code } })
  expect(gateway.declineReason(code)).toBe(why)
  expect(statusOf(named[0])).toBe('canceled')
})

describe('given trouble on the way', () => {
  const drop: HttpFault = { kind: 'dropBefore' }
  const lost: HttpFault = { kind: 'dropAfter' }
  const hang: HttpFault = { kind: 'hang', isDone: true }
  const busy: HttpFault = { kind: 'status', status: 429, isDone: false }
  const fivehundred = (isDone: boolean): HttpFault => ({ kind: 'status', status: 500, isDone })
  const html: HttpFault = { kind: 'html', status: 502, isDone: true }
  const table: [Work, HttpFault, string, ChargeResult['outcome'], string | undefined][] = [
    ['createIntent', drop, good, 'notSent', undefined],
    ['createIntent', lost, good, 'notSent', undefined],
    ['createIntent', busy, good, 'notSent', undefined],
    ['createIntent', fivehundred(true), good, 'notSent', undefined],
    ['createIntent', hang, good, 'notSent', undefined],
    ['createIntent', { kind: 'status', status: 401, isDone: false }, good, 'notCharged', undefined],
    ['confirmIntent', drop, good, 'notCharged', 'canceled'],
    ['confirmIntent', lost, good, 'charged', 'succeeded'],
    ['confirmIntent', lost, noMoney, 'declined', 'canceled'],
    ['confirmIntent', hang, good, 'charged', 'succeeded'],
    ['confirmIntent', busy, good, 'notCharged', 'canceled'],
    ['confirmIntent', { kind: 'status', status: 409, isDone: false }, good, 'notCharged', 'canceled'],
    ['confirmIntent', fivehundred(true), good, 'charged', 'succeeded'],
    ['confirmIntent', fivehundred(false), good, 'notCharged', 'canceled'],
    ['confirmIntent', html, good, 'charged', 'succeeded'],
    ['cancelIntent', drop, noMoney, 'unknown', 'requires_payment_method'],
    ['cancelIntent', lost, noMoney, 'declined', 'canceled'],
    ['cancelIntent', fivehundred(false), noMoney, 'unknown', 'requires_payment_method'],
  ]
  test.each(table)(
    'at %s (%o) with the card %s, then the charge is %s',
    async (work, fault, number, outcome, status) => {
      const request = await requestFor(number)
      stripe.fail(work, fault)
      const result = await gateway.charge(request)
      expect([result.outcome, statusOf(named[0])]).toEqual([outcome, status])
    },
  )

  test('then an unknown outcome is found later, and what is open is canceled', async () => {
    const request = await requestFor(noMoney)
    stripe.fail('cancelIntent', drop)
    expect((await gateway.charge(request)).outcome).toBe('unknown')
    const inquiry = {
      subject: 'charge',
      reference: request.reference,
      tag: named[0] ?? '',
      sentAt: systemClock.now(),
    } as const
    expect(await gateway.inquire(inquiry)).toMatchObject({
      outcome: 'found',
      isFinal: true,
      transactions: [{ tag: named[0], kind: 'purchase', status: 'declined' }],
    })
    expect(statusOf(named[0])).toBe('canceled')
  })

  test('then a charge whose tag cannot be recorded is not made', async () => {
    const request = await requestFor(good, { named: async () => false })
    expect(await gateway.charge(request)).toMatchObject({ outcome: 'notSent' })
    const states = [...stripe.books.intents.values()].filter(
      ({ metadata }) => metadata['reference'] === request.reference,
    )
    expect(states.map(({ status }) => status)).toEqual(['requires_payment_method'])
  })

  test('then an attempt without a tag was certainly not charged', async () => {
    const inquiry = { subject: 'charge', reference: 'SNEVER', tag: null, sentAt: systemClock.now() } as const
    expect(await gateway.inquire(inquiry)).toEqual({ outcome: 'nothing', isProof: true })
  })
})

describe('given a bank that wants to see its customer (3-D Secure)', () => {
  test('then the charge waits for the payer, and counts once it is confirmed', async () => {
    const request = await requestFor(asksPayer)
    expect(await gateway.charge(request)).toMatchObject({ outcome: 'unknown', reply: { tag: named[0] } })
    const tag = named[0] ?? ''
    const inquiry = { subject: 'charge', reference: request.reference, tag, sentAt: systemClock.now() } as const
    const answer = await gateway.inquire(inquiry)
    expect(answer).toEqual({ outcome: 'awaitsPayer', secret: stripe.books.intents.get(tag)?.client_secret })
    await authenticate(tag, 'passed')
    expect(await gateway.inquire(inquiry)).toMatchObject({ transactions: [{ status: 'approved', amount: 12_050 }] })
  })

  test('then a payer who fails or leaves is not charged', async () => {
    const request = await requestFor(asksPayer)
    await gateway.charge(request)
    const tag = named[0] ?? ''
    await authenticate(tag, 'failed')
    const inquiry = { subject: 'charge', reference: request.reference, tag, sentAt: systemClock.now() } as const
    expect(await gateway.inquire(inquiry)).toMatchObject({ transactions: [{ status: 'declined' }] })
    expect(statusOf(tag)).toBe('canceled')
  })

  test('then a payer who takes another card has the charge canceled, but not one that the bank has let pass', async () => {
    for (const [isPaid, status] of [
      [false, 'canceled'],
      [true, 'succeeded'],
    ] as const) {
      const request = await requestFor(asksPayer)
      await gateway.charge(request)
      const tag = named.at(-1) ?? ''
      if (isPaid) await authenticate(tag, 'passed')
      const sentAt = systemClock.now()
      const inquiry = { subject: 'charge', reference: request.reference, tag, sentAt, isGivenUp: true } as const
      const found = isPaid ? 'approved' : 'error'
      expect(await gateway.inquire(inquiry)).toMatchObject({ isFinal: true, transactions: [{ status: found }] })
      expect(statusOf(tag)).toBe(status)
    }
  })

  test('then a clerk’s payment is not asked for, because it is marked as a telephone order', async () => {
    expect((await gateway.charge(await requestFor(asksPayer, { mode: 'Phoned-In' }))).outcome).toBe('charged')
  })

  async function authenticate(tag: string, result: string): Promise<void> {
    await fetch(`${stripe.url}/v1/payment_intents/${tag}/authenticate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.publishableKey}` },
      body: new URLSearchParams({ client_secret: stripe.books.intents.get(tag)?.client_secret ?? '', result }),
    })
  }
})

describe('given a token of the gateway’s frame', () => {
  test('then brand and last four digits are known before anything is charged', async () => {
    expect(await gateway.readToken?.(await typed('5555555555554444'))).toEqual({
      outcome: 'read',
      brand: 'Mastercard',
      lastFour: '4444',
    })
  })

  test('then American Express is read where the utility takes it, and a brand that it does not take is refused', async () => {
    const [amex, visa] = [await typed('378282246310005'), await typed(good)]
    const { readToken } = gatewayOf(['Mastercard', 'American Express'])
    expect(await readToken?.(amex)).toEqual({ outcome: 'read', brand: 'American Express', lastFour: '0005' })
    expect(await readToken?.(visa)).toEqual({ outcome: 'refused', reason: 'brand' })
  })

  test('then other brands, used tokens and unknown ones are refused', async () => {
    const request = await requestFor(good)
    await gateway.charge(request)
    const used = 'token' in request.tender ? request.tender.token : ''
    const refused = [await typed('378282246310005'), used, 'ctoken_unknown'].map(async (token) =>
      gateway.readToken?.(token),
    )
    expect(await Promise.all(refused)).toEqual(
      ['brand', 'used', 'unknown'].map((reason) => ({ outcome: 'refused', reason })),
    )
  })
})

describe('given a charge that is given back', () => {
  async function charged(): Promise<string> {
    await gateway.charge(await requestFor(good))
    return named[0] ?? ''
  }
  const refundOf = (tag: string, amount: number) => ({
    kind: 'refund' as const,
    reference: gateway.newReference(randomBytes),
    tag,
    authorization: '',
    amount: cents(amount),
  })

  test('then a refund may be partial, never for more than is left, and not twice', async () => {
    const tag = await charged()
    const outcomes = []
    for (const amount of [2_050, 20_000, 10_000, 1]) outcomes.push(await gateway.reverse(refundOf(tag, amount)))
    expect(outcomes.map((result) => [result.outcome, 'reason' in result ? result.reason : null])).toEqual([
      ['reversed', null],
      ['refused', 'amountMismatch'],
      ['reversed', null],
      ['refused', 'alreadyReversed'],
    ])
  })

  test('then a refund whose answer is lost is found by its reference, and the same request gives back nothing more', async () => {
    const request = refundOf(await charged(), 12_050)
    stripe.fail('createRefund', { kind: 'dropAfter' })
    expect((await gateway.reverse(request)).outcome).toBe('unknown')
    const inquiry = { subject: 'reversal', reference: request.reference, tag: null, sentAt: systemClock.now() } as const
    expect(await gateway.inquire(inquiry)).toMatchObject({ transactions: [{ kind: 'refund', status: 'approved' }] })
    expect((await gateway.reverse(request)).outcome).toBe('reversed')
    expect(
      [...stripe.books.refunds.values()].filter(({ payment_intent }) => payment_intent === request.tag),
    ).toHaveLength(1)
  })
})
