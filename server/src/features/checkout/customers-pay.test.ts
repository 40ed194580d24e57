import { randomUUID } from 'node:crypto'
import { AccountSummary } from '@portal/contract/account-summary'
import { checkoutProblems } from '@portal/contract/checkout-problems'
import { CalendarDate, Instant } from '@portal/contract/dates'
import { readPaymentHistory } from '@portal/contract/payment-history'
import { mostAccountsPerPayment } from '@portal/contract/payments'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ledgerBilling } from '../../adapters/billing-system/ledger/ledger.ts'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import { type BillingSystem, BillingSystemDown } from '../../adapters/billing-system/port.ts'
import type { ChargeRequest } from '../../adapters/payment-gateway/port.ts'
import { chargingGateway } from '../../adapters/payment-gateway/testing/test-gateway.ts'
import { emptyTables } from '../../database/testing/empty-tables.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'
import { leasePostings } from '../../payments/records/postings.ts'
import { charged, testCard } from '../../payments/testing/engine-world.ts'
import { testClock } from '../../testing/clock.ts'

const [home, shop, closed, inCredit, cashOnly] = [
  '4821000001',
  '4821000002',
  '4821000003',
  '4821000004',
  '4821000005',
] as const
const neighbors = '4821000009'
const mine = [home, shop, closed, inCredit, cashOnly]
const clock = testClock(Instant.parse('2026-02-10T01:00:00.000Z'))

const charges: ChargeRequest[] = []
const gateway = chargingGateway(async (request) => {
  charges.push(request)
  return charged(String(4710 + charges.length))
})

let portal: TestApp
let maria: TestBrowser
beforeAll(async () => {
  portal = await testApp({ clock, gateway })
  const { db } = portal.database
  await addTestAccount(db, { account: home, balance: 8_053, arrears: 3_000, email: 'maria@customer.example' })
  await addTestAccount(db, { account: shop, balance: 12_000, customerClass: 'COM', email: 'shop@customer.example' })
  await addTestAccount(db, { account: closed, balance: 700, status: '60' })
  await addTestAccount(db, { account: inCredit, balance: -1_000 })
  await addTestAccount(db, { account: cashOnly, balance: 5_000, isCashOnly: true })
  await addTestAccount(db, { account: neighbors, balance: 9_000 })
})
afterAll(() => portal.close())
beforeEach(async () => {
  await emptyTables(portal.database.db, ['rate_limit', 'checkout', 'email'])
  charges.length = 0
  maria = await portal.customer({ person: home, username: 'maria', accounts: mine })
})

type Wish = readonly (readonly [accountId: string, amount: number])[]

async function pay(browser: TestBrowser, wish: Wish, card: object = {}, fee?: number) {
  const key = randomUUID()
  const humanCheck = await browser.solve('checkout', key)
  const accounts = wish.map(([accountId, amount]) => ({ accountId, amount }))
  const body = { accounts, card: { ...testCard, ...card }, humanCheck, fee }
  const reply = await browser.post('/api/v1/checkout', body, { 'idempotency-key': key })
  return { status: reply.statusCode, body: reply.json() }
}

async function summary(browser: TestBrowser) {
  const { accounts } = AccountSummary.parse((await browser.post('/api/v1/account-summary', {})).json())
  return new Map<string, object>(accounts.map((row) => [row.accID, row]))
}

test('given an e-mail address on file that could be a card number, then the payment is taken without an email', async () => {
  const account = '4821000010'
  await addTestAccount(portal.database.db, { account, balance: 100, email: '8613912345678@mail.example' })
  const browser = await portal.customer({ person: account, accounts: [account] })
  const { status, body } = await pay(browser, [[account, 100]])
  expect([status, body.outcome, body.confirmationEmail]).toEqual([200, 'approved', null])
})

test('given Pay Now is switched off, then customers can still pay (R16)', async () => {
  const setMaintenance = `update maintenance_switch set is_off = $1 where name = 'payNow'`
  await portal.database.pool.query(setMaintenance, [true])
  clock.advance(60_000)
  expect((await pay(maria, [[home, 1_000]])).body).toMatchObject({ outcome: 'approved' })
  await portal.database.pool.query(setMaintenance, [false])
  clock.advance(60_000)
})

describe('given a signed-in customer who pays several accounts', () => {
  test('then one charge pays them all, Online, each with its receipt, and the email names each', async () => {
    const { status, body } = await pay(maria, [
      [home, 8_053],
      [shop, 2_000],
    ])
    expect(status).toBe(200)
    expect(body).toMatchObject({
      outcome: 'approved',
      amount: 10_053,
      receiptNumber: 'W-4711',
      confirmationEmail: 'maria@customer.example',
      accounts: [
        { accountId: home, amount: 8_053, receiptNumber: 'W-4711-1' },
        { accountId: shop, amount: 2_000, receiptNumber: 'W-4711-2' },
      ],
    })
    expect(charges).toMatchObject([{ mode: 'Online', countTag: 'MULTI-2', amount: 10_053 }])
    const email = await portal.database.db.selectFrom('email').selectAll().executeTakeFirstOrThrow()
    expect(email.recipient).toBe('maria@customer.example')
    for (const shown of [home, 'W-4711-1', '$80.53', shop, 'W-4711-2', '$20.00', '$100.53'])
      expect(email.body_text).toContain(shown)
  })

  test('then the payment is recorded for her username, whatever a page claims', async () => {
    await pay(maria, [[home, 100]])
    const paid = await portal.database.db.selectFrom('checkout').select(['mode', 'paid_by']).execute()
    expect(paid).toEqual([{ mode: 'Online', paid_by: 'maria' }])
  })

  test('then it is recorded for her username although she logs out in another tab meanwhile', async () => {
    const { billing } = portal.deps
    const findAccounts = billing.findAccounts.bind(billing)
    vi.spyOn(billing, 'findAccounts').mockImplementationOnce(async (...asked) => {
      await portal.database.pool.query(`delete from session where kind = 'customer'`)
      return findAccounts(...asked)
    })
    await pay(maria, [[home, 100]])
    for (const table of ['checkout', 'charge_attempt'] as const) {
      expect(await portal.database.db.selectFrom(table).select('paid_by').execute()).toEqual([{ paid_by: 'maria' }])
    }
  })

  test('then a result page that polls does not keep her signed in (C§4)', async () => {
    const { body } = await pay(maria, [[home, 100]])
    const secondsLeft = async () => (await maria.get('/api/v1/session')).json<{ secondsLeft: number }>().secondsLeft
    const before = await secondsLeft()
    clock.advance(120_000)
    await maria.get(`/api/v1/checkout/${body.publicId}`)
    await maria.get(`/api/v1/checkout?key=${randomUUID()}`)
    expect(await secondsLeft()).toBe(before - 120)
  })

  test('then amounts and history are right at once, before the billing system has the payment, and afterwards', async () => {
    await pay(maria, [
      [home, 4_000],
      [inCredit, 500],
    ])
    const atOnce = await summary(maria)
    expect(atOnce.get(home)).toMatchObject({ amount: 4_053, arrearsTotal: 0, alreadyPaid: { Visa: 4_000 } })
    expect(atOnce.get(inCredit)).toMatchObject({ amount: -1_500 })
    const history = async () =>
      readPaymentHistory.reply.parse((await maria.post('/api/v1/payment-history', { accountId: home })).json()).result
    const told = await history()
    expect(told).toEqual([
      {
        ArrearsDate: '2026-02-10',
        Parent: home,
        TotalAmount: '-40.00',
        FinancialTransactionType: 'PS',
        receiptNumber: 'W-4711-1',
      },
    ])
    await postAll()
    expect(await summary(maria)).toEqual(atOnce)
    expect(await history()).toEqual(told)
    await emptyTables(portal.database.db, ['cis.portal_payment'])
  })
})

test('payments by customers and payments taken by phone differ in mode and name (A§3)', async () => {
  const cookies = (await portal.administrator(3)).cookies
  const admin = portal.guest()
  for (const [name, value] of cookies) admin.cookies.set(name, value)
  await portal.database.pool.query(
    `insert into session_account select max(id), $1, now() from session where kind = 'admin'`,
    [home],
  )
  await pay(admin, [[home, 100]])
  const paid = await portal.database.db.selectFrom('checkout').select(['mode', 'paid_by']).execute()
  expect(paid).toEqual([{ mode: 'Phoned-In', paid_by: expect.stringMatching(/^admin\d+$/) }])
})

test('a guest payment is recorded without a username', async () => {
  const guest = portal.guest()
  const humanCheck = await guest.solve('account')
  await guest.post('/api/v1/validate-account', { accountId: home, division: 'GWA', postal: '96913', humanCheck })
  await pay(guest, [[home, 100]])
  expect(await portal.database.db.selectFrom('checkout').select('paid_by').execute()).toEqual([{ paid_by: null }])
})

describe("this month's payments with the cards that have a monthly cap (C§5)", () => {
  const discover = { cardNumber: '6011111111111117' }
  const mastercard = { cardNumber: '5555555555554444' }

  test('are added up by card, without Mastercard and other accounts', async () => {
    await pay(maria, [[shop, 300]])
    await pay(maria, [[shop, 400]], discover)
    await pay(maria, [[shop, 500]], mastercard)
    await pay(maria, [[home, 600]])
    expect((await summary(maria)).get(shop)).toMatchObject({ alreadyPaid: { Visa: 300, Discover: 400 } })
  })

  test('have no service fee in them, nor have the balance and the posting', async () => {
    const serviceFees = [{ method: 'card', channels: ['online'], flat: 250 }]
    Object.assign(portal.deps.profile, { serviceFees })
    const { body } = await pay(maria, [[shop, 300]], {}, 250)
    Object.assign(portal.deps.profile, { serviceFees: [] })
    expect(body).toMatchObject({ amount: 300, fee: 250 })
    expect(charges).toMatchObject([{ amount: 550 }])
    const expected = { amount: 11_700, alreadyPaid: { Visa: 300 } }
    expect((await summary(maria)).get(shop)).toMatchObject(expected)
    await postAll()
    expect((await summary(maria)).get(shop)).toMatchObject(expected)
    await emptyTables(portal.database.db, ['cis.portal_payment'])
  })

  test.each([
    ['the last moment of January in Guam', '2026-01-31T13:59:59.999Z', 0],
    ['the first moment of February in Guam', '2026-01-31T14:00:00.000Z', 300],
  ])('begins with the month of the utility: paid at %s', async (_, paidAt, counted) => {
    await pay(maria, [[shop, 300]])
    await portal.database.pool.query('update charge_attempt set sent_at = $1', [paidAt])
    expect((await summary(maria)).get(shop)).toMatchObject({ alreadyPaid: { Visa: counted } })
  })
})

describe('what a customer may pay', () => {
  test.each([
    ['a closed account', closed, 200],
    ['an account in credit', inCredit, 200],
    ['an account that is cash-only', cashOnly, 409],
    ["somebody else's account", neighbors, 403],
  ])('%s', async (_, account, status) => {
    expect((await pay(maria, [[account, 700]])).status).toBe(status)
    expect(charges).toHaveLength(status === 200 ? 1 : 0)
  })

  test('with one account among several that is not payable, nothing is charged', async () => {
    const wish = [
      [home, 100],
      [cashOnly, 100],
    ] as const
    const { body } = await pay(maria, wish)
    expect(body).toMatchObject({
      title: checkoutProblems['account-not-payable'].title,
      detail: `This applies to account ${cashOnly}. To pay the others, remove it.`,
    })
    expect(charges).toHaveLength(0)
  })
})

describe('given a customer with as many accounts as one payment may cover', () => {
  const accounts = Array.from({ length: mostAccountsPerPayment }, (_, index) => String(6_000_000_000 + index))
  const asked: number[] = []
  let landlord: TestApp
  beforeAll(async () => {
    landlord = await testApp({ clock, gateway })
    const { db, pool } = landlord.database
    await addTestAccount(db, { account: accounts[0] ?? '', balance: 1_000 })
    // The others are copies of the first.
    for (const table of ['account', 'account_person', 'service_agreement']) await copyAccount(pool, table, accounts)
    const ledger = ledgerBilling(db, 'GWA')
    const watched: Pick<BillingSystem, 'findAccounts' | 'findAccount'> = {
      async findAccounts(numbers) {
        asked.push(numbers.length)
        return await ledger.findAccounts(numbers)
      },
      findAccount: async () => {
        throw new BillingSystemDown('one by one is too slow')
      },
    }
    Object.assign(landlord.deps.billing, watched)
  })
  afterAll(() => landlord.close())

  test('then the billing system is asked once for all of them', async () => {
    const browser = await landlord.customer({ person: accounts[0] ?? '', accounts })
    const { status, body } = await pay(
      browser,
      accounts.map((account) => [account, 1_000] as const),
    )
    expect(status).toBe(200)
    expect(asked).toEqual([mostAccountsPerPayment])
    expect(body.accounts).toHaveLength(mostAccountsPerPayment)
    expect(body.accounts.at(-1)).toMatchObject({ accountId: accounts.at(-1), receiptNumber: 'W-4711-600' })
    expect(body.accounts[0].serviceLocation).toBe('7 Water Lane Unit 2, Tamuning, GU, 96913')
  })
})

async function copyAccount(pool: TestApp['deps']['pool'], table: string, accounts: readonly string[]): Promise<void> {
  await pool.query(
    `insert into cis.${table}
     select (jsonb_populate_record(null::cis.${table}, to_jsonb(first) || jsonb_build_object('account_id', number)
       || case when to_jsonb(first) ? 'agreement_id' then jsonb_build_object('agreement_id', number) else '{}' end)).*
     from cis.${table} first, unnest($1::text[]) as number
     where first.account_id = $2 and number <> $2`,
    [accounts, accounts[0]],
  )
}

/** Tells the billing system of every payment, as the background work does. */
async function postAll(): Promise<void> {
  for (const posting of await leasePostings(portal.database.db, clock.now(), clock.now(), 100)) {
    const { accountId, amount, receiptNumber: receipt } = posting
    await portal.deps.billing.recordPayment({
      receipt,
      accountId,
      amount,
      source: 'CCV',
      method: 'PG001',
      authorization: 'ET000001',
      paidAt: clock.now(),
      payDate: CalendarDate.parse('2026-02-10'),
    })
  }
}
