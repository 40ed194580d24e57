import { randomUUID } from 'node:crypto'
import { beginSecondFactor } from '@portal/contract/admin-sign-in'
import { epochOf } from '@portal/contract/dates'
import { policyReportPath } from '@portal/contract/paths'
import { problemType } from '@portal/contract/problem'
import { listSurvey } from '@portal/contract/survey'
import type { LightMyRequestResponse } from 'fastify'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'
import { addAdmin, password } from '../../testing/administrators.ts'
import { type EnrolledCustomer, enrolCustomer } from '../../testing/people.ts'
import { type LimitName, limits } from './limits.ts'

const mine = '4821007391'
const notEnrolled = '4821007392'
const card = { cardHolderName: 'Maria Cruz', cardNumber: '4111111111111111', validExpDate: '1230', cvv: '123' }
const overall = { username: '', amount: '50.00', mode: '', payment_source: '' }

let portal: TestApp
let maria: EnrolledCustomer
beforeAll(async () => {
  portal = await testApp()
  for (const account of [mine, notEnrolled]) await addTestAccount(portal.database.db, { account, balance: 10_000 })
  maria = await enrolCustomer(portal.deps, { person: mine, username: 'maria' })
  await addAdminWithSecondFactor()
})
beforeEach(() => portal.database.pool.query('delete from rate_limit'))
afterAll(() => portal.close())

async function addAdminWithSecondFactor(): Promise<void> {
  await addAdmin(portal.deps, ben.username)
  const browser = portal.guest()
  await browser.post('/api/v1/login', ben)
  const { secret, proof } = beginSecondFactor.reply.parse(
    (await browser.post('/api/v1/begin-second-factor', {})).json(),
  )
  const code = new TOTP({ secret }).generate({ timestamp: epochOf(portal.deps.clock.now()) })
  const confirmed = await browser.post('/api/v1/confirm-second-factor', { code, proof, password: ben.password })
  expect(confirmed.json()).toMatchObject({ status: 'Success' })
}

type Reply = Promise<LightMyRequestResponse>
type Ask = (browser: TestBrowser) => Reply

/** A client that makes the same call again and again in the same browser. */
interface Case {
  who: 'guest' | 'customer' | 'clerk' | 'agent' | 'editor'
  ask: Ask
}

const post =
  (call: string, body: object): Ask =>
  async (browser) =>
    await browser.post(`/api/v1/${call}`, body)

const find =
  (postal: string): Ask =>
  async (guest) => {
    const humanCheck = await guest.solve('account')
    return await guest.post('/api/v1/validate-account', { accountId: mine, division: 'GWA', postal, humanCheck })
  }

const checkOut: Ask = async (browser) => {
  const key = randomUUID()
  const humanCheck = await browser.solve('checkout', key)
  const accounts = [{ accountId: mine, amount: 100 }]
  const body = { accounts, card: { ...card, billingZipCode: '96913' }, humanCheck }
  return await browser.post('/api/v1/checkout', body, { 'idempotency-key': key })
}

const recover =
  (answer: object): Ask =>
  async (guest) => {
    const asked = { accountId: mine, division: 'GWA', username: 'maria' }
    const found = await guest.post('/api/v1/forgot-password', asked)
    const { result } = z.object({ result: z.object({ personId: z.string() }) }).parse(found.json())
    return await guest.post('/api/v1/send-email-forgot-password', { ...result, ...answer })
  }

const tryZip: Ask = async (guest) => {
  await guest.post('/api/v1/check-account-number', { accountId: notEnrolled, division: 'GWA' })
  return await guest.post('/api/v1/validate-zip', { accountId: notEnrolled, postal: '11111' })
}

/** Sends the first possible answer of each question, because any other text is refused without being counted. */
const answerSurvey: Ask = async (browser) => {
  const { surveyList } = listSurvey.reply.parse((await browser.get('/api/v1/get-list-survey')).json()).result
  const answers = surveyList.map(({ sequence, possibleAnswers }): [string, string] => [
    `surveyAns${sequence}`,
    possibleAnswers[0]?.value ?? 'Good water',
  ])
  const submission = { personId: mine, username: 'maria', fullName: 'Cruz, Maria', ...Object.fromEntries(answers) }
  return await browser.post('/api/v1/submit-survey', submission)
}

const openSession: Ask = async (guest) => await guest.get('/api/v1/human-check?purpose=account')
const signIn = post('user-login', { userName: 'nobody', password: 'wrong' })
const logIn = post('login', { username: 'ana', password: 'wrong' })
const ben = { username: 'ben', password }
const draft = post('save-overall-payment', overall)
const note = post('insert-transaction-logs', { transaction_logs: 'note' })
const ticket = { cis_division: 'GWA', personId: mine, emailAddress: 'm@example.com', fullName: 'Maria Cruz' }
const repeatMessage = post('customer-messages/send-again', { personId: mine, source: 'email', id: 1 })
const details = { emailAddress: 'm@example.com', home: '671-555-0101', mobile: '', work: '', CharacteristicValue: '1' }
const signUp = {
  personId: randomUUID(),
  username: 'newcomer',
  password: 'Talofofo-1671',
  email_address: 'm@example.com',
  security_question_val: '1',
  security_answer: 'Tasi',
  home_number: '671-555-0101',
}
const saved = { cardToken: { token: 'typed', cardHolderName: 'Maria Cruz', billingZipCode: '96913' } }
const link = { billId: '000000000001', user: mine, id: '1700000000000', signature: 'made-up' }

/**
 * Every limit with a call that it stops. `refusedCallsPerAdmin` and `repliesPerNumber` stop none: they keep the audit log and
 * staff's list from being filled.
 */
const cases: Readonly<Record<Exclude<LimitName, 'refusedCallsPerAdmin' | 'repliesPerNumber'>, Case>> = {
  guestSessionsPerAddress: { who: 'guest', ask: async () => await openSession(portal.guest()) },
  policyReportsPerAddress: {
    who: 'guest',
    ask: async (guest) => await guest.post(policyReportPath, '{}', { 'content-type': 'application/csp-report' }),
  },
  humanChecksPerAddress: { who: 'guest', ask: openSession },
  wrongLookUpsPerAddress: { who: 'guest', ask: find('96913') },
  wrongLookUpsPerAccount: { who: 'guest', ask: find('11111') },
  checkoutsPerSession: { who: 'customer', ask: checkOut },
  checkoutsPerAccount: { who: 'customer', ask: checkOut },
  checkoutsPerAddress: { who: 'customer', ask: checkOut },
  checkoutsPerAdmin: { who: 'clerk', ask: checkOut },
  refusedPaymentsPerAddress: {
    who: 'guest',
    ask: async (guest) => {
      await openSession(guest)
      const body = { accounts: [{ accountId: mine, amount: 100 }], card: { ...card, billingZipCode: '96913' } }
      const key = { 'idempotency-key': randomUUID() }
      return await guest.post('/api/v1/checkout', { ...body, humanCheck: 'made-up' }, key)
    },
  },
  confirmationsPerSession: {
    who: 'customer',
    ask: post('checkout/7d1c8a52-4f5e-4f1e-9a53-0d8f0e8a6c11/continue', {}),
  },
  bankAnswersPerAddress: {
    who: 'guest',
    ask: post('checkout/7d1c8a52-4f5e-4f1e-9a53-0d8f0e8a6c11/cancel', {}),
  },
  cardSavingsPerCustomer: { who: 'customer', ask: post('saved-cards', saved) },
  cardSavingsPerAddress: { who: 'customer', ask: post('saved-cards', saved) },
  cardConfirmationsPerCustomer: { who: 'customer', ask: post('saved-cards/finish', { saving: 1 }) },
  cardChangesPerCustomer: { who: 'customer', ask: post('saved-cards/1/remove', {}) },
  scheduleChangesPerCustomer: { who: 'customer', ask: post('scheduled-payments/1/cancel', {}) },
  codesPerAddress: { who: 'customer', ask: post('notifications/code', { channel: 'email' }) },
  codesPerCustomer: { who: 'customer', ask: post('notifications/code', { channel: 'email' }) },
  proofsPerCustomer: { who: 'customer', ask: post('notifications/confirm', { channel: 'email', code: '000000' }) },
  notificationChoicesPerCustomer: {
    who: 'customer',
    ask: post('notifications', { accountId: mine, kind: 'billReady', channel: 'email', isOn: false }),
  },
  testMessagesPerCustomer: { who: 'customer', ask: post('notifications/test', { channel: 'email' }) },
  wrongStopLinksPerAddress: { who: 'guest', ask: post('notifications/stop', { token: 'made-up' }) },
  autopayChangesPerCustomer: { who: 'customer', ask: post('autopay/1/end', {}) },
  phoneLookUpsPerAdmin: { who: 'clerk', ask: post('phoned-in-accounts', { accountIds: [mine] }) },
  customerSearchesPerAdmin: { who: 'agent', ask: post('search-web-user', { accountId: mine, division: 'GWA' }) },
  passwordResetsPerAdmin: {
    who: 'agent',
    ask: post('password-reset', { personId: notEnrolled, password: 'Sumay-1898' }),
  },
  messageListsPerAdmin: { who: 'agent', ask: post('customer-messages', { personId: mine }) },
  repeatsPerAdmin: { who: 'agent', ask: repeatMessage },
  repeatsPerCustomer: { who: 'agent', ask: repeatMessage },
  recipientCountsPerAdmin: {
    who: 'editor',
    ask: async (editor) => await editor.get('/api/v1/broadcasts/1/recipients'),
  },
  testBroadcastsPerAdmin: { who: 'editor', ask: post('broadcasts/1/test', {}) },
  receiptsPerAdmin: { who: 'agent', ask: post('send-receipt', { id: 987_654, email: 'payer@example.com' }) },
  draftsPerSession: { who: 'customer', ask: draft },
  draftsPerAddress: { who: 'customer', ask: draft },
  clientNotesPerSession: { who: 'customer', ask: note },
  clientNotesPerAddress: { who: 'customer', ask: note },
  failedSignInsPerAddress: { who: 'guest', ask: signIn },
  failedSignInsPerName: { who: 'guest', ask: signIn },
  recoveriesPerAddress: { who: 'guest', ask: post('forgot-username', { ...ticket, division: 'GWA', accountId: mine }) },
  wrongRecoveriesPerAccount: {
    who: 'guest',
    ask: post('forgot-password', { accountId: mine, division: 'GWA', username: 'nobody' }),
  },
  wrongAnswersPerCustomer: { who: 'guest', ask: recover({ answer: 'wrong' }) },
  recoveryEmailsPerCustomer: { who: 'guest', ask: recover({ emailInstead: true }) },
  passwordLinksPerAddress: { who: 'guest', ask: post('check-password-link', { token: 'made-up' }) },
  failedAdminSignInsPerAddress: { who: 'guest', ask: logIn },
  wrongAdminSignInsPerName: { who: 'guest', ask: logIn },
  wrongCodesPerAdmin: { who: 'guest', ask: post('login', { ...ben, code: '000000' }) },
  billLinksPerAddress: { who: 'guest', ask: post('view-linked-bill', link) },
  surveysPerCustomer: { who: 'customer', ask: answerSurvey },
  ticketsPerCustomer: {
    who: 'customer',
    ask: post('help-and-support', { ...ticket, contactType: 'COMPLAINT', message: 'Hello' }),
  },
  enrollmentLookUpsPerAddress: {
    who: 'guest',
    ask: post('check-account-number', { accountId: notEnrolled, division: 'GWA' }),
  },
  wrongZipsPerAccount: { who: 'guest', ask: tryZip },
  wrongZipsPerAddress: { who: 'guest', ask: tryZip },
  usernameChecksPerAddress: { who: 'guest', ask: post('check-username', { username: 'newcomer' }) },
  signUpsPerAddress: { who: 'guest', ask: post('sign-up-user', signUp) },
  detailEditsPerCustomer: {
    who: 'customer',
    ask: post('update-user-details', { personId: mine, accountId: mine, ...details }),
  },
}

async function browserOf(who: Case['who']): Promise<TestBrowser> {
  if (who === 'guest') return portal.guest()
  if (who === 'customer') return await portal.customer({ person: maria.personId, accounts: [mine] })
  if (who === 'editor') return await portal.administrator(6)
  if (who === 'agent') return await portal.administrator(4)
  const clerk = await portal.administrator(3)
  await clerk.post('/api/v1/phoned-in-accounts', { accountIds: [mine] })
  return clerk
}

describe.each(Object.entries(cases))('%s', (name, { who, ask }) => {
  test('stops its call, says how long to wait, and stops nothing before it is used up', async () => {
    const browser = await browserOf(who)
    expect((await ask(browser)).statusCode).not.toBe(429)
    const useUp = `update rate_limit set points = 1000000 where key like $1`
    expect((await portal.database.pool.query(useUp, [`${name}:%`])).rowCount).toBeGreaterThan(0)

    const refused = await ask(browser)
    expect(refused.statusCode).toBe(429)
    expect(refused.json().type).toBe(problemType('too-many-tries'))
    const wait = Number(refused.headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(limits[name as LimitName].seconds)
  })
})

test('calls of another level are recorded up to their limit, and beyond it they are still refused', async () => {
  const news = await portal.administrator(6)
  const entries = async () =>
    (await portal.database.pool.query("select from audit_entry where action = 'admin-refused'")).rowCount
  const before = (await entries()) ?? 0
  expect((await news.get('/api/v1/users')).statusCode).toBe(403)
  expect(await entries()).toBe(before + 1)
  await portal.database.pool.query("update rate_limit set points = 1000000 where key like 'refusedCallsPerAdmin:%'")
  expect((await news.get('/api/v1/users')).statusCode).toBe(403)
  expect(await entries()).toBe(before + 1)
})
