import { randomUUID } from 'node:crypto'
import { checkoutProblems } from '@portal/contract/checkout-problems'
import { Instant } from '@portal/contract/dates'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import { type ChargeRequest, type ChargeResult, emptyReply } from '../../adapters/payment-gateway/port.ts'
import { chargingGateway } from '../../adapters/payment-gateway/testing/test-gateway.ts'
import { emptyTables } from '../../database/testing/empty-tables.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'
import { charged, testCard, unknown } from '../../payments/testing/engine-world.ts'
import { testClock } from '../../testing/clock.ts'

const account = '4821007391'
const others = '4821007393'
const clock = testClock(Instant.parse('2026-02-10T01:00:00.000Z'))

const charges: ChargeRequest[] = []
let answer: ChargeResult
const gateway = chargingGateway(async (request) => {
  charges.push(request)
  return answer
})

let portal: TestApp
let guest: TestBrowser
beforeAll(async () => {
  portal = await testApp({ clock, gateway })
  await addTestAccount(portal.database.db, { account, balance: 8_053 })
  await addTestAccount(portal.database.db, { account: others, balance: 4_000 })
})
afterAll(async () => portal.close())
beforeEach(async () => {
  await emptyTables(portal.database.db, ['rate_limit', 'checkout', 'email'])
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
  humanCheck?: string
  payAnyway?: boolean
}

async function checkOut({ key = randomUUID(), browser = guest, ...wish }: Wish = {}) {
  const { accounts = [{ accountId: account, amount: 8_053 }] } = wish
  const humanCheck = wish.humanCheck ?? (await browser.solve('checkout', key))
  const reply = await browser.post(
    '/api/v1/checkout',
    { accounts, card: testCard, humanCheck, payAnyway: wish.payAnyway },
    { 'idempotency-key': key },
  )
  return { status: reply.statusCode, body: reply.json() }
}

describe('given the payer was shown what is owed', () => {
  const whole = { accountId: account, amount: 8_053, amountDue: 8_053 }

  test('then the amount that is still owed is paid as requested', async () => {
    expect((await checkOut({ accounts: [whole] })).body).toMatchObject({ outcome: 'approved' })
  })

  test('then after a payment made elsewhere, the refusal has the new figure, and nothing is charged', async () => {
    const neighbor = portal.guest()
    await find(neighbor, account)
    await checkOut({ browser: neighbor, accounts: [{ accountId: account, amount: 5_000 }] })
    const { status, body } = await checkOut({ accounts: [whole] })
    expect([status, body.type, body.title]).toEqual([
      409,
      '/problems/balance-changed',
      checkoutProblems['balance-changed'].title,
    ])
    expect(body.balances).toEqual([{ accountId: account, amountDue: 3_053 }])
    expect(charges).toHaveLength(1)
  })

  test('then a payment made elsewhere while this server stood still is not made twice', async () => {
    const neighbor = portal.guest()
    await find(neighbor, account)
    const { billing } = portal.deps
    const balances = billing.balances.bind(billing)
    vi.spyOn(billing, 'balances').mockImplementationOnce(async (...asked) => {
      const before = await balances(...asked)
      await checkOut({ browser: neighbor })
      return before
    })
    const { status, body } = await checkOut({ accounts: [whole] })
    expect([status, body.type]).toEqual([409, '/problems/balance-changed'])
    expect(body.balances).toEqual([{ accountId: account, amountDue: 0 }])
    expect(charges).toHaveLength(1)
  })

  test('then a payer who knows the new figure may still pay, with the same key and verification', async () => {
    const key = randomUUID()
    const humanCheck = await guest.solve('checkout', key)
    const outdated = await checkOut({ key, humanCheck, accounts: [{ ...whole, amountDue: 9_000 }] })
    expect(outdated.body.balances).toEqual([{ accountId: account, amountDue: 8_053 }])
    const decided = await checkOut({ key, humanCheck, accounts: [{ ...whole, amount: 10_000 }] })
    expect(decided.body).toMatchObject({ outcome: 'approved', amount: 10_000 })
    expect(charges).toHaveLength(1)
  })

  test('then a new bill is noticed like a payment: more is owed than was shown', async () => {
    const { body } = await checkOut({ accounts: [{ ...whole, amountDue: 5_000 }] })
    expect(body.balances).toEqual([{ accountId: account, amountDue: 8_053 }])
  })

  test('then while another payment is being confirmed the account is held, whatever was shown', async () => {
    answer = unknown
    await checkOut()
    const neighbor = portal.guest()
    await find(neighbor, account)
    const { status, body } = await checkOut({ browser: neighbor, accounts: [whole] })
    expect([status, body.title]).toEqual([409, checkoutProblems['account-being-paid'].title])
  })

  test('then a repeat is answered with the same checkout, although the balance has changed by now', async () => {
    const key = randomUUID()
    const humanCheck = await guest.solve('checkout', key)
    const first = await checkOut({ key, humanCheck, accounts: [whole] })
    const second = await checkOut({ key, humanCheck, accounts: [whole] })
    expect(second.body).toEqual({ ...first.body, accounts: second.body.accounts })
    expect(charges).toHaveLength(1)
  })
})

describe('given a client that does not say what was shown', () => {
  async function payElsewhere(amount: number): Promise<void> {
    const neighbor = portal.guest()
    await find(neighbor, account)
    expect((await checkOut({ browser: neighbor, accounts: [{ accountId: account, amount }] })).status).toBe(200)
    answer = charged(String(Math.floor(Math.random() * 1e9)))
  }

  test('then an account that somebody else has paid since it was looked up is not charged, however often it is sent', async () => {
    await payElsewhere(5_000)
    for (let time = 0; time < 2; time++) {
      const { status, body } = await checkOut()
      expect([status, body.type]).toEqual([409, '/problems/balance-changed'])
      expect(body.balances).toEqual([{ accountId: account, amountDue: 3_053 }])
    }
    expect(charges).toHaveLength(1)
  })

  test('then neither is one that this session has paid itself', async () => {
    expect((await checkOut()).body.outcome).toBe('approved')
    expect((await checkOut()).body.balances).toEqual([{ accountId: account, amountDue: 0 }])
    expect(charges).toHaveLength(1)
  })

  test('then only the account that was paid is named', async () => {
    await find(guest, others)
    await payElsewhere(5_000)
    const accounts = [account, others].map((accountId) => ({ accountId, amount: 100 }))
    expect((await checkOut({ accounts })).body.balances).toEqual([{ accountId: account, amountDue: 3_053 }])
  })

  test.each([
    ['says what is due now', async () => undefined, { amountDue: 3_053 }],
    ['asks how it stands', async () => guest.post('/api/v1/account-to-pay', { accountId: account }), {}],
    ['finds it again', async () => find(guest, account), {}],
  ])('then a payer who %s may pay, even more than that', async (_, learn, said) => {
    await payElsewhere(5_000)
    await checkOut()
    await learn()
    const accounts = [{ accountId: account, amount: 8_053, ...said }]
    expect((await checkOut({ accounts })).body).toMatchObject({ outcome: 'approved', amount: 8_053 })
    expect(charges).toHaveLength(2)
  })

  test('then an account that was opened and not shown may be paid, unless it was paid after it was opened', async () => {
    const forget = 'update session_account set shown_due_cents = null'
    await portal.database.pool.query(forget)
    clock.advance(1_000)
    expect((await checkOut()).body.outcome).toBe('approved')
    clock.advance(1_000)
    answer = charged('5')
    expect((await checkOut()).body.balances).toEqual([{ accountId: account, amountDue: 0 }])
    await find(guest, account)
    await portal.database.pool.query(forget)
    expect((await checkOut()).body.outcome).toBe('approved')
  })
})

describe('given a payment that a bank answers in days', () => {
  const whole = { accountId: account, amount: 8_053 }
  const onItsWay: ChargeResult = { outcome: 'processing', reply: { ...emptyReply, tag: 'pi_1' } }

  beforeEach(async () => {
    answer = onItsWay
    const first = portal.guest()
    await find(first, account)
    await checkOut({ browser: first, accounts: [{ accountId: account, amount: 5_000 }] })
    answer = charged('7')
  })

  test('then everybody reads of it, and what is left to pay', async () => {
    const reply = await guest.post('/api/v1/account-to-pay', { accountId: account })
    expect(reply.json()).toMatchObject({ amount: 3_053, pendingPayment: { amount: 5_000 }, isBeingPaid: false })
  })

  test('then another payment is refused with its amount and the balance, and goes through when that was read', async () => {
    const { status, body } = await checkOut({ accounts: [{ ...whole, amountDue: 8_053 }] })
    expect([status, body.title]).toEqual([409, checkoutProblems['payment-on-its-way'].title])
    expect(body.detail).toContain('$50.00 for account 4821007391.')
    expect(body.balances).toEqual([{ accountId: account, amountDue: 3_053 }])
    expect(charges).toHaveLength(1)
    const accounts = [{ ...whole, amountDue: 3_053 }]
    expect((await checkOut({ accounts, payAnyway: true })).body.outcome).toBe('approved')
  })

  test('then one that began after the balance was read is noticed when the next begins', async () => {
    const { billing } = portal.deps
    const balances = billing.balances.bind(billing)
    await emptyTables(portal.database.db, ['checkout'])
    vi.spyOn(billing, 'balances').mockImplementationOnce(async (...asked) => {
      const before = await balances(...asked)
      answer = onItsWay
      await checkOut({ accounts: [{ accountId: account, amount: 5_000 }] })
      return before
    })
    const { status, body } = await checkOut({ accounts: [{ ...whole, amountDue: 8_053 }] })
    expect([status, body.title]).toEqual([409, checkoutProblems['payment-on-its-way'].title])
    expect(charges).toHaveLength(2)
  })
})
