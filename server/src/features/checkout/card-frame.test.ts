import { randomUUID } from 'node:crypto'
import { checkoutProblems } from '@portal/contract/checkout-problems'
import { Instant } from '@portal/contract/dates'
import { cents } from '@portal/contract/money'
import { noCardNumbers } from '@portal/contract/payments'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import type {
  ChargeRequest,
  ChargeResult,
  Inquiry,
  InquiryAnswer,
  TokenRead,
} from '../../adapters/payment-gateway/port.ts'
import { stripeFrame } from '../../adapters/payment-gateway/stripe/frame.ts'
import { testGateway } from '../../adapters/payment-gateway/testing/test-gateway.ts'
import { emptyTables } from '../../database/testing/empty-tables.ts'
import { cardFrameHeaders, securityHeaders } from '../../http/security-headers.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'
import { makeEngine } from '../../payments/engine.ts'
import { resolveLoop } from '../../payments/recovery/resolve-unknown.ts'
import { charged, declined, testCard, unknown } from '../../payments/testing/engine-world.ts'
import { readConfig } from '../../settings/config.ts'
import { neededSettings } from '../../settings/testing/settings.ts'
import { testClock } from '../../testing/clock.ts'

const account = '4821007391'
const token = 'ctoken_typed'
const cardToken = { token, cardHolderName: 'Maria Cruz', billingZipCode: '96913' }
const clock = testClock(Instant.parse('2026-02-10T01:00:00.000Z'))

const shortReceipt = /^W-[A-Z][0-9A-Z]{3}-[0-9A-Z]{4}$/

const never = new AbortController().signal
const charges: ChargeRequest[] = []
const inquiries: Inquiry[] = []
let read: TokenRead
let answer: ChargeResult
let books: InquiryAnswer
const gateway = testGateway({
  hasReadableTags: false,
  readToken: async () => read,
  charge: async (request) => {
    charges.push(request)
    return (await request.named(charges.length > 1 ? 'pi_second' : 'pi_named'))
      ? answer
      : { outcome: 'notSent', reason: 'not named' }
  },
  inquire: async (inquiry) => {
    inquiries.push(inquiry)
    return books
  },
})

let portal: TestApp
let maria: TestBrowser
beforeAll(async () => {
  portal = await testApp({ clock, gateway })
  await addTestAccount(portal.database.db, { account, balance: 8_053 })
})
afterAll(async () => portal.close())
beforeEach(async () => {
  await emptyTables(portal.database.db, ['rate_limit', 'checkout', 'email'])
  charges.length = 0
  inquiries.length = 0
  read = { outcome: 'read', brand: 'Discover', lastFour: '1117' }
  answer = charged('pi_named')
  books = { outcome: 'nothing' }
  maria = await portal.customer({ person: account, username: 'maria', accounts: [account] })
})

/** What the tests read of a reply or a problem. */
interface Told {
  publicId: string
  outcome: string
  shortNumber: string
  title: string
}

async function pay(card: object, browser = maria) {
  const key = randomUUID()
  const humanCheck = await browser.solve('checkout', key)
  const body = { accounts: [{ accountId: account, amount: 8_053 }], humanCheck, ...card }
  const reply = await browser.post('/api/v1/checkout', body, { 'idempotency-key': key })
  return { status: reply.statusCode, body: reply.json<Told>() }
}

describe('given a gateway in whose frame cards are typed', () => {
  test('then its token pays, and brand and last digits are those that the gateway says', async () => {
    expect((await pay({ cardToken })).body).toMatchObject({
      outcome: 'approved',
      cardBrand: 'Discover',
      cardHolderName: 'Maria Cruz',
      maskedCardNumber: '############1117',
      receiptNumber: expect.stringMatching(shortReceipt),
      transactionTag: 'pi_named',
    })
    expect(charges).toMatchObject([{ tender: cardToken, brand: 'Discover', mode: 'Online' }])
  })

  test('then American Express pays, too, with a tender type of its own', async () => {
    read = { outcome: 'read', brand: 'American Express', lastFour: '0005' }
    expect((await pay({ cardToken })).body).toMatchObject({ outcome: 'approved', cardBrand: 'American Express' })
    const { rows } = await portal.database.pool.query('select source_code from checkout')
    expect(rows).toEqual([{ source_code: 'CCA' }])
  })

  test('then the id of the charge is recorded before it is made', async () => {
    answer = unknown
    await pay({ cardToken })
    const attempts = await portal.database.db
      .selectFrom('charge_attempt')
      .select(['state', 'transaction_tag'])
      .execute()
    expect(attempts).toEqual([{ state: 'UNKNOWN', transaction_tag: 'pi_named' }])
  })

  test('then a card number is refused before anything is charged, in one call and step by step', async () => {
    const { status, body } = await pay({ card: testCard })
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(noCardNumbers)])
    expect(charges).toEqual([])
  })

  test.each([
    [{ outcome: 'refused', reason: 'brand' }, 'card-not-accepted'],
    [{ outcome: 'refused', reason: 'used' }, 'card-entry-unusable'],
    [{ outcome: 'refused', reason: 'otherMode' }, 'card-entry-unusable'],
    [{ outcome: 'refused', reason: 'unknown' }, 'card-entry-unusable'],
    [{ outcome: 'unavailable', reason: 'away' }, 'card-service-down'],
  ] as const)('then a token that is %o is no card: %s', async (said, problem) => {
    read = said
    const { status, body } = await pay({ cardToken })
    expect([status, body.title]).toEqual([checkoutProblems[problem].status, checkoutProblems[problem].title])
    expect(charges).toEqual([])
  })
})

describe('given a bank that wants to see its customer (3-D Secure)', () => {
  const goOn = async (publicId: string, browser = maria, body = {}) => {
    const reply = await browser.post(`/api/v1/checkout/${publicId}/continue`, body)
    return { status: reply.statusCode, body: reply.json<Told>() }
  }

  test('then the payer gets what the gateway’s script needs, and reads the outcome once it is confirmed', async () => {
    answer = unknown
    const { body } = await pay({ cardToken })
    expect(body.outcome).toBe('beingConfirmed')
    books = { outcome: 'awaitsPayer', secret: 'pi_named_secret' }
    expect((await goOn(body.publicId)).body).toMatchObject({
      confirmation: 'pi_named_secret',
      checkout: { outcome: 'beingConfirmed' },
    })
    const { reference } = charges[0] ?? { reference: '' }
    const transaction = {
      tag: 'pi_named',
      reference,
      amount: cents(8_053),
      kind: 'purchase',
      status: 'approved',
    } as const
    books = { outcome: 'found', isFinal: true, transactions: [{ ...transaction, authorization: 'A1', at: '' }] }
    const told = goOn(body.publicId)
    await vi.waitUntil(async () => (await resolveLoop(makeEngine(portal.deps)).run(never)) === 1)
    clock.advance(1_000)
    expect((await told).body).toMatchObject({
      confirmation: null,
      checkout: { outcome: 'approved', receiptNumber: `W-${body.shortNumber}` },
    })
  })

  test('then a payer who takes another card is free to pay once the gateway has canceled the first, and not before', async () => {
    answer = unknown
    const { body } = await pay({ cardToken })
    const giveUp = async () => await goOn(body.publicId, maria, { isGivenUp: true })
    books = { outcome: 'unavailable', reason: 'no answer' }
    expect((await giveUp()).body).toMatchObject({ confirmation: null, checkout: { outcome: 'beingConfirmed' } })
    expect(inquiries).toMatchObject([{ tag: 'pi_named', isGivenUp: true }])
    expect((await pay({ cardToken })).status).toBe(409)

    const { reference } = charges[0] ?? { reference: '' }
    const canceled = { tag: 'pi_named', reference, amount: cents(8_053), kind: 'purchase', status: 'error' } as const
    books = { outcome: 'found', isFinal: true, transactions: [{ ...canceled, authorization: null, at: '' }] }
    const told = giveUp()
    await vi.waitUntil(async () => (await resolveLoop(makeEngine(portal.deps)).run(never)) === 1)
    clock.advance(1_000)
    expect((await told).body).toMatchObject({ checkout: { outcome: 'serverFailed' } })
    answer = declined('pi_second')
    expect((await pay({ cardToken })).body.outcome).toBe('declined')
    expect(charges).toHaveLength(2)
  })

  test('then nobody else may go on with it', async () => {
    answer = unknown
    const { body } = await pay({ cardToken })
    const juan = await portal.customer({ person: '4821007399', username: 'juan', accounts: [account] })
    expect((await goOn(body.publicId, juan)).status).toBe(404)
  })
})

describe('given settings for Stripe', () => {
  const { CARD_GATEWAY_URL: _, ...others } = neededSettings
  const stripe = {
    ...others,
    CARD_GATEWAY: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1,whsec_2',
  }

  test('then only pages that take cards may load its script, in frames and calls of its own', () => {
    const strict = securityHeaders({ videoHosts: ['player.vimeo.com'] }, {}, true)
    const { 'content-security-policy': policy = '', 'permissions-policy': permissions } = cardFrameHeaders(
      strict,
      stripeFrame({
        STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
        STRIPE_API_URL: 'https://api.stripe.com',
        STRIPE_SCRIPT_URL: 'https://js.stripe.com',
      }),
      false,
    )
    const scripts = 'https://js.stripe.com https://*.js.stripe.com'
    for (const directive of [
      `script-src 'self' ${scripts}`,
      `frame-src 'self' https://player.vimeo.com ${scripts} https://hooks.stripe.com`,
      "connect-src 'self' https://api.stripe.com",
      'trusted-types portal-worker ProseMirrorClipboard default',
    ]) {
      expect(policy.split('; ')).toContain(directive)
    }
    expect(permissions).toContain('payment=(self "https://js.stripe.com"')
    expect(strict['content-security-policy']).not.toContain('stripe')
  })

  test.each([
    [{ STRIPE_SECRET_KEY: '' }, 'STRIPE_SECRET_KEY is missing'],
    [{ STRIPE_SECRET_KEY: 'pk_test_1' }, 'STRIPE_SECRET_KEY is wrong (a key that begins with sk_ or rk_)'],
    [
      { STRIPE_PUBLISHABLE_KEY: 'pk_live_1' },
      'STRIPE_SECRET_KEY is of test mode, and STRIPE_PUBLISHABLE_KEY of live mode',
    ],
    [{ STRIPE_WEBHOOK_SECRET: '' }, 'STRIPE_WEBHOOK_SECRET is missing'],
    [{ STRIPE_WEBHOOK_SECRET: 'whsec_1,sk_test_1' }, 'STRIPE_WEBHOOK_SECRET is wrong (secrets that begin with whsec_'],
    [{ CARD_GATEWAY: 'strype' }, 'CARD_GATEWAY is wrong'],
  ])('then with %o the server says in one line: %s', (change, said) => {
    expect(() => readConfig({ ...stripe, ...change })).toThrow(said)
  })
})
