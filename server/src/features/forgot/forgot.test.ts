import { type FoundReply, type SentReply, forgotPassword, sendEmailForgotPassword } from '@portal/contract/forgot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BillingSystemDown } from '../../adapters/billing-system/port.ts'
import { addTestAccount, addTestHolder } from '../../adapters/billing-system/test-ledger.ts'
import { limits } from '../../foundation/rate-limits/limits.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/test-app.ts'
import { testClock } from '../../test-clock.ts'
import { type EnrolledCustomer, enrolCustomer } from '../../test-people.ts'
import { recoverySweep } from './sweep.ts'

const minute = 60_000
const clock = testClock()
let portal: TestApp
beforeAll(async () => {
  portal = await testApp({ clock })
})
beforeEach(() => portal.database.pool.query('truncate rate_limit, recovery, letter'))
afterAll(() => portal.close())

/** A customer of one account, with an e-mail address on file unless told otherwise. */
interface Maria extends EnrolledCustomer {
  accountId: string
  emailAddress: string
}

let accounts = 8_400_000_000
async function maria(): Promise<Maria> {
  accounts += 1
  const accountId = String(accounts)
  const emailAddress = `Maria${accountId}@customer.example`
  await addTestAccount(portal.database.db, { account: accountId, email: emailAddress })
  return { ...(await enrolCustomer(portal.deps, { person: accountId })), accountId, emailAddress }
}

async function forgetPassword(browser: TestBrowser, { accountId, username }: Maria, changes: object = {}) {
  const reply = await browser.post('/api/v1/forgot-password', { accountId, division: 'GWA', username, ...changes })
  return forgotPassword.reply.parse(reply.json()).result
}

async function forgetUsername(browser: TestBrowser, { accountId, emailAddress }: Maria, changes: object = {}) {
  const asked = { accountId, emailAddress, division: 'GWA', ...changes }
  const reply = await browser.post('/api/v1/forgot-username', asked)
  return forgotPassword.reply.parse(reply.json()).result
}

const handleOf = (found: FoundReply['result']): string => (found.status === 'Success' ? found.personId : 'not found')

type Flow = 'password' | 'username'
async function answer(browser: TestBrowser, flow: Flow, personId: string, given: object): Promise<SentReply['result']> {
  const reply = await browser.post(`/api/v1/send-email-forgot-${flow}`, { personId, ...given })
  return sendEmailForgotPassword.reply.parse(reply.json()).result
}

async function letters() {
  return await portal.database.db.selectFrom('letter').selectAll().orderBy('id').execute()
}

const question = 'What was the name of your first school?'
const begin = { password: forgetPassword, username: forgetUsername } as const

describe('forgot password, given account number and username', () => {
  test('that match, then the security question is asked, behind a handle that tells nothing (R8)', async () => {
    const customer = await maria()
    const found = await forgetPassword(portal.guest(), customer)
    expect(found).toEqual({ status: 'Success', personId: expect.any(String), securityQuestion: question })
    expect(handleOf(found)).not.toContain(customer.personId)
  })

  test.each([
    ['an account nobody has', { accountId: '9999999999' }, "Account number doesn't exist", 'accountId'],
    ['an account of another division', { division: 'XYZ' }, "Account number doesn't exist", 'accountId'],
    ['a name nobody has', { username: 'nobody' }, "Username doesn't exist", 'username'],
  ])('of which one is %s, then its field says so (C§8)', async (_, changes, description, field) => {
    expect(await forgetPassword(portal.guest(), await maria(), changes)).toEqual({
      status: 'Failed',
      description,
      field,
    })
  })

  test("of two customers, then that is no customer's username", async () => {
    const [one, other] = [await maria(), await maria()]
    const found = await forgetPassword(portal.guest(), one, { username: other.username })
    expect(found).toMatchObject({ status: 'Failed', description: "Username doesn't exist" })
  })

  test('of the second person of an account, then that person is found', async () => {
    const [main, second] = [await maria(), await maria()]
    await addTestHolder(portal.database.db, main.accountId, second.personId)
    const found = await forgetPassword(portal.guest(), main, { username: second.username.toUpperCase() })
    expect(found.status).toBe('Success')
  })

  test.each([
    ['accountId', '', 'Please enter your Account Number.'],
    ['accountId', '123', 'Account number is invalid.'],
    ['username', ' ', 'Please enter your Username.'],
  ])('%s %j, then the field says: %s (C§5)', async (field, value, message) => {
    const asked = { accountId: '8400000001', division: 'GWA', username: 'maria', [field]: value }
    const reply = await portal.guest().post('/api/v1/forgot-password', asked)
    expect(reply.json()).toMatchObject({ status: 400, errors: [{ field, message }] })
  })
})

describe('forgot username, given account number and e-mail address', () => {
  test('that match in any capitals, then the security question is asked', async () => {
    const customer = await maria()
    const found = await forgetUsername(portal.guest(), customer, { emailAddress: customer.emailAddress.toUpperCase() })
    expect(found).toMatchObject({ status: 'Success', securityQuestion: question })
  })

  test.each([
    ['an account nobody has', { accountId: '9999999999' }, "Account number doesn't exist", 'accountId'],
    ['another address', { emailAddress: 'x@customer.example' }, 'Email address does not match', 'emailAddress'],
  ])('of which one is %s, then its field says so (C§8)', async (_, changes, description, field) => {
    expect(await forgetUsername(portal.guest(), await maria(), changes)).toEqual({
      status: 'Failed',
      description,
      field,
    })
  })

  test('of somebody who has not enrolled, then that is said in the message', async () => {
    await addTestAccount(portal.database.db, { account: '8499999999', email: 'new@customer.example' })
    const asked = { ...(await maria()), accountId: '8499999999', emailAddress: 'new@customer.example' }
    expect(await forgetUsername(portal.guest(), asked)).toEqual({
      status: 'Failed',
      description: 'There is no online account for this account number yet. Please enroll first.',
    })
  })

  test.each([
    ['', 'Please enter a your Email Address.'],
    ['maria', 'Please enter a valid Email Address.'],
  ])('%j, then the field says: %s (C§5)', async (emailAddress, message) => {
    const asked = { accountId: '8400000001', division: 'GWA', emailAddress }
    const reply = await portal.guest().post('/api/v1/forgot-username', asked)
    expect(reply.json()).toMatchObject({ status: 400, errors: [{ field: 'emailAddress', message }] })
  })
})

describe.each(['password', 'username'] as const)('the security answer of forgot %s', (flow) => {
  test.each([
    ['the same', 'Price Elementary', true],
    ['in other capitals', 'pRICE elementary', true],
    ['with other signs between its letters', ' Price - Elementary! ', true],
    ['another', 'Adacao', false],
    ['without its space', 'PriceElementary', false],
  ])('%s: %j (C§4, C§5)', async (_, given, isRight) => {
    const [customer, browser] = [await maria(), portal.guest()]
    const handle = handleOf(await begin[flow](browser, customer))
    const sent = await answer(browser, flow, handle, { answer: given })
    if (!isRight)
      expect(sent).toEqual({ status: 'Failed', description: 'Security Answer is not valid.', canTryAgain: true })
    else expect(sent.status).toBe('Success')
    expect((await letters()).map((letter) => letter.recipient)).toEqual(isRight ? [customer.emailAddress] : [])
  })

  test.each([[{}], [{ answer: '' }], [{ answer: ' ?! ' }]])('missing: %j (C§4)', async (given) => {
    const browser = portal.guest()
    const handle = handleOf(await begin[flow](browser, await maria()))
    expect(await answer(browser, flow, handle, given)).toEqual({
      status: 'Failed',
      description: 'Please provide the answer for security question below.',
      canTryAgain: true,
    })
  })

  test('is not needed by whoever asks for an e-mail instead: the letter goes to the same address', async () => {
    const [customer, browser] = [await maria(), portal.guest()]
    const handle = handleOf(await begin[flow](browser, customer))
    expect((await answer(browser, flow, handle, { emailInstead: true })).status).toBe('Success')
    expect((await letters()).map((letter) => letter.recipient)).toEqual([customer.emailAddress])
  })

  test('told again, because the reply was lost, then no second letter is sent', async () => {
    const [customer, browser] = [await maria(), portal.guest()]
    const handle = handleOf(await begin[flow](browser, customer))
    const told = async () => await answer(browser, flow, handle, { answer: customer.answer })
    const replies = [...(await Promise.all([told(), told()])), await told()]
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set(['Success']))
    expect(await letters()).toHaveLength(1)
  })

  test('after few wrong ones has to wait, in every browser, and the right one too', async () => {
    const customer = await maria()
    for (let n = 0; n < limits.wrongAnswersPerCustomer.tries; n += 1) {
      const browser = portal.guest()
      const handle = handleOf(await begin[flow](browser, customer))
      await answer(browser, flow, handle, { answer: 'wrong' })
    }
    const browser = portal.guest()
    const personId = handleOf(await begin[flow](browser, customer))
    const reply = await browser.post(`/api/v1/send-email-forgot-${flow}`, { personId, answer: customer.answer })
    expect(reply.statusCode).toBe(429)
    expect(reply.json().retryAfterSeconds).toBeGreaterThan(0)
  })

  test.each([
    ['in another browser', async () => portal.guest()],
    ['by a customer who has signed in', async () => await portal.customer()],
  ])('with the handle %s is worth nothing', async (_, other) => {
    const customer = await maria()
    const handle = handleOf(await begin[flow](portal.guest(), customer))
    const given = { answer: customer.answer }
    expect(await answer(await other(), flow, handle, given)).toEqual(tookTooLong)
  })

  test('with the handle of the other flow is worth nothing', async () => {
    const [customer, browser] = [await maria(), portal.guest()]
    const other = flow === 'password' ? 'username' : 'password'
    const handle = handleOf(await begin[other](browser, customer))
    expect(await answer(browser, flow, handle, { answer: customer.answer })).toEqual(tookTooLong)
  })

  test('after half an hour is too late, and the sweep forgets it', async () => {
    const [customer, browser] = [await maria(), portal.guest()]
    const handle = handleOf(await begin[flow](browser, customer))
    clock.advance(30 * minute)
    expect(await answer(browser, flow, handle, { answer: customer.answer })).toEqual(tookTooLong)
    expect(await recoverySweep({ db: portal.database.db, clock }).run(new AbortController().signal)).toBe(1)
  })

  test('of a customer without an e-mail address on file leads to customer service', async () => {
    const [customer, browser] = [await maria(), portal.guest()]
    const handle = handleOf(await begin[flow](browser, customer))
    await portal.database.pool.query('update cis.person set email_address = null where person_id = $1', [
      customer.personId,
    ])
    expect(await answer(browser, flow, handle, { answer: customer.answer })).toEqual({
      status: 'Failed',
      description: 'There is no e-mail address on file for this account. Please call customer service.',
      canTryAgain: false,
    })
  })

  test('cannot be made to fill a mailbox', async () => {
    const customer = await maria()
    const send = async () => {
      const browser = portal.guest()
      const personId = handleOf(await begin[flow](browser, customer))
      return await browser.post(`/api/v1/send-email-forgot-${flow}`, { personId, emailInstead: true })
    }
    const statuses: number[] = []
    for (let n = 0; n <= limits.recoveryLettersPerCustomer.tries; n += 1) statuses.push((await send()).statusCode)
    expect(statuses).toEqual([...Array.from({ length: limits.recoveryLettersPerCustomer.tries }, () => 200), 429])
  })
})

const tookTooLong = { status: 'Failed', description: 'This took too long. Please start again.', canTryAgain: false }

test('the username is in the letter, and nobody is signed in by it', async () => {
  const [customer, browser] = [await maria(), portal.guest()]
  const handle = handleOf(await forgetUsername(browser, customer))
  await answer(browser, 'username', handle, { answer: customer.answer })
  const [letter] = await letters()
  expect(letter?.body_text).toContain(`Username: ${customer.username}\n`)
  expect(letter?.link_nonce).toBeNull()
  expect(browser.cookies.has('portal-customer')).toBe(false)
})

describe('tries', () => {
  test('given too many usernames that are not of an account, then everybody waits for that account', async () => {
    const customer = await maria()
    for (let n = 0; n < limits.wrongRecoveriesPerAccount.tries; n += 1) {
      await forgetPassword(portal.guest(), customer, { username: `guess${n}` })
    }
    const { accountId, username } = customer
    const asked = { accountId, division: 'GWA', username }
    expect((await portal.guest().post('/api/v1/forgot-password', asked)).statusCode).toBe(429)
  })

  test('given that they match, then nobody waits for the account', async () => {
    const customer = await maria()
    for (let n = 0; n <= limits.wrongRecoveriesPerAccount.tries; n += 1) {
      expect((await forgetPassword(portal.guest(), customer)).status).toBe('Success')
    }
  })

  test('given too many account numbers from one address, then that address waits', async () => {
    const browser = portal.guest()
    const ask = async (at: number) => {
      const asked = { accountId: String(9_900_000_000 + at), division: 'GWA', username: 'maria' }
      return (await browser.post('/api/v1/forgot-password', asked)).statusCode
    }
    for (let n = 0; n < limits.recoveriesPerAddress.tries; n += 1) expect(await ask(n)).toBe(200)
    expect(await ask(limits.recoveriesPerAddress.tries)).toBe(429)
  })
})

test('given the billing system is down, then a try later is asked for', async () => {
  const holdersOf = async (): Promise<never> => {
    throw new BillingSystemDown('no answer from 10.0.0.7')
  }
  const broken = await testApp({ clock, billing: { ...portal.deps.billing, holdersOf } })
  const asked = { accountId: '8400000001', division: 'GWA', username: 'maria' }
  expect((await broken.guest().post('/api/v1/forgot-password', asked)).statusCode).toBe(502)
  await broken.close()
})
