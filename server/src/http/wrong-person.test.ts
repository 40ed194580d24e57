import { randomUUID } from 'node:crypto'
import { readAgreementWords } from '@portal/contract/autopay'
import { dateIn, daysAfter } from '@portal/contract/dates'
import { AccountNumber } from '@portal/contract/ids'
import { stepwiseTexts } from '@portal/contract/stepwise-payments'
import { allCalls } from '@portal/contract/testing/all-calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { addTestAccount } from '../adapters/billing-system/ledger/testing/ledger.ts'
import { testCards } from '../adapters/payment-gateway/testing/test-cards.ts'
import { testGateway } from '../adapters/payment-gateway/testing/test-gateway.ts'
import { addTestPayment } from '../payments/testing/payments.ts'
import { testClock } from '../testing/clock.ts'
import { enrolCustomer } from '../testing/people.ts'
import { type TestApp, type TestBrowser, testApp } from './testing/app.ts'
import { fieldsNamingSomebody } from './testing/naming-fields.ts'

/**
 * Every call that a signed-in customer may make and that names a person, an account, a bill or a payment, found in the
 * contract: about their own it does something, about somebody else's the same call is refused.
 */

/** The things that belong to somebody. */
interface Belongings {
  person: string
  account: string
  bill: string
  /** A payment that has begun, and its one account. */
  overall: string
  individual: string
  /** A payment that has been made. */
  checkout: string
  receipt: string
  card: number
  /** The hash of the words of AutoPay. */
  words: string
  /** A payment scheduled with the card. */
  schedule: number
}

/** How to make a call about `their` things. */
interface Named {
  params?: (their: Belongings) => Record<string, unknown>
  body?: (their: Belongings) => Record<string, unknown>
  /** The call needs a solved human check and a key of its own. */
  isCheckout?: true
  /** The answer about somebody else's things, where that is a text (R4). */
  refusal?: string
  /**
   * Fields that the server ignores: with somebody else's value in them, the answer is still about the caller's own
   * things.
   */
  unread?: readonly string[]
}

const password = 'Talofofo-1671'
const answers = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`surveyAns${index + 1}`, 'S']))
const person = ({ person: personId }: Belongings): { personId: string } => ({ personId })
const account = ({ account: accountId }: Belongings): { accountId: string } => ({ accountId })
const whose = (their: Belongings) => ({ ...person(their), ...account(their) })
const survey = (their: Belongings) => ({ ...person(their), username: 'x', fullName: 'Cruz, Maria', ...answers })
const ticket = (their: Belongings) => ({
  ...whose(their),
  cis_division: 'GWA',
  emailAddress: 'm@example.com',
  fullName: 'Maria Cruz',
  contactType: 'COMPLAINT',
  message: 'Hello',
})
const details = { emailAddress: 'm@example.com', home: '671-555-0101', mobile: '', work: '', CharacteristicValue: '1' }
const refusal = stepwiseTexts.noSuchPayment
const posting = (their: Belongings) => ({
  ...account(their),
  overall_id: their.overall,
  individual_id: their.individual,
  amount: '50.00',
  method: 'PG001',
  cardCharge: '0.00',
  receiptNum: their.receipt,
})
const terms = ({ card: savedCardId }: Pick<Belongings, 'card'>) => ({
  savedCardId,
  day: { rule: 'dueDate', number: 0 },
  most: null,
  endsOn: null,
})
const update = { transaction_tag: '', pay_eezy_seq_num: '', auth_no: '', ccb_status: '1', receipt: '' }
const card = { amount: '50.00', card_num: '4111111111111111', exp_date: '1235', card_holder: 'Maria Cruz', CAVV: '123' }
const order = (their: Pick<Belongings, 'account' | 'card'>) => ({
  payOn: soon,
  savedMethod: their.card,
  accounts: [{ accountId: their.account, amount: 5000 }],
})
const wish = {
  cardHolderName: 'Maria Cruz',
  cardNumber: '4111111111111111',
  validExpDate: '1235',
  cvv: '123',
  billingZipCode: '96913',
}

/** Every call with such a field, by its name in the contract. */
const calls: Readonly<Record<string, Named>> = {
  updateUserPassword: { body: (their) => ({ ...person(their), oldPassword: password, password: 'Sumay-1898' }) },
  readUserDetails: { body: whose },
  readLatestBill: { body: account },
  listBills: { body: account },
  readConsumption: { body: account },
  viewBill: { body: (their) => ({ billId: their.bill }) },
  readBillImage: { body: (their) => ({ billId: their.bill }) },
  readPaymentHistory: { body: account },
  chooseNotification: { body: (their) => ({ ...account(their), kind: 'billReady', channel: 'email', isOn: false }) },
  choosePaperless: { body: (their) => ({ ...account(their), isOn: true }) },
  validateTender: { body: (their) => ({ ...account(their), tenderType: 'CCV' }) },
  readAccountToPay: { body: account },
  submitSurvey: { body: survey },
  submitSurveyAsSpelt: { body: survey },
  sendTicket: { body: ticket },
  readOtherDetails: { body: (their) => ({ transactionType: 'READ', PersonID: their.person }) },
  readPremiseInfo: { body: account },
  readDetailsToEdit: { body: (their) => ({ ...person(their), ...account(their), division: 'GWA' }) },
  updateUserDetails: { body: (their) => ({ ...person(their), ...account(their), ...details }) },
  startCheckout: {
    body: (their) => ({ accounts: [{ ...account(their), amount: 5000 }], card: wish }),
    isCheckout: true,
  },
  continueCheckout: { params: ({ checkout }) => ({ publicId: checkout }), body: () => ({}) },
  readCheckout: { params: ({ checkout }) => ({ publicId: checkout }) },
  savePayment: {
    body: (their) => ({ overall_id: their.overall, account_number: their.account, amount: '50.00', paid_by: '' }),
    refusal: '"status":"False"',
  },
  payeezy: {
    body: (their) => ({ ...card, custome_ref: their.overall, payment_count: 'SINGLE', zip_code: '96913' }),
    refusal,
  },
  confirmEmail: { body: (their) => ({ receiptNum: their.receipt, email: 'a@example.com' }), refusal },
  makePayment: { body: posting, refusal, unread: ['accountId', 'receiptNum', 'overall_id'] },
  updateOverallPayment: { body: (their) => ({ ...update, overAllId: their.overall }), refusal },
  schedulePayment: { body: (their) => ({ ...order(their), key: randomUUID() }) },
  changeScheduledPayment: { params: ({ schedule }) => ({ id: schedule }), body: order },
  readAgreementWords: { body: (their) => ({ ...account(their), terms: terms(their) }) },
  acceptAutopay: {
    body: (their) => ({ ...account(their), terms: terms(their), words: { sha256: their.words } }),
  },
  updatePayment: { body: (their) => ({ indivId: their.individual, status: 'PAID', receipt: '' }), refusal },
}

const fields = fieldsNamingSomebody(allCalls)

const clock = testClock()
const soon = daysAfter(dateIn('UTC', clock.now()), 10)
let portal: TestApp
let made = 0
beforeAll(async () => {
  portal = await testApp({ clock, gateway: testGateway({ savedMethods: testCards() }) })
})
beforeEach(() => portal.database.pool.query('delete from rate_limit'))
afterAll(() => portal.close())

test('every call that names something of a person is tried here, and no other', () => {
  expect(Object.keys(calls).toSorted()).toEqual([...new Set(fields.map(({ call }) => call))].toSorted())
})

describe.each(fields)('$call', ({ call, field }) => {
  test(`does something about one's own, and refuses somebody else's ${field}`, async () => {
    const [maria, neighbor] = [await somebody(), await somebody()]
    const named = calls[call]
    if (!named) throw new Error(`${call} is not tried here`)
    const own = partsOf(named, maria.belongings)
    const others = partsOf(named, neighbor.belongings)
    const mixed = structuredClone(own)
    put(mixed, field.split(' '), others)

    const about = {
      own: await ask(maria.browser, call, named, own),
      others: await ask(maria.browser, call, named, mixed),
    }
    expect(isRefusal(about.own, named)).toBe(false)
    if (named.unread?.includes(field.split(' ').at(-1) ?? '')) expect(about.others.body).toBe(about.own.body)
    else expect(isRefusal(about.others, named)).toBe(true)
  })
})

type Reply = Pick<Awaited<ReturnType<TestBrowser['post']>>, 'statusCode' | 'body'>
type Parts = Record<'params' | 'body', Record<string, unknown>>

function partsOf({ params, body }: Named, their: Belongings): Parts {
  return { params: params?.(their) ?? {}, body: body?.(their) ?? {} }
}

/** Copies the value at that path from `source` to `target`. */
function put(target: object, [name = '', ...rest]: readonly string[], source: object): void {
  const [inTarget, inSource]: unknown[] = [Reflect.get(target, name), Reflect.get(source, name)]
  if (rest.length === 0) {
    expect(inSource).toBeDefined()
    Reflect.set(target, name, inSource)
  } else if (isObject(inTarget) && isObject(inSource)) put(inTarget, rest, inSource)
  else throw new Error(`There is no ${name}`)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

async function ask(browser: TestBrowser, name: string, named: Named, { params, body }: Parts): Promise<Reply> {
  const call = Object.entries(allCalls).find(([each]) => each === name)?.[1]
  if (!call) throw new Error(`There is no call ${name}`)
  const path = call.path.replaceAll(/:(\w+)/g, (_, parameter: string) => String(params[parameter]))
  const key = randomUUID()
  const checked = named.isCheckout ? { ...body, humanCheck: await browser.solve('checkout', key) } : body
  return call.method === 'GET' ? await browser.get(path) : await browser.post(path, checked, { 'idempotency-key': key })
}

function isRefusal({ statusCode, body }: Reply, { refusal: words }: Named): boolean {
  if (words !== undefined) return body.includes(words)
  expect([200, 403, 404]).toContain(statusCode)
  return statusCode !== 200
}

/** A signed-in customer with an account, a bill, a payment that has begun and one that was made. */
async function somebody(): Promise<{ browser: TestBrowser; belongings: Belongings }> {
  made += 1
  const { db, pool } = portal.database
  const number = AccountNumber.parse(String(4_821_000_000 + made))
  await addTestAccount(db, { account: number })
  await pool.query("insert into bill_image (bill_id, sha256, pdf) values ($1, '', '')", [`${number}01`])
  await enrolCustomer(portal.deps, { person: number })
  const browser = await portal.customer({ person: number, accounts: [number] })
  const begun = await browser.post('/api/v1/save-overall-payment', { amount: '50.00' })
  const { overallId } = z.object({ overallId: z.string() }).parse(begun.json())
  const saved = { overall_id: overallId, account_number: number, amount: '50.00' }
  const { indivId } = z
    .object({ indivId: z.string() })
    .parse((await browser.post('/api/v1/save-payment', saved)).json())
  const tag = String(700_000 + made)
  const paid = await addTestPayment(pool, { at: '2026-01-05T00:00:00Z', accounts: [number], tag })
  const { rows } = await pool.query<{ public_id: string }>(
    `update checkout set session_id = (select max(id) from session where kind = 'customer') where id = $1
     returning public_id`,
    [paid],
  )
  await browser.post('/api/v1/account-summary', {})
  const cardToken = { token: 'ctoken4242', cardHolderName: 'Maria Cruz', billingZipCode: '96913' }
  const { id } = z
    .object({ card: z.object({ id: z.number() }) })
    .parse((await browser.post('/api/v1/saved-cards', { cardToken })).json()).card
  const asked = { accountId: number, terms: terms({ card: id }) }
  const { sha256 } = readAgreementWords.reply.parse((await browser.post('/api/v1/autopay/words', asked)).json())
  const planned = { ...order({ card: id, account: number }), key: randomUUID() }
  const { payments } = z
    .object({ payments: z.array(z.object({ id: z.number() })) })
    .parse((await browser.post('/api/v1/scheduled-payments', planned)).json())
  return {
    browser,
    belongings: {
      person: number,
      account: number,
      bill: `${number}01`,
      overall: overallId,
      individual: indivId,
      checkout: rows[0]?.public_id ?? '',
      receipt: `W-${tag}`,
      card: id,
      words: sha256,
      schedule: payments[0]?.id ?? 0,
    },
  }
}
