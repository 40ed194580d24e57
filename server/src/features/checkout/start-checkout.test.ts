import { randomUUID } from 'node:crypto'
import { cardMessages } from '@portal/contract/card'
import { checkoutProblems } from '@portal/contract/checkout-problems'
import { epochOf, Instant } from '@portal/contract/dates'
import { paymentTexts } from '@portal/contract/payments'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import type { ChargeRequest, ChargeResult } from '../../adapters/payment-gateway/port.ts'
import { chargingGateway } from '../../adapters/payment-gateway/testing/test-gateway.ts'
import { emptyTables } from '../../database/testing/empty-tables.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'
import { charged, declined, testCard, unknown } from '../../payments/testing/engine-world.ts'
import { testClock } from '../../testing/clock.ts'

const account = '4821007391'
const cashOnly = '4821007392'
const others = '4821007393'
const clock = testClock(Instant.parse('2026-02-10T01:00:00.000Z'))

const charges: ChargeRequest[] = []
let answer: ChargeResult | (() => Promise<ChargeResult>)
const gateway = chargingGateway(async (request) => {
  charges.push(request)
  return typeof answer === 'function' ? answer() : answer
})

let portal: TestApp
let guest: TestBrowser
beforeAll(async () => {
  portal = await testApp({ clock, gateway })
  await addTestAccount(portal.database.db, { account, balance: 8_053 })
  await addTestAccount(portal.database.db, { account: cashOnly, balance: 100, isCashOnly: true })
  await addTestAccount(portal.database.db, { account: others, balance: 4_000 })
})
afterAll(async () => portal.close())
beforeEach(async () => {
  await emptyTables(portal.database.db, ['rate_limit', 'checkout', 'email'])
  await portal.database.pool.query('update maintenance_switch set is_off = false')
  clock.advance(60_000)
  charges.length = 0
  answer = charged(String(Math.floor(Math.random() * 1e9)))
  guest = portal.guest()
  await find(guest, account)
})

async function find(browser: TestBrowser, accountId: string): Promise<void> {
  const humanCheck = await browser.solve('account')
  await browser.post('/api/v1/validate-account', { accountId, division: 'GWA', postal: '96913', humanCheck })
}

interface Wish {
  key?: string
  browser?: TestBrowser
  accounts?: { accountId: string; amount: number; amountDue?: number }[]
  card?: object
  confirmationEmail?: string
  humanCheck?: string
  fee?: number
}

async function checkOut({ key = randomUUID(), browser = guest, ...wish }: Wish = {}) {
  const humanCheck = wish.humanCheck ?? (await browser.solve('checkout', key))
  const reply = await browser.post(
    '/api/v1/checkout',
    {
      accounts: wish.accounts ?? [{ accountId: account, amount: 8_053 }],
      card: { ...testCard, ...wish.card },
      confirmationEmail: wish.confirmationEmail,
      humanCheck,
      fee: wish.fee,
    },
    { 'idempotency-key': key },
  )
  return { status: reply.statusCode, body: reply.json() }
}

describe('given a guest who found the account', () => {
  test('then the answer to an approved payment has its receipt, and only the last four digits of the card', async () => {
    answer = charged('4711')
    const { status, body } = await checkOut({ confirmationEmail: 'me@example.com' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      outcome: 'approved',
      amount: 8_053,
      cardBrand: 'Visa',
      maskedCardNumber: '############1111',
      receiptNumber: 'W-4711',
      authorizationNumber: 'ET000001',
      confirmationEmail: 'm***@example.com',
      accounts: [{ accountId: account, amount: 8_053, receiptNumber: 'W-4711', isPosted: false }],
    })
    expect(JSON.stringify(body)).not.toContain(`"${testCard.cvv}"`)
    expect(charges).toMatchObject([{ mode: 'Online', countTag: 'SINGLE', amount: 8_053 }])
  })

  test('then a declined payment says why, and the account can be paid again; not even its receipt has the whole address', async () => {
    answer = declined('1')
    expect((await checkOut()).body).toMatchObject({
      outcome: 'declined',
      message: 'The bank declined the payment because the card has reached its limit.',
      receiptNumber: null,
      accounts: [{ serviceLocation: '7 WaXXX LaXX UnXX 2, TaXXXXXX, GU, 96XXX' }],
    })
    answer = charged('2')
    const accounts = [{ serviceLocation: '7 WaXXX LaXX UnXX 2, TaXXXXXX, GU, 96XXX' }]
    const paid = await checkOut()
    expect(paid.body).toMatchObject({ outcome: 'approved', accounts })
    const again = await guest.get(`/api/v1/checkout/${paid.body.publicId}`)
    expect(again.json()).toMatchObject({ accounts })
  })

  test('then an unknown outcome is being confirmed, and nobody can pay the account meanwhile (R19)', async () => {
    answer = unknown
    expect((await checkOut()).body).toMatchObject({ outcome: 'beingConfirmed', decidedAt: null })
    const neighbor = portal.guest()
    await find(neighbor, account)
    const { status, body } = await checkOut({ browser: neighbor })
    expect([status, body.title]).toEqual([409, checkoutProblems['account-being-paid'].title])
    expect(charges).toHaveLength(1)
  })

  test('then a payer of this and other accounts is told which one to leave out', async () => {
    answer = unknown
    await checkOut()
    const neighbor = portal.guest()
    await find(neighbor, account)
    await find(neighbor, others)
    const wish = [account, others].map((accountId) => ({ accountId, amount: 100 }))
    const { body } = await checkOut({ browser: neighbor, accounts: wish })
    expect(body).toMatchObject({
      title: checkoutProblems['account-being-paid'].title,
      detail: `This applies to account ${account}. To pay the others, remove it.`,
    })
    expect(charges).toHaveLength(1)
  })

  test('then the e-mail on file is used when none is given, and none when it is emptied', async () => {
    expect((await checkOut()).body.confirmationEmail).toBe('m***a@example.com')
    answer = charged('3')
    await find(guest, account)
    expect((await checkOut({ confirmationEmail: '' })).body.confirmationEmail).toBeNull()
  })
})

describe('given the same idempotency key', () => {
  test('then the same content is answered with the same checkout and charged once', async () => {
    const key = randomUUID()
    const humanCheck = await guest.solve('checkout', key)
    let decide: (verdict: ChargeResult) => void = () => undefined
    answer = () => new Promise((resolve) => (decide = resolve))
    const wish = { key, humanCheck, accounts: [{ accountId: account, amount: 8_053, amountDue: 8_053 }] }
    const replies = Promise.all([checkOut(wish), checkOut(wish)])
    await vi.waitUntil(() => charges.length > 0, { timeout: 20_000 })
    decide(charged('12'))
    const passing = setInterval(() => clock.advance(100), 5)
    const [first, second] = await replies.finally(() => clearInterval(passing))
    expect(first.body.outcome).toBe('approved')
    expect(second.body).toEqual(first.body)
    expect(charges).toHaveLength(1)
  })

  test("then a repeat is answered although the card has expired since, at midnight in the utility's time zone", async () => {
    clock.advance(epochOf(Instant.parse('2026-02-28T13:59:30.000Z')) - epochOf(clock.now()))
    const browser = portal.guest()
    await find(browser, account)
    const wish = { key: randomUUID(), browser, card: { validExpDate: '0226' } }
    const first = await checkOut(wish)
    clock.advance(60_000)
    const another = await checkOut({ ...wish, key: randomUUID() })
    expect(another.body.errors).toEqual([{ field: 'card.validExpDate', message: cardMessages.expiry }])
    const repeated = await checkOut(wish)
    expect(first.body.outcome).toBe('approved')
    expect([repeated.status, repeated.body.publicId]).toEqual([200, first.body.publicId])
    expect(charges).toHaveLength(1)
  })

  test('then a repeat is answered although Pay Now was switched off since (R16)', async () => {
    const key = randomUUID()
    const first = await checkOut({ key })
    await portal.database.pool.query("update maintenance_switch set is_off = true where name = 'payNow'")
    clock.advance(60_000)
    const repeated = await checkOut({ key, humanCheck: 'not looked at' })
    expect([repeated.status, repeated.body.publicId]).toEqual([200, first.body.publicId])
    expect(charges).toHaveLength(1)
  })

  test.each<Wish>([
    { accounts: [{ accountId: account, amount: 100 }] },
    { card: { cardNumber: '4012888888881881' } },
    { card: { cardHolderName: 'Juan Cruz' } },
    { card: { billingZipCode: '96910' } },
    { confirmationEmail: 'another@example.com' },
  ])('then other content is refused, naming the checkout it belongs to: %o', async (other) => {
    const key = randomUUID()
    const first = await checkOut({ key })
    const { status, body } = await checkOut({ key, ...other })
    expect([status, body.type, body.checkout]).toEqual([422, '/problems/idempotency-key-reused', first.body.publicId])
    expect(charges).toHaveLength(1)
  })
})

test('given the same idempotency key in another browser, then it is another payment', async () => {
  const key = randomUUID()
  const first = await checkOut({ key })
  const stranger = portal.guest()
  await find(stranger, account)
  answer = charged('13')
  const second = await checkOut({ key, browser: stranger })
  expect(second.body).toMatchObject({ outcome: 'approved', receiptNumber: 'W-13' })
  expect(second.body.publicId).not.toBe(first.body.publicId)
  expect(charges).toHaveLength(2)
})

describe('given accounts that must not be paid', () => {
  test.each([
    ['an account this session has not found', [{ accountId: others, amount: 100 }], 403, 'account-not-open'],
    [
      'one of two accounts this session has not found',
      [
        { accountId: account, amount: 100 },
        { accountId: others, amount: 100 },
      ],
      403,
      'account-not-open',
    ],
    ['the same account twice', twice(), 400, 'invalid'],
    ['less than a dollar', [{ accountId: account, amount: 99 }], 400, 'invalid'],
    ['more than $99999.99', [{ accountId: account, amount: 10_000_000 }], 400, 'invalid'],
    ['more on two accounts than a number holds', hugeOnTwo(), 400, 'invalid'],
    ['a negative amount', [{ accountId: account, amount: -100 }], 400, 'invalid'],
    ['a fraction of a cent', [{ accountId: account, amount: 100.5 }], 400, 'invalid'],
    ['no account', [], 400, 'invalid'],
  ])('then %s is refused and nothing is sent', async (_, accounts, status, problem) => {
    const reply = await checkOut({ accounts })
    expect([reply.status, reply.body.type]).toEqual([status, `/problems/${problem}`])
    expect(charges).toEqual([])
  })

  test('then a cash-only account is refused', async () => {
    await find(guest, cashOnly)
    const { status, body } = await checkOut({ accounts: [{ accountId: cashOnly, amount: 100 }] })
    expect([status, body.type]).toEqual([409, '/problems/account-not-payable'])
    expect(charges).toEqual([])
  })

  test('then no account is paid while Pay Now is switched off for maintenance (R16)', async () => {
    const key = randomUUID()
    const humanCheck = await guest.solve('checkout', key)
    await portal.database.pool.query("update maintenance_switch set is_off = true where name = 'payNow'")
    clock.advance(60_000)
    const { status, body } = await checkOut({ key, humanCheck })
    expect([status, body.type]).toEqual([503, '/problems/maintenance'])
    expect(charges).toEqual([])
  })
})

describe('given a card that cannot be valid (C§5)', () => {
  test.each([
    ['card.cardHolderName', { cardHolderName: ' ' }, cardMessages.holder],
    ['card.cardHolderName', { cardHolderName: '4111 1111 1111 1111' }, cardMessages.holder],
    ['card.cardNumber', { cardNumber: '' }, cardMessages.number],
    ['card.cardNumber', { cardNumber: '3411111111111111' }, cardMessages.numberFormat],
    ['card.cardNumber', { cardNumber: '411111111111111' }, cardMessages.numberOf.Visa],
    ['card.cardNumber', { cardNumber: '4111111111111112' }, cardMessages.numberOf.Visa],
    ['card.cardNumber', { cardNumber: '55000000000000040' }, cardMessages.numberOf.Mastercard],
    ['card.cardNumber', { cardNumber: '2223000148400010' }, cardMessages.numberFormat],
    ['card.cardNumber', { cardNumber: '60110000' }, cardMessages.numberOf.Discover],
    ['card.validExpDate', { validExpDate: '1330' }, cardMessages.expiry],
    ['card.validExpDate', { validExpDate: '0126' }, cardMessages.expiry],
    ['card.cvv', { cvv: '12' }, cardMessages.securityCode],
    ['card.billingZipCode', { billingZipCode: '9691' }, cardMessages.zip],
  ])('then %s of %o is refused with its own message, and nothing is sent', async (field, card, message) => {
    const { status, body } = await checkOut({ card })
    expect([status, body.errors]).toEqual([400, [{ field, message }]])
    expect(charges).toEqual([])
  })

  test('then an invalid e-mail address is refused', async () => {
    const { body } = await checkOut({ confirmationEmail: 'nobody' })
    expect(body.errors).toEqual([{ field: 'confirmationEmail', message: cardMessages.email }])
  })
})

describe('given the human verification', () => {
  test('then one that was solved for another payment does not count', async () => {
    const { status, body } = await checkOut({ humanCheck: await guest.solve('checkout', randomUUID()) })
    expect([status, body.type]).toEqual([403, '/problems/human-check-failed'])
    expect(charges).toEqual([])
  })
})

describe('given many tries', () => {
  test('then the eleventh has to wait, and the reply says how long', async () => {
    answer = declined('9')
    for (let index = 0; index < 10; index++) {
      answer = declined(String(100 + index))
      await checkOut()
    }
    const { status, body } = await checkOut()
    expect(status).toBe(429)
    expect(body.retryAfterSeconds).toBeGreaterThan(0)
    expect(charges).toHaveLength(10)
  })

  test.each([
    ['has not found the account', others, {}, 'account-not-open'],
    ['verifies nothing', account, { humanCheck: 'made up' }, 'human-check-failed'],
  ])('then those of somebody who %s leave its payer all of theirs', async (_who, found, wish, problem) => {
    const stranger = portal.guest()
    await find(stranger, found)
    for (let index = 0; index < 10; index++) {
      const { body } = await checkOut({ ...wish, browser: stranger })
      expect(body.type).toBe(`/problems/${problem}`)
    }
    expect((await checkOut()).body).toMatchObject({ outcome: 'approved' })
  })
})

describe('given a page that returns to its payment (R18)', () => {
  test('then it finds the payment by its public id and by its key, and nobody else does', async () => {
    const key = randomUUID()
    const { body } = await checkOut({ key })
    expect((await guest.get(`/api/v1/checkout/${body.publicId}`)).json()).toEqual(body)
    expect((await guest.get(`/api/v1/checkout?key=${key}`)).json()).toEqual(body)
    const stranger = portal.guest()
    await stranger.solve('account')
    expect((await stranger.get(`/api/v1/checkout/${body.publicId}`)).statusCode).toBe(404)
    expect((await stranger.get(`/api/v1/checkout?key=${key}`)).statusCode).toBe(404)
  })
})

function hugeOnTwo() {
  return [account, others].map((accountId) => ({ accountId, amount: Number.MAX_SAFE_INTEGER }))
}

function twice() {
  const { accountId, amount } = { accountId: account, amount: 100 }
  return [
    { accountId, amount },
    { accountId, amount },
  ]
}

test('shows the amount message of C§5 for a payment that is too small', async () => {
  const { body } = await checkOut({ accounts: [{ accountId: account, amount: 99 }] })
  expect(body.errors).toEqual([{ field: 'accounts', message: paymentTexts.amount }])
})

describe('given service fees', () => {
  const serviceFees = [
    { method: 'card', channels: ['online'], basisPoints: 295 },
    { method: 'card', channels: ['phone'], flat: 100 },
  ]
  const given = (fees: object[]) => Object.assign(portal.deps.profile, { serviceFees: fees })
  beforeEach(() => given(serviceFees))
  afterEach(() => given([]))

  test('when the payer was shown the fee, then it is charged on top, once', async () => {
    const { status, body } = await checkOut({ fee: 238 })
    expect(status).toBe(200)
    expect(body).toMatchObject({ outcome: 'approved', amount: 8_053, fee: 238, accounts: [{ amount: 8_053 }] })
    expect(charges).toMatchObject([{ amount: 8_291, fee: 238, accounts: [{ amount: 8_053 }] }])
  })

  test.each([
    ['none', undefined],
    ['an older one', 200],
    ['one of another channel', 100],
  ])('when the payer was shown %s, then nothing is charged, and the refusal says the fee now', async (_, fee) => {
    const { status, body } = await checkOut(fee === undefined ? {} : { fee })
    expect(status).toBe(409)
    expect(body).toMatchObject({ title: checkoutProblems['fee-changed'].title, fee: 238, serviceFees })
    expect(charges).toEqual([])
  })

  test('when fees were dropped meanwhile, then nothing is charged either: the page says so first', async () => {
    given([])
    const { status, body } = await checkOut({ fee: 238 })
    expect(status).toBe(409)
    expect(body).toMatchObject({ fee: 0, serviceFees: [] })
  })
})
