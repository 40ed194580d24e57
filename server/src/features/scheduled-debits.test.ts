import { randomUUID } from 'node:crypto'
import { CalendarDate, Instant } from '@portal/contract/dates'
import { english } from '@portal/contract/language'
import { cents } from '@portal/contract/money'
import { scheduleAuthorization } from '@portal/contract/scheduled-debits'
import { type ScheduledPayments, schedulePayment } from '@portal/contract/scheduled-payments'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestAccount } from '../adapters/billing-system/ledger/testing/ledger.ts'
import { testBankAccounts } from '../adapters/payment-gateway/testing/test-bank-accounts.ts'
import { testCards } from '../adapters/payment-gateway/testing/test-cards.ts'
import { testGateway } from '../adapters/payment-gateway/testing/test-gateway.ts'
import { emptyTables } from '../database/testing/empty-tables.ts'
import { type TestApp, type TestBrowser, testApp } from '../http/testing/app.ts'
import { addTestPayment } from '../payments/testing/payments.ts'
import { testClock } from '../testing/clock.ts'

const [home, shop] = ['4821007391', '4821007392']
/** Ten in the morning of 02/10/2026 at the utility. */
const clock = testClock(Instant.parse('2026-02-10T00:00:00.000Z'))
const bankPayments = { credit: 'submission', sourceCode: 'ACH' } as const
const paidWith = {
  brand: null,
  bankAccount: { bankName: 'First Hawaiian', accountType: 'checking' },
  lastFour: '6789',
} as const
let portal: TestApp
let maria: TestBrowser
let bank: number

beforeAll(async () => {
  const gateway = testGateway({
    savedMethods: testCards(),
    bankAccounts: testBankAccounts(),
    readToken: async () => ({
      ...paidWith.bankAccount,
      outcome: 'readAccount',
      holderType: 'individual',
      lastFour: '6789',
      routingNumber: null,
      fingerprint: 'print 6789',
    }),
  })
  portal = await testApp({ clock, gateway })
  await addTestAccount(portal.database.db, { account: home, balance: 8_053 })
  await addTestAccount(portal.database.db, { account: shop, person: { id: home, isKnown: true }, balance: 2_000 })
})
afterAll(async () => portal.close())
beforeEach(async () => {
  const { db, pool } = portal.database
  Object.assign(portal.deps.profile, { bankPayments, serviceFees: [] })
  await emptyTables(db, ['rate_limit', 'email', 'payment_schedule', 'gateway_customer', 'checkout'])
  await pool.query("update cis.person set email_address = 'maria@example.com' where person_id = $1", [home])
  maria = await portal.customer({ person: home, username: 'maria', accounts: [home, shop] })
  const bankToken = { bankToken: 'btok6789', accountHolderName: 'Maria Cruz' }
  bank = (await maria.post('/api/v1/saved-cards', { bankToken, name: '' })).json<{ card: { id: number } }>().card.id
})

/** As the page shows them. */
const words = (asked: { fee?: number; payOn?: string } = {}) =>
  scheduleAuthorization(english, {
    utility: portal.deps.profile.name,
    paidWith,
    on: CalendarDate.parse(asked.payOn ?? '2026-02-20'),
    accounts: 2,
    amount: cents(6_500 + (asked.fee ?? 0)),
    fee: cents(asked.fee ?? 0),
    locale: 'en-US',
  })
const order = (asked: object = {}) => ({
  payOn: '2026-02-20',
  savedMethod: bank,
  accounts: [
    { accountId: home, amount: 5_000 },
    { accountId: shop, amount: 1_500 },
  ],
  authorization: words(),
  ...asked,
})

async function post(path: string, body: object) {
  const reply = await maria.post(`/api/v1/scheduled-payments${path}`, body, { 'user-agent': 'Firefox 142' })
  return { status: reply.statusCode, body: reply.json<ScheduledPayments & { title: string; detail?: string }>() }
}
const schedule = async (asked: object = {}) => await post('', { ...order(asked), key: randomUUID() })
const refused = (why: keyof typeof schedulePayment.problems) => ({
  status: 409,
  body: { title: schedulePayment.problems[why].title },
})

describe('scheduling from a bank account', () => {
  test('given the words of today, then it is listed by its bank, and they are kept with address and browser', async () => {
    const { status, body } = await schedule()
    expect(status).toBe(200)
    expect(body.payments).toMatchObject([
      { total: 6_500, card: { brand: null, bankAccount: paidWith.bankAccount, expires: null } },
    ])
    const { rows } = await portal.database.pool.query(
      'select words, accepted_from, browser from payment_schedule join autopay_words on sha256 = words_sha256',
    )
    expect(rows).toEqual([{ words: words(), accepted_from: expect.stringMatching(/\d/), browser: 'Firefox 142' }])
  })

  test.each([
    ['none', undefined],
    ['those of another day', () => words({ payOn: '2026-02-21' })],
  ])('given %s, then nothing is scheduled or changed', async (_, others) => {
    const authorization = others?.()
    expect(await schedule({ authorization })).toMatchObject(refused('authorization-changed'))
    const id = (await schedule()).body.payments[0]?.id
    expect(await post(`/${id}/change`, order({ authorization }))).toMatchObject(refused('authorization-changed'))
  })

  test('given a service fee, then the words have it, and another fee is refused', async () => {
    const serviceFees = [{ method: 'bank', channels: ['schedule'], flat: 50 }]
    Object.assign(portal.deps.profile, { serviceFees })
    expect(await schedule()).toMatchObject(refused('fee-changed'))
    const { body } = await schedule({ fee: 100, authorization: words({ fee: 100 }) })
    expect(body.payments).toMatchObject([{ total: 6_600, items: [{ fee: 50 }, { fee: 50 }] }])
  })

  test.each([
    ['a payment', { mostPerPayment: 4_999 }, 'Pay $49.99 or less, or pay by card.'],
    [
      'a day',
      { mostPerDay: 6_499 },
      'A bank account can pay $64.99 a day. Pay the rest on another day, or pay by card.',
    ],
  ])('given more than the utility takes for %s, then it is refused with the limit', async (_, limit, detail) => {
    Object.assign(portal.deps.profile, { bankPayments: { ...bankPayments, ...limit } })
    expect((await schedule()).body).toMatchObject({ title: schedulePayment.problems['bank-limit'].title, detail })
  })

  test('given an account that banks returned too many payments of, then it is refused and named', async () => {
    const at = '2026-02-01T00:00:00.000Z'
    const returned = { at, brand: null, state: 'RETURNED', returned: { reason: 'funds', code: 'R01' } } as const
    for (const _ of [1, 2]) await addTestPayment(portal.database.pool, { ...returned, accounts: [shop] })
    const { body } = await schedule()
    expect(body).toMatchObject({ title: schedulePayment.problems['bank-blocked'].title })
    expect(body.detail).toContain(shop)
  })

  test('given a utility that takes none, then it is no payment method', async () => {
    Object.assign(portal.deps.profile, { bankPayments: null })
    expect(await schedule()).toMatchObject(refused('no-such-card'))
    expect((await maria.get('/api/v1/scheduled-payments')).json()).not.toHaveProperty('bankAnswers')
  })
})

test('the page learns when the bank of a debit on each day has answered', async () => {
  const { today, bankAnswers } = (await maria.get('/api/v1/scheduled-payments')).json<ScheduledPayments>()
  expect([today, bankAnswers?.length]).toEqual(['2026-02-10', 180])
  // 02/14 is a Saturday, and Monday is Presidents’ Day.
  expect(bankAnswers?.slice(0, 8)).toEqual([
    '2026-02-19',
    '2026-02-20',
    '2026-02-21',
    '2026-02-24',
    '2026-02-24',
    '2026-02-24',
    '2026-02-24',
    '2026-02-25',
  ])
})
