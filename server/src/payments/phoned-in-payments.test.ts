import { randomUUID } from 'node:crypto'
import type { AdminLevel } from '@portal/contract/admin-levels'
import { checkoutProblems } from '@portal/contract/checkout-problems'
import { Instant } from '@portal/contract/dates'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestAccount } from '../adapters/billing-system/ledger/testing/ledger.ts'
import type { ChargeRequest, ChargeResult } from '../adapters/payment-gateway/port.ts'
import { chargingGateway } from '../adapters/payment-gateway/testing/test-gateway.ts'
import { emptyTables } from '../database/testing/empty-tables.ts'
import { call, chargeOf, save, saveOverall } from '../features/stepwise-payments/testing/calls.ts'
import { handIn } from '../features/stepwise-payments/testing/stepwise-world.ts'
import { type TestApp, type TestBrowser, testApp } from '../http/testing/app.ts'
import { testClock } from '../testing/clock.ts'
import { charged, declined, testCard } from './testing/engine-world.ts'

const [home, shop, cashOnly] = ['4821000001', '4821000002', '4821000005'] as const
const clock = testClock(Instant.parse('2026-02-10T01:00:00.000Z'))

const charges: ChargeRequest[] = []
let answer: () => Promise<ChargeResult>
const gateway = chargingGateway(async (request) => {
  charges.push(request)
  return await answer()
})

let portal: TestApp
let clerk: TestBrowser
/** The newest entry of the audit log before the test; it is only ever added to. */
let lastEntry = 0
beforeAll(async () => {
  portal = await testApp({ clock, gateway })
  const { db } = portal.database
  await addTestAccount(db, { account: home, balance: 8_053, email: 'maria@customer.example' })
  await addTestAccount(db, { account: shop, balance: 12_000, customerClass: 'COM', email: 'shop@customer.example' })
  await addTestAccount(db, { account: cashOnly, balance: 5_000, isCashOnly: true })
})
afterAll(() => portal.close())
beforeEach(async () => {
  await emptyTables(portal.database.db, ['rate_limit', 'checkout', 'email'])
  const { rows } = await portal.database.pool.query<{ id: number }>(
    'select coalesce(max(id), 0) as id from audit_entry',
  )
  lastEntry = rows[0]?.id ?? 0
  charges.length = 0
  answer = async () => charged(String(4710 + charges.length))
  clerk = await portal.administrator(5)
})

async function open(browser: TestBrowser, ...accountIds: string[]): Promise<void> {
  await browser.post('/api/v1/phoned-in-accounts', { accountIds })
}

async function pay(browser: TestBrowser, amounts: Readonly<Record<string, number>>, more: object = {}) {
  const key = randomUUID()
  const humanCheck = await browser.solve('checkout', key)
  const accounts = Object.entries(amounts).map(([accountId, amount]) => ({ accountId, amount }))
  const body = { accounts, card: testCard, humanCheck, ...more }
  const reply = await browser.post('/api/v1/checkout', body, { 'idempotency-key': key })
  return { status: reply.statusCode, body: reply.json() }
}

async function recorded() {
  return await portal.database.db.selectFrom('checkout').select(['mode', 'paid_by', 'state']).execute()
}

async function taken() {
  return await portal.database.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('action', '=', 'payment-taken')
    .where('id', '>', lastEntry)
    .orderBy('id')
    .execute()
}

describe('given a clerk with a caller on the phone', () => {
  test.each([1, 3, 5] satisfies AdminLevel[])(
    'then level %i takes one payment for several accounts, Phoned-In, by mail or telephone on the wire (A§6)',
    async (level) => {
      const browser = await portal.administrator(level)
      await open(browser, home, shop)
      const { body } = await pay(browser, { [home]: 8_053, [shop]: 2_000 })
      expect(body).toMatchObject({
        outcome: 'approved',
        amount: 10_053,
        accounts: [{ receiptNumber: 'W-4711-1' }, { receiptNumber: 'W-4711-2' }],
      })
      expect(charges).toMatchObject([{ mode: 'Phoned-In', countTag: 'MULTI-2', amount: 10_053 }])
      expect(await recorded()).toEqual([
        { mode: 'Phoned-In', paid_by: expect.stringMatching(/^admin\d+$/), state: 'PAID' },
      ])
    },
  )

  test.each([2, 4, 6] satisfies AdminLevel[])('then level %i takes none', async (level) => {
    const browser = await portal.administrator(level)
    await open(browser, home)
    expect((await pay(browser, { [home]: 100 })).status).toBe(403)
    expect(charges).toEqual([])
  })

  test.each([
    ["goes to the customer's e-mail when none is given", {}, ['maria@customer.example']],
    ['goes to the e-mail that the caller gives', { confirmationEmail: 'son@example.com' }, ['son@example.com']],
    ['is left out when the caller wants none', { confirmationEmail: '' }, []],
  ])('then the confirmation %s (A§4, A§5)', async (_, more, recipients) => {
    await open(clerk, home)
    await pay(clerk, { [home]: 8_053 }, more)
    const emails = await portal.database.db.selectFrom('email').select('recipient').execute()
    expect(emails.map(({ recipient }) => recipient)).toEqual(recipients)
  })

  test('then the audit log says who took which payment for whom, and nothing about the card', async () => {
    await open(clerk, home, shop)
    const { body } = await pay(clerk, { [home]: 8_053, [shop]: 2_000 })
    const entries = await taken()
    expect(entries).toMatchObject([
      {
        actor_kind: 'admin',
        actor: expect.stringMatching(/^admin\d+$/),
        subject: `${home}, ${shop}`,
        after_change: JSON.stringify({ amount: '100.53', reference: body.referenceNumber }),
      },
    ])
    expect(JSON.stringify(entries)).not.toContain(testCard.cardNumber.slice(-4))
  })

  test('then an account that was not looked up in this session is not paid', async () => {
    const other = await portal.administrator(5)
    await open(other, home)
    const { status, body } = await pay(clerk, { [home]: 100 })
    expect([status, body.title]).toEqual([403, checkoutProblems['account-not-open'].title])
  })

  test('then a cash-only account is refused, together with the others', async () => {
    await open(clerk, home, cashOnly)
    const { status, body } = await pay(clerk, { [home]: 100, [cashOnly]: 100 })
    expect([status, body.title]).toEqual([409, checkoutProblems['account-not-payable'].title])
    expect(charges).toEqual([])
  })

  test('then a declined card leaves the account free for another card, without an email', async () => {
    await open(clerk, home)
    answer = async () => declined('4711')
    expect((await pay(clerk, { [home]: 8_053 })).body).toMatchObject({
      outcome: 'declined',
      message: 'The bank declined the payment because the card has reached its limit.',
    })
    answer = async () => charged('4712')
    expect((await pay(clerk, { [home]: 8_053 })).body).toMatchObject({ outcome: 'approved' })
    expect((await portal.database.db.selectFrom('email').selectAll().execute()).length).toBe(1)
  })

  test('then one payment after another does not count as card testing, however many share an address', async () => {
    const numbers = Array.from({ length: 12 }, (_, index) => String(4_900_000_000 + index))
    for (const account of numbers) await addTestAccount(portal.database.db, { account, balance: 1_000 })
    await open(clerk, ...numbers)
    const statuses = []
    for (const account of numbers) statuses.push((await pay(clerk, { [account]: 1_000 })).status)
    expect(new Set(statuses)).toEqual(new Set([200]))
  })
})

describe('given two clerks who pay one account at the same moment', () => {
  /** The first charge is under way until it is let go. */
  function holdCharge(): () => void {
    let letGo = (): void => undefined
    const held = new Promise<void>((resume) => {
      letGo = resume
    })
    answer = async () => {
      await held
      return charged('4711')
    }
    return letGo
  }

  test.each(['another clerk', 'the customer'])('then %s has to wait, and one card is charged', async (who) => {
    const second =
      who === 'the customer' ? await portal.customer({ person: home, accounts: [home] }) : await portal.administrator(3)
    await open(clerk, home, shop)
    await open(second, home)
    const letGo = holdCharge()
    const first = pay(clerk, { [home]: 8_053, [shop]: 100 })
    await expect.poll(() => charges).toHaveLength(1)
    const told = await pay(second, { [home]: 8_053 })
    expect([told.status, told.body.title]).toEqual([409, checkoutProblems['account-being-paid'].title])
    const searched = await clerk.post('/api/v1/phoned-in-accounts', { accountIds: [home] })
    expect(searched.json().result).toMatchObject([{ account: { isBeingPaid: true } }])
    letGo()
    expect((await first).body).toMatchObject({ outcome: 'approved' })
    expect(charges).toHaveLength(1)
    expect(await taken()).toHaveLength(1)
  })
})

test('the stepwise calls of A§7 take a payment by phone, which no other session can continue', async () => {
  const other = await portal.administrator(3)
  await open(other, home)
  await clerk.post('/api/v1/user-latest-bill', { accountId: home })
  const overallId = await saveOverall(clerk, '80.53')
  expect((await save(clerk, overallId, home, '80.53')).body.status).toBe('True')
  await handIn(other, 'checkout')
  expect((await call(other, 'payeezy', chargeOf(overallId, '80.53'))).body.result?.status).toBe('False')
  await handIn(clerk, 'checkout')
  const paid = await call(clerk, 'payeezy', chargeOf(overallId, '80.53'))
  expect(paid.body.result).toMatchObject({ status: 'True', data: { Transaction_Approved: 'true' } })
  expect(charges).toMatchObject([{ mode: 'Phoned-In', countTag: 'SINGLE' }])
  expect(await recorded()).toMatchObject([{ mode: 'Phoned-In', state: 'PAID' }])
  expect(await taken()).toMatchObject([{ subject: home, after_change: expect.stringContaining('80.53') }])
})
