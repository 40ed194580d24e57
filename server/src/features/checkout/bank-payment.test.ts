import type { UserDetails } from '@portal/contract/account-summary'
import { depositMessages } from '@portal/contract/bank-payments'
import { Instant, later } from '@portal/contract/dates'
import { cents } from '@portal/contract/money'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import type { BankAccounts, Deposited, VerifyResult } from '../../adapters/payment-gateway/port-bank-accounts.ts'
import { type ChargeResult, emptyReply, type InquiryAnswer } from '../../adapters/payment-gateway/port.ts'
import { testGateway } from '../../adapters/payment-gateway/testing/test-gateway.ts'
import { emptyTables } from '../../database/testing/empty-tables.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'
import { takePayment } from '../../payments/charge/take-payment.ts'
import { makeEngine } from '../../payments/engine.ts'
import { postingLoop } from '../../payments/posting/post-to-billing.ts'
import { resolveLoop } from '../../payments/recovery/resolve-unknown.ts'
import { charged, intentFor } from '../../payments/testing/engine-world.ts'
import { testClock } from '../../testing/clock.ts'

const account = '4821007391'
const tag = 'pi_BANKPAYMENT'
const never = new AbortController().signal
const clock = testClock(Instant.parse('2026-02-10T01:00:00.000Z'))
const day = 86_400_000

const bank = {
  bankName: 'First Hawaiian',
  accountType: 'checking',
  holderType: 'individual',
  lastFour: '6789',
  routingNumber: '110000000',
  fingerprint: 'FP1',
} as const
const reply = { ...emptyReply, tag }

let books: InquiryAnswer
let verified: VerifyResult
let canceled: Awaited<ReturnType<BankAccounts['cancel']>>
const asked: Deposited[] = []
const cancels: string[] = []
const gateway = testGateway({
  hasReadableTags: false,
  inquire: async () => books,
  bankAccounts: {
    answersBy: (sentAt) => later(sentAt, 4 * day),
    debitsAbout: (sentAt) => later(sentAt, day),
    refusedFor: () => 'bank_refused',
    verify: async (_tag, deposited) => {
      asked.push(deposited)
      return verified
    },
    cancel: async (of) => {
      cancels.push(of)
      return canceled
    },
  },
})

let portal: TestApp
let guest: TestBrowser
beforeAll(async () => {
  portal = await testApp({
    clock,
    gateway,
    profile: { bankPayments: { credit: 'submission', sourceCode: 'ACH' } },
  })
  await addTestAccount(portal.database.db, { account, balance: 8_053 })
})
afterAll(async () => portal.close())
beforeEach(async () => {
  await emptyTables(portal.database.db, ['rate_limit', 'checkout', 'email'])
  asked.length = 0
  cancels.length = 0
  books = { outcome: 'unavailable', reason: 'the test has not said' }
  verified = { outcome: 'verified' }
  canceled = { outcome: 'canceled' }
  guest = portal.guest()
})

const arriveOn = later(clock.now(), 2 * day)
const verifying = (kind: 'code' | 'amounts' = 'code'): ChargeResult => ({
  outcome: 'verifying',
  reply,
  deposits: { arriveOn, kind },
})

/** @returns its address, as in the emails */
async function pay(result: ChargeResult, paidBy: string | null = null): Promise<string> {
  const engine = makeEngine(portal.deps)
  const intent = intentFor(engine, [account], {
    paidBy,
    brand: null,
    bank: { ...bank, credit: portal.deps.profile.bankPayments?.credit ?? 'settlement' },
    lastFour: bank.lastFour,
    cardHolder: 'Ana Cruz',
    sourceCode: 'ACH',
  })
  await takePayment(
    { ...engine, gateway: { ...gateway, charge: async () => result } },
    intent,
    { bankToken: 'c' },
    null,
  )
  await postingLoop(engine).run(never)
  return `/api/v1/checkout/${intent.publicId}`
}

const purchase = (status: 'error' | 'declined' | 'approved'): InquiryAnswer => ({
  outcome: 'found',
  isFinal: true,
  transactions: [{ tag, reference: '', amount: cents(4_250), kind: 'purchase', status, authorization: null, at: '' }],
})

/** What the gateway has said is recorded by the inquiries, which run beside. */
async function whileInquiring(call: () => Promise<{ statusCode: number; json: () => unknown }>) {
  const told = call()
  await vi.waitUntil(async () => (await resolveLoop(makeEngine(portal.deps)).run(never)) === 1, { timeout: 10_000 })
  clock.advance(1_000)
  const { statusCode, json } = await told
  return { status: statusCode, body: json() }
}

async function emails() {
  const rows = await portal.database.db.selectFrom('email').select(['kind', 'body_text']).orderBy('id').execute()
  return rows.map(({ kind, body_text: text }) => ({ kind, text }))
}

const kinds = async () => (await emails()).map(({ kind }) => kind)

async function attempt() {
  return await portal.database.db
    .selectFrom('charge_attempt')
    .select(['state', 'deposit_tries'])
    .executeTakeFirstOrThrow()
}

describe('given the link of an email about a bank payment', () => {
  test('then it opens in any browser, without names, accounts and addresses', async () => {
    const link = await pay(verifying())
    const { body_text: text } = await portal.database.db
      .selectFrom('email')
      .select('body_text')
      .executeTakeFirstOrThrow()
    expect(text).toContain(`/payment-result?id=${link.split('/').at(-1)}`)
    const seen = await guest.get(link)
    expect(seen.json()).toMatchObject({
      outcome: 'verifying',
      amount: 4_250,
      bankAccount: { bankName: 'First Hawaiian', lastFour: '6789' },
      cardHolderName: 'An* Cr**',
      confirmationEmail: 'm***a@example.com',
      accounts: [],
      bank: { deposits: { kind: 'code', triesLeft: 10, answerBy: later(clock.now(), 10 * day) } },
    })
    expect(seen.body).not.toContain(account)
    expect(seen.body).not.toContain('110000000')
  })

  test('when a scanner opens it, then nothing happens', async () => {
    const link = await pay(verifying())
    await guest.get(link)
    await guest.post(`${link}/continue`, {})
    expect([asked, cancels, await kinds()]).toEqual([[], [], ['bank-verify']])
    expect(await attempt()).toEqual({ state: 'VERIFYING', deposit_tries: 0 })
  })

  test('then a customer reads their own payment in full, in any later session, and another customer does not', async () => {
    const link = await pay(verifying(), 'maria')
    const maria = await portal.customer({ person: account, username: 'maria', accounts: [account] })
    expect((await maria.get(link)).json()).toMatchObject({
      cardHolderName: 'Ana Cruz',
      accounts: [{ accountId: account }],
    })
    const juan = await portal.customer({ person: '4821007399', username: 'juan', accounts: [account] })
    expect((await juan.get(link)).json()).toMatchObject({ cardHolderName: 'An* Cr**', accounts: [] })
    expect((await maria.get('/api/v1/bank-payments/unverified')).json()).toMatchObject({
      payments: [{ checkout: link.split('/').at(-1), amount: 4_250, verifyBy: later(clock.now(), 10 * day) }],
    })
    expect((await juan.get('/api/v1/bank-payments/unverified')).json()).toEqual({ payments: [] })
    await addTestAccount(portal.database.db, { account: '4821007399' })
    const isTold = async (browser: TestBrowser, personId: string) =>
      (await browser.post('/api/v1/user-details', { personId })).json<{ result: UserDetails }>().result
        .isPaymentUnverified
    expect(await isTold(maria, account)).toBe(true)
    expect(await isTold(juan, '4821007399')).toBe(false)
  })

  test('then a payment by card opens for its payer alone, and can’t be canceled by anyone', async () => {
    const engine = makeEngine(portal.deps)
    const intent = intentFor(engine, [account])
    await takePayment(
      { ...engine, gateway: { ...gateway, charge: async () => charged('pi_CARD') } },
      intent,
      { bankToken: 'c' },
      null,
    )
    const link = `/api/v1/checkout/${intent.publicId}`
    expect((await guest.get(link)).statusCode).toBe(404)
    expect((await guest.post(`${link}/cancel`, {})).statusCode).toBe(404)
    expect(cancels).toEqual([])
  })
})

describe('given an account to verify', () => {
  test('when the code is right, then the payment is submitted, once, however often it is sent', async () => {
    const link = await pay(verifying())
    books = { outcome: 'processing', tag }
    const first = await whileInquiring(async () => await guest.post(`${link}/verify`, { code: ' sm11 aa' }))
    expect(first).toMatchObject({ status: 200, body: { outcome: 'submitted', bank: { isCredited: true } } })
    const again = await guest.post(`${link}/verify`, { code: 'SM11AA' })
    expect(again.json()).toMatchObject({ outcome: 'submitted' })
    expect(asked).toEqual([{ code: 'SM11AA' }])
    expect(await kinds()).toEqual(['bank-verify', 'bank-submitted'])
  })

  test('when it was verified a moment before, in another window, then this one reads the same', async () => {
    const link = await pay(verifying())
    verified = { outcome: 'failed' }
    books = { outcome: 'processing', tag }
    const told = await whileInquiring(async () => await guest.post(`${link}/verify`, { code: 'SM11AA' }))
    expect(told).toMatchObject({ status: 200, body: { outcome: 'submitted' } })
  })

  test('when the code is wrong, then the payer reads how many tries are left', async () => {
    const link = await pay(verifying())
    verified = { outcome: 'wrong' }
    expect((await guest.post(`${link}/verify`, { code: 'SM22BB' })).json()).toMatchObject({
      status: 409,
      detail: 'You have 9 tries left.',
    })
    expect((await guest.get(link)).json()).toMatchObject({ bank: { deposits: { triesLeft: 9 } } })
  })

  test('when someone sends twenty guesses together, then no more get through than there are tries, and it ends', async () => {
    const link = await pay(verifying())
    verified = { outcome: 'wrong' }
    books = purchase('error')
    const guesses = Array.from({ length: 20 }, async (_, nth) =>
      guest.post(`${link}/verify`, { code: `SM${1_000 + nth}` }),
    )
    await vi.waitUntil(async () => (await resolveLoop(makeEngine(portal.deps)).run(never)) === 1, { timeout: 10_000 })
    clock.advance(1_000)
    const answers = await Promise.all(guesses)
    expect(asked).toHaveLength(10)
    expect(answers.every(({ statusCode }) => statusCode === 409)).toBe(true)
    expect(cancels).toEqual([tag])
    expect(await attempt()).toEqual({ state: 'NOT_CHARGED', deposit_tries: 10 })
    expect(await kinds()).toEqual(['bank-verify', 'bank-canceled'])
    expect((await guest.post(`${link}/verify`, { code: 'SM11AA' })).json()).toMatchObject({
      title: 'This payment isn’t waiting for a bank account to be verified.',
    })
  })

  test('when the gateway allows no other try, then it ends, and nothing was charged', async () => {
    const link = await pay(verifying('amounts'))
    verified = { outcome: 'failed' }
    books = purchase('declined')
    const told = await whileInquiring(async () => await guest.post(`${link}/verify`, { amounts: [10, 11] }))
    expect(told).toMatchObject({ status: 409, body: { title: expect.stringContaining('Nothing was charged') } })
    expect((await guest.get(link)).json()).toMatchObject({ outcome: 'declined' })
    expect((await emails()).at(-1)?.text).toContain('Your bank account could not be verified')
  })

  test('when the gateway is away, then no try is lost', async () => {
    const link = await pay(verifying())
    verified = { outcome: 'unavailable', reason: 'away' }
    expect((await guest.post(`${link}/verify`, { code: 'SM11AA' })).statusCode).toBe(503)
    expect(await attempt()).toEqual({ state: 'VERIFYING', deposit_tries: 0 })
  })

  test.each([
    ['code', { code: 'SM1' }, depositMessages.code],
    ['code', { amounts: [32, 45] }, depositMessages.code],
    ['amounts', { amounts: [32, 100] }, depositMessages.amount],
    ['amounts', { code: 'SM11AA' }, depositMessages.amount],
  ] as const)('of deposits with %s, %o is refused before it counts', async (kind, body, message) => {
    const link = await pay(verifying(kind))
    const refused = await guest.post(`${link}/verify`, body)
    expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining(message)])
    expect(asked).toEqual([])
  })

  test('after ten days, no answer counts', async () => {
    const link = await pay(verifying())
    clock.advance(10 * day)
    const refused = await guest.post(`${link}/verify`, { code: 'SM11AA' })
    expect(refused.json()).toMatchObject({ title: expect.stringContaining('anymore') })
    expect(asked).toEqual([])
  })
})

describe('given a payer who cancels', () => {
  const processing: ChargeResult = { outcome: 'processing', reply }

  test.each([
    ['VERIFYING', verifying()],
    ['PROCESSING', processing],
  ] as const)('a payment that is %s, then nothing is debited, and it stays so', async (_state, result) => {
    const link = await pay(result)
    books = purchase('error')
    const told = await whileInquiring(async () => await guest.post(`${link}/cancel`, {}))
    expect(told).toMatchObject({ status: 200, body: { outcome: 'serverFailed' } })
    expect((await guest.post(`${link}/cancel`, {})).json()).toMatchObject({ outcome: 'serverFailed' })
    expect(cancels).toEqual([tag])
    const last = (await emails()).at(-1)
    expect(last?.kind).toBe('bank-canceled')
    expect(last?.text).toContain('was canceled before it reached your bank')
  })

  test('when the bank has it, then the answer is that it runs', async () => {
    const link = await pay(processing)
    canceled = { outcome: 'tooLate' }
    books = { outcome: 'processing', tag }
    const refused = await guest.post(`${link}/cancel`, {})
    expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('too late')])
    expect((await attempt()).state).toBe('PROCESSING')
  })

  test('when the gateway had canceled it, and the answer was lost, then it is canceled', async () => {
    const link = await pay(processing)
    canceled = { outcome: 'tooLate' }
    books = purchase('error')
    const told = await whileInquiring(async () => await guest.post(`${link}/cancel`, {}))
    expect(told).toMatchObject({ status: 200, body: { outcome: 'serverFailed' } })
  })

  test('when the gateway does not answer, then nothing is claimed', async () => {
    const link = await pay(processing)
    canceled = { outcome: 'unknown', reason: 'timeout' }
    expect((await guest.post(`${link}/cancel`, {})).statusCode).toBe(503)
    expect((await attempt()).state).toBe('PROCESSING')
  })
})

test.each([
  ['VERIFYING', verifying(), { standing: 'verifying' }],
  ['PROCESSING', { outcome: 'processing', reply } satisfies ChargeResult, { standing: 'submitted' }],
] as const)(
  'the history of an account names a payment that is %s as that, and opens it for its payer',
  async (...given) => {
    const [, result, bankWords] = given
    const link = await pay(result, 'maria')
    const checkout = link.split('/').at(-1)
    const history = async (username: string, person: string) => {
      const customer = await portal.customer({ person, username, accounts: [account] })
      const listed = await customer.post('/api/v1/payment-history', { accountId: account })
      return listed.json<{ result: { bank?: object }[] }>().result.find(({ bank: found }) => found)
    }
    expect(await history('maria', account)).toMatchObject({ TotalAmount: '-42.50', bank: { ...bankWords, checkout } })
    expect(await history('juan', '4821007399')).toMatchObject({ bank: { ...bankWords, checkout: null } })
  },
)
