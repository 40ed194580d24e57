import { randomUUID } from 'node:crypto'
import { Instant } from '@portal/contract/dates'
import {
  type ScheduledPayments,
  changeScheduledPayment,
  schedulePayment,
  scheduledPaymentTexts,
} from '@portal/contract/scheduled-payments'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestAccount } from '../adapters/billing-system/ledger/testing/ledger.ts'
import { testCards } from '../adapters/payment-gateway/testing/test-cards.ts'
import { testGateway } from '../adapters/payment-gateway/testing/test-gateway.ts'
import { emptyTables } from '../database/testing/empty-tables.ts'
import type { Work } from '../foundation/work/loop.ts'
import { type TestApp, type TestBrowser, testApp } from '../http/testing/app.ts'
import { pausingAgreements } from '../payments/agreements/agreements.ts'
import { makeEngine } from '../payments/engine.ts'
import { autopayLoops } from '../payments/run/run.ts'
import { methodWork } from '../payments/saved-methods/method-work.ts'
import { testClock } from '../testing/clock.ts'

const [home, shop, closed, cash, neighbors] = ['4821007391', '4821007392', '4821007393', '4821007394', '4821007395']
/** Ten in the morning of 02/10/2026 at the utility. */
const start = Instant.parse('2026-02-10T00:00:00.000Z')
const clock = testClock(start)
const cards = testCards()
let portal: TestApp
let maria: TestBrowser
let card: number

beforeAll(async () => {
  portal = await testApp({ clock, gateway: testGateway({ savedMethods: cards }) })
  const { db } = portal.database
  await addTestAccount(db, { account: home, balance: 8_053 })
  const person = { id: home, isKnown: true }
  await addTestAccount(db, { account: shop, person, balance: 2_000 })
  await addTestAccount(db, { account: closed, person, status: '60' })
  await addTestAccount(db, { account: cash, person, isCashOnly: true })
  await addTestAccount(db, { account: neighbors })
})
afterAll(async () => portal.close())
beforeEach(async () => {
  const { db, pool } = portal.database
  await emptyTables(db, ['rate_limit', 'email', 'payment_schedule', 'gateway_customer'])
  await pool.query("update cis.person set email_address = 'maria@example.com' where person_id = $1", [home])
  maria = await portal.customer({ person: home, username: 'maria', accounts: [home, shop] })
  const cardToken = { token: 'ctoken4242', cardHolderName: 'Maria Cruz', billingZipCode: '96913' }
  card = (await maria.post('/api/v1/saved-cards', { cardToken, name: '' })).json<{ card: { id: number } }>().card.id
})

interface Told extends ScheduledPayments {
  title: string
  detail: string
  errors: { field: string; message: string }[]
}

async function post(path: string, body: object, browser = maria) {
  const reply = await browser.post(`/api/v1/scheduled-payments${path}`, body)
  return { status: reply.statusCode, body: reply.json<Told>() }
}
const list = async (browser = maria) => (await browser.get('/api/v1/scheduled-payments')).json<Told>()
const order = (asked: object = {}) => ({
  payOn: '2026-02-20',
  savedMethod: card,
  accounts: [
    { accountId: home, amount: 5_000 },
    { accountId: shop, amount: 1_500 },
  ],
  ...asked,
})
const schedule = async (asked: object = {}) => await post('', { ...order(asked), key: randomUUID() })

describe('scheduling', () => {
  test('given two accounts, then each is listed with its amount, told by email, and in the audit log', async () => {
    const { body } = await schedule()
    expect(body).toMatchObject({
      today: '2026-02-10',
      payments: [
        {
          payOn: '2026-02-20',
          total: 6_500,
          card: { id: card, brand: 'Visa', lastFour: '4242', isRemoved: false },
          items: [
            { accountId: home, amount: 5_000, state: 'planned', paid: null },
            { accountId: shop, amount: 1_500, state: 'planned' },
          ],
          canChange: true,
          canCancel: true,
        },
      ],
    })
    expect(await list()).toEqual(body)
    const { rows } = await portal.database.pool.query<{ body_text: string; recipient: string }>(
      "select recipient, body_text from email where kind = 'schedule-set'",
    )
    expect(rows).toMatchObject([{ recipient: 'maria@example.com' }])
    for (const said of ['$65.00', '$50.00', '$15.00', '02/20/2026', 'Visa ending in 4242'])
      expect(rows[0]?.body_text).toContain(said)
    const audit = await portal.database.pool.query(
      "select actor, subject from audit_entry where action = 'payment-scheduled' order by id desc limit 1",
    )
    expect(audit.rows).toMatchObject([{ actor: 'maria', subject: `${home}, ${shop}` }])
  })

  test('given the same press twice, then there is one payment', async () => {
    const key = randomUUID()
    const [first, second] = await Promise.all([post('', { ...order(), key }), post('', { ...order(), key })])
    expect([first.status, second.status]).toEqual([200, 200])
    expect((await list()).payments).toHaveLength(1)
    const other = await post('', { ...order({ payOn: '2026-02-21' }), key })
    expect(other).toMatchObject({ status: 409, body: { title: schedulePayment.problems['key-reused'].title } })
  })

  test.each([
    ['today', '2026-02-10', scheduledPaymentTexts.dateTooEarly],
    ['yesterday', '2026-02-09', scheduledPaymentTexts.dateTooEarly],
    ['181 days ahead', '2026-08-10', scheduledPaymentTexts.dateTooFar],
  ])('given %s, then the day is refused with a sentence', async (_, payOn, message) => {
    expect((await schedule({ payOn })).body.errors).toEqual([{ field: 'payOn', message }])
  })

  test.each(['2026-02-11', '2026-08-09'])('given %s, then the day is possible', async (payOn) => {
    expect((await schedule({ payOn })).status).toBe(200)
  })

  test.each([99, 10_000_000])('given an amount of %i cents, then it is refused', async (amount) => {
    expect((await schedule({ accounts: [{ accountId: home, amount }] })).status).toBe(400)
  })

  test.each([
    ['a neighbor’s account', neighbors, 403, 'account-not-yours'],
    ['a cash-only account', cash, 409, 'account-not-payable'],
    ['a closed account', closed, 409, 'account-closed'],
  ] as const)(
    'given %s beside an own one, then all is refused and the account named',
    async (_, other, status, why) => {
      const accounts = [
        { accountId: home, amount: 5_000 },
        { accountId: other, amount: 1_500 },
      ]
      const refused = await schedule({ accounts })
      expect(refused).toMatchObject({ status, body: { title: schedulePayment.problems[why].title } })
      expect(refused.body.detail).toContain(other)
      expect((await list()).payments).toEqual([])
    },
  )

  test('given an account that left since the login, then it is refused', async () => {
    const { pool } = portal.database
    await pool.query('update cis.account_person set may_use_web = false where account_id = $1', [shop])
    expect(await schedule()).toMatchObject({ status: 403 })
    await pool.query('update cis.account_person set may_use_web = true where account_id = $1', [shop])
  })

  test('given a card of another customer, or a removed one, then it is refused', async () => {
    const neighbor = await portal.customer({ person: neighbors, username: 'ana', accounts: [neighbors] })
    const accounts = [{ accountId: neighbors, amount: 1_000 }]
    await portal.database.pool.query("update cis.person set email_address = 'a@example.com' where person_id = $1", [
      neighbors,
    ])
    const stolen = await post('', { ...order({ accounts }), key: randomUUID() }, neighbor)
    expect(stolen).toMatchObject({ status: 409, body: { title: schedulePayment.problems['no-such-card'].title } })
    await maria.post(`/api/v1/saved-cards/${card}/remove`, {})
    expect(await schedule()).toMatchObject({ status: 409 })
  })

  test('given no email address, then it is refused, as nobody could be told', async () => {
    await portal.database.pool.query('update cis.person set email_address = null where person_id = $1', [home])
    expect(await schedule()).toMatchObject({ status: 409, body: { title: schedulePayment.problems['no-email'].title } })
  })

  test('given 50 of them, then there is no other', async () => {
    await schedule()
    await portal.database.pool.query(`
      with made as (
        insert into payment_schedule (person_id, web_user_id, saved_card_id, pay_on, made_at, made_from, session_id)
        select person_id, web_user_id, saved_card_id, pay_on, made_at, made_from, session_id
        from payment_schedule, generate_series(2, 50) returning id)
      insert into planned_charge (account_id, schedule_id, state, due_on, charge_on, scheduled_cents, made_at, next_step_at)
      select '${home}', id, 'PLANNED', '2026-02-20', '2026-02-20', 100, now(), now() from made`)
    const refused = await schedule()
    expect(refused).toMatchObject({
      status: 409,
      body: { title: schedulePayment.problems['too-many-schedules'].title },
    })
  })
})

describe('given a service fee for scheduled payments', () => {
  const passOn = (flat: number) => {
    Object.assign(portal.deps.profile, { serviceFees: [{ method: 'card', channels: ['schedule'], flat }] })
  }
  beforeEach(() => passOn(250))
  afterEach(() => void Object.assign(portal.deps.profile, { serviceFees: [] }))

  test('then each account has one on top, and the email says so', async () => {
    const { body } = await schedule({ fee: 500 })
    const items = [
      { amount: 5_000, fee: 250 },
      { amount: 1_500, fee: 250 },
    ]
    expect(body.payments).toMatchObject([{ total: 7_000, items }])
    const { rows } = await portal.database.pool.query<{ text: string }>(
      "select body_text as text from email where kind = 'schedule-set'",
    )
    expect(rows[0]?.text).toMatch(/Service fee, kept by .*: \$5\.00/)
  })

  test.each([
    ['none', undefined],
    ['that of one account', 250],
  ])('when the customer was shown %s, then nothing is scheduled, and the refusal says the fee now', async (_, fee) => {
    const refused = await schedule({ fee })
    const { title } = schedulePayment.problems['fee-changed']
    expect(refused).toMatchObject({ status: 409, body: { title, fee: 500, serviceFees: [{ flat: 250 }] } })
    expect((await list()).payments).toEqual([])
  })

  test('that changed since, then a change of the payment is refused the same way, and the old one stays', async () => {
    const { body } = await schedule({ fee: 500 })
    passOn(300)
    const path = `/${body.payments[0]?.id}/change`
    expect(await post(path, order({ payOn: '2026-03-01', fee: 500 }))).toMatchObject({
      status: 409,
      body: { fee: 600 },
    })
    expect((await list()).payments).toMatchObject([{ payOn: '2026-02-20', total: 7_000 }])
    expect((await post(path, order({ payOn: '2026-03-01', fee: 600 }))).body.payments).toMatchObject([{ total: 7_100 }])
  })
})

describe('changing and canceling', () => {
  const idOf = async () => (await list()).payments[0]?.id ?? 0

  test('given another day and amounts, then those are listed and told', async () => {
    await schedule()
    const accounts = [
      { accountId: home, amount: 1_000 },
      { accountId: shop, amount: 2_000 },
    ]
    const { body } = await post(`/${await idOf()}/change`, order({ payOn: '2026-03-01', accounts }))
    expect(body.payments).toMatchObject([{ payOn: '2026-03-01', total: 3_000, items: [{ amount: 1_000 }, {}] }])
    const kinds = await portal.database.pool.query<{ kind: string }>('select kind from email order by id')
    expect(kinds.rows.map(({ kind }) => kind)).toContain('schedule-changed')
  })

  test('given its day has come, then it can be neither changed nor canceled', async () => {
    clock.advance(14 * 3_600_000 - 1)
    maria = await portal.customer({ person: home, username: 'maria', accounts: [home, shop] })
    await schedule({ payOn: '2026-02-11' })
    const id = await idOf()
    expect((await list()).payments).toMatchObject([{ canChange: true, canCancel: true }])
    clock.advance(1)
    expect((await list()).payments).toMatchObject([{ canChange: false, canCancel: false }])
    expect(await post(`/${id}/change`, order())).toMatchObject({
      status: 409,
      body: { title: changeScheduledPayment.problems['too-late-to-change'].title },
    })
    expect(await post(`/${id}/cancel`, {})).toMatchObject({ status: 409 })
    clock.advance(-14 * 3_600_000)
  })

  test('given one is canceled, then it is gone from the list', async () => {
    await schedule()
    const id = await idOf()
    expect((await post(`/${id}/cancel`, {})).body.payments).toEqual([])
    expect(await post(`/${id}/cancel`, {})).toMatchObject({ status: 404 })
  })

  test('given another customer, then it is not there', async () => {
    await schedule()
    const id = await idOf()
    const neighbor = await portal.customer({ person: neighbors, username: 'ana', accounts: [neighbors] })
    expect((await list(neighbor)).payments).toEqual([])
    expect(await post(`/${id}/cancel`, {}, neighbor)).toMatchObject({ status: 404 })
    expect((await list()).payments).toHaveLength(1)
  })
})

describe('the card of a scheduled payment', () => {
  const emails = async () =>
    (await portal.database.pool.query<{ kind: string }>('select kind from email order by id')).rows.map(
      ({ kind }) => kind,
    )
  const work = async (works: readonly Work[]) => {
    for (const each of works) await each.run(new AbortController().signal)
  }

  test('given it is removed, then nothing will be charged, and its owner is told without delay', async () => {
    await schedule({ payOn: '2026-06-20' })
    await maria.post(`/api/v1/saved-cards/${card}/remove`, {})
    expect((await list()).payments).toMatchObject([{ card: { isRemoved: true } }])
    const engine = makeEngine(portal.deps)
    await work(autopayLoops(engine))
    expect((await emails()).filter((kind) => kind === 'schedule-skipped')).toHaveLength(2)
    expect((await list()).payments).toMatchObject([{ items: [{ state: 'notCharged' }, { state: 'notCharged' }] }])
  })

  test.each([
    ['is scheduled', true, 1],
    ['is not', false, 0],
  ])('given its bank changes its number while a payment %s', async (_, isScheduled, mails) => {
    if (isScheduled) await schedule()
    for (const kept of cards.kept.values()) kept.lastFour = '0099'
    await portal.database.pool.query('update saved_card set next_read_at = $1', [clock.now()])
    const engine = makeEngine(portal.deps)
    const loops = methodWork(engine, pausingAgreements(engine))
    await work(loops)
    await work(loops)
    expect((await emails()).filter((kind) => kind === 'card-updated')).toHaveLength(mails)
  })
})
