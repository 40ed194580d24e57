import { randomUUID } from 'node:crypto'
import { type BankHolder, debitAuthorization } from '@portal/contract/bank-accounts'
import { checkoutProblems } from '@portal/contract/checkout-problems'
import { CalendarDate, Instant } from '@portal/contract/dates'
import { english } from '@portal/contract/language'
import { cents } from '@portal/contract/money'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import type { ChargeRequest, ChargeResult, TokenRead } from '../../adapters/payment-gateway/port.ts'
import { emptyReply } from '../../adapters/payment-gateway/port.ts'
import { testBankAccounts, testGateway } from '../../adapters/payment-gateway/testing/test-gateway.ts'
import { emptyTables } from '../../database/testing/empty-tables.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'
import { testClock } from '../../testing/clock.ts'

const account = '4821007391'
const today = CalendarDate.parse('2026-02-10')
const clock = testClock(Instant.parse('2026-02-10T01:00:00.000Z'))

const charges: ChargeRequest[] = []
let read: TokenRead
let answer: ChargeResult
const gateway = testGateway({
  hasReadableTags: false,
  bankAccounts: testBankAccounts,
  readToken: async () => read,
  charge: async (request) => {
    charges.push(request)
    return (await request.named('pi_debit')) ? answer : { outcome: 'notSent', reason: 'not named' }
  },
})

let portal: TestApp
let maria: TestBrowser
beforeAll(async () => {
  portal = await testApp({ clock, gateway, profile: { bankPayments: { credit: 'submission', sourceCode: 'ACH' } } })
  await addTestAccount(portal.database.db, { account, balance: 17_595 })
})
afterAll(async () => portal.close())
beforeEach(async () => {
  await emptyTables(portal.database.db, ['rate_limit', 'checkout', 'email', 'autopay_words'])
  charges.length = 0
  read = {
    outcome: 'readAccount',
    bankName: 'First Hawaiian',
    accountType: 'checking',
    holderType: 'individual',
    lastFour: '6789',
    routingNumber: '110000000',
    fingerprint: 'FP1',
  }
  answer = { outcome: 'processing', reply: { ...emptyReply, tag: 'pi_debit' } }
  maria = await portal.customer({ person: account, username: 'maria', accounts: [account] })
})

/** As the page shows them. */
const words = (holder: BankHolder = 'individual', from = today, amount = cents(17_595)) =>
  debitAuthorization(english, {
    utility: portal.deps.profile.name,
    phone: portal.deps.profile.phones[0]?.number ?? '',
    amount,
    from,
    holder,
    locale: 'en-US',
  })

async function pay(body: object, browser = maria) {
  const key = randomUUID()
  const humanCheck = await browser.solve('checkout', key)
  const bankToken = { bankToken: 'ctoken_typed', accountHolderName: 'Ana Cruz' }
  const asked = { accounts: [{ accountId: account, amount: 17_595 }], humanCheck, bankToken, ...body }
  const reply = await browser.post('/api/v1/checkout', asked, {
    'idempotency-key': key,
    'user-agent': 'Firefox 4111111111111111',
  })
  return { status: reply.statusCode, body: reply.json<Record<string, unknown>>() }
}

const kept = async () =>
  await portal.database.db
    .selectFrom('debit_authorization')
    .innerJoin('autopay_words', 'sha256', 'words_sha256')
    .select(['words', 'accepted_at', 'accepted_from', 'browser'])
    .execute()

describe('given a payer who has read what the button authorizes', () => {
  test.each(['individual', 'company'] as const)(
    'then the words are kept with time, address and browser, and mailed as a copy (%s)',
    async (holder) => {
      const paid = await pay({ authorization: words(holder), confirmationEmail: 'ana@example.com' })
      expect(paid.body).toMatchObject({
        outcome: 'submitted',
        bankAccount: { bankName: 'First Hawaiian', accountType: 'checking', lastFour: '6789' },
      })
      expect(await kept()).toEqual([
        {
          words: words(holder),
          accepted_at: clock.now(),
          accepted_from: expect.stringMatching(/\d/),
          browser: 'Firefox #',
        },
      ])
      const [email] = await portal.database.db.selectFrom('email').select(['kind', 'body_text']).execute()
      expect(email?.kind).toBe('bank-submitted')
      expect(email?.body_text.replaceAll(/\s+/g, ' ')).toContain(words(holder))
    },
  )

  test('then the gateway learns how they were accepted', async () => {
    await pay({ authorization: words() })
    expect(charges).toMatchObject([
      { accepted: { at: clock.now(), from: expect.stringMatching(/\d/), browser: 'Firefox 4111111111111111' } },
    ])
  })
})

test.each([
  ['none', undefined],
  ['of yesterday', () => words('individual', CalendarDate.parse('2026-02-09'))],
  ['about another amount', () => words('individual', today, cents(17_500))],
])('given words that are %s, then nothing is charged, and the page learns what day it is', async (_, shown) => {
  const { status, body } = await pay({ authorization: shown?.() })
  const { title } = checkoutProblems['authorization-changed']
  expect([status, body['title'], body['today']]).toEqual([409, title, today])
  expect([charges, await kept()]).toEqual([[], []])
})

test.each([
  [{ outcome: 'refused', reason: 'used' }, 'bank-entry-unusable'],
  [{ outcome: 'read', brand: 'Visa', lastFour: '4242' }, 'bank-entry-unusable'],
  [{ outcome: 'unavailable', reason: 'away' }, 'bank-service-down'],
] as const)('given a token that is %o, then it is no bank account: %s', async (said, problem) => {
  read = said
  const { status, body } = await pay({ authorization: words() })
  expect([status, body['title']]).toEqual([checkoutProblems[problem].status, checkoutProblems[problem].title])
  expect(charges).toEqual([])
})

test('given an account that can’t be debited, then the payer reads so, and may pay another way', async () => {
  answer = { outcome: 'declined', reply: { ...emptyReply, tag: 'pi_debit', bankCode: 'bank_account_unusable' } }
  const { body } = await pay({ authorization: words() })
  expect(body).toMatchObject({
    outcome: 'declined',
    message: 'Your bank account can’t be debited. Use another bank account, or pay by card.',
  })
})

test('given a clerk, or a utility that takes no bank accounts, then none is taken', async () => {
  const { profile } = portal.deps
  Object.assign(profile, { bankPayments: null })
  const { body } = await pay({ authorization: words() })
  Object.assign(profile, { bankPayments: { credit: 'submission', sourceCode: 'ACH' } })
  expect(body['title']).toBe(checkoutProblems['bank-not-accepted'].title)
  const clerk = await pay({ authorization: words() }, await portal.administrator(4))
  expect(clerk.status).toBeGreaterThanOrEqual(400)
  expect(charges).toEqual([])
})

describe('given a service fee for bank accounts', () => {
  const serviceFees = [{ method: 'bank', channels: ['online'], flat: 50 }]
  beforeEach(() => void Object.assign(portal.deps.profile, { serviceFees }))
  afterEach(() => void Object.assign(portal.deps.profile, { serviceFees: [] }))
  const ofBoth = () => words('individual', today, cents(17_645))

  test('then the payer authorizes both, both are debited, and what is on its way to the account is without it', async () => {
    const { body } = await pay({ authorization: ofBoth(), fee: 50 })
    expect(body).toMatchObject({ outcome: 'submitted', amount: 17_595, fee: 50 })
    expect(charges).toMatchObject([{ amount: 17_645, fee: 50, accounts: [{ amount: 17_595 }] }])
    expect((await kept()).map((each) => each.words)).toEqual([ofBoth()])
    const [row] = (await maria.post('/api/v1/account-summary', {})).json<{ accounts: object[] }>().accounts
    expect(row).toMatchObject({ amount: 0, pendingPayment: { amount: 17_595 } })
  })

  test.each([
    ['no fee', () => ({ authorization: words() }), 'fee-changed'],
    ['the fee, and authorized the bills alone', () => ({ authorization: words(), fee: 50 }), 'authorization-changed'],
  ] as const)('when the payer was shown %s, then nothing is debited', async (_, shown, problem) => {
    const { status, body } = await pay(shown())
    expect([status, body['title']]).toEqual([409, checkoutProblems[problem].title])
    expect(charges).toEqual([])
  })
})
