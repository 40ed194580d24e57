import { type SentReply, sendEmailForgotPassword } from '@portal/contract/forgot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { queueContactChange } from '../../foundation/contact-changes/queue.ts'
import { limits } from '../../foundation/rate-limits/limits.ts'
import { sweepOnce } from '../../foundation/work/testing/sweep.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'
import { testClock } from '../../testing/clock.ts'
import { type Maria, enrolMaria, forgetPassword, forgetUsername, handleOf } from './testing/maria.ts'

const minute = 60_000
const clock = testClock()
let portal: TestApp
beforeAll(async () => {
  portal = await testApp({ clock })
})
beforeEach(() => portal.database.pool.query('delete from rate_limit; delete from recovery; delete from email'))
afterAll(() => portal.close())

const maria = async (): Promise<Maria> => await enrolMaria(portal)

type Flow = 'password' | 'username'
async function answer(browser: TestBrowser, flow: Flow, personId: string, given: object): Promise<SentReply['result']> {
  const reply = await browser.post(`/api/v1/send-email-forgot-${flow}`, { personId, ...given })
  return sendEmailForgotPassword.reply.parse(reply.json()).result
}

async function emails() {
  return await portal.database.db.selectFrom('email').selectAll().orderBy('id').execute()
}

const begin = { password: forgetPassword, username: forgetUsername } as const

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
    expect((await emails()).map((email) => email.recipient)).toEqual(isRight ? [customer.emailAddress] : [])
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

  test('is not needed by somebody who asks for an e-mail instead: the email goes to the same address', async () => {
    const [customer, browser] = [await maria(), portal.guest()]
    const handle = handleOf(await begin[flow](browser, customer))
    expect((await answer(browser, flow, handle, { emailInstead: true })).status).toBe('Success')
    expect((await emails()).map((email) => email.recipient)).toEqual([customer.emailAddress])
  })

  test('sent again because the reply was lost, then no second email is sent', async () => {
    const [customer, browser] = [await maria(), portal.guest()]
    const handle = handleOf(await begin[flow](browser, customer))
    const told = async () => await answer(browser, flow, handle, { answer: customer.answer })
    const replies = [...(await Promise.all([told(), told()])), await told()]
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set(['Success']))
    expect(await emails()).toHaveLength(1)
  })

  test('counts for the customer whose question it is, when one browser has begun for two', async () => {
    const [customer, other, browser] = [await maria(), await maria(), portal.guest()]
    const handles = [handleOf(await begin[flow](browser, customer)), handleOf(await begin[flow](browser, other))]
    for (const handle of handles.toReversed()) await answer(browser, flow, handle, { answer: customer.answer })
    const recipients = (await emails()).map((email) => email.recipient)
    expect(recipients).toEqual([other.emailAddress, customer.emailAddress])
  })

  test('after a few wrong ones, everybody has to wait, in every browser, even with the right one', async () => {
    const customer = await maria()
    for (let n = 0; n < limits.wrongAnswersPerCustomer.attempts; n += 1) {
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

  test('with the handle of the other flow is refused', async () => {
    const [customer, browser] = [await maria(), portal.guest()]
    const other = flow === 'password' ? 'username' : 'password'
    const handle = handleOf(await begin[other](browser, customer))
    expect(await answer(browser, flow, handle, { answer: customer.answer })).toEqual(tookTooLong)
  })

  test('after half an hour is too late, and the sweep deletes the recovery', async () => {
    const [customer, browser] = [await maria(), portal.guest()]
    const handle = handleOf(await begin[flow](browser, customer))
    clock.advance(30 * minute)
    expect(await answer(browser, flow, handle, { answer: customer.answer })).toEqual(tookTooLong)
    expect(await sweepOnce({ db: portal.database.db, clock }, 'recovery')).toBe(1)
  })

  test('of a customer without an e-mail address on file gets the number of customer service', async () => {
    const [customer, browser] = [await maria(), portal.guest()]
    const handle = handleOf(await begin[flow](browser, customer))
    await portal.database.pool.query('update cis.person set email_address = null where person_id = $1', [
      customer.personId,
    ])
    expect(await answer(browser, flow, handle, { answer: customer.answer })).toEqual({
      status: 'Failed',
      description: 'We don’t have an email address on file for this account. Call customer service.',
      canTryAgain: false,
    })
  })

  test('is sent to an address that was just changed, although the billing system does not have it yet', async () => {
    const [customer, browser] = [await maria(), portal.guest()]
    const handle = handleOf(await begin[flow](browser, customer))
    const change = { personId: customer.personId, emailAddress: 'new@customer.example', phones: [] }
    const dated = { timeZone: 'Pacific/Guam', now: clock.now() }
    await portal.database.db.transaction().execute(async (tx) => await queueContactChange(tx, change, dated))
    expect((await answer(browser, flow, handle, { emailInstead: true })).status).toBe('Success')
    expect((await emails()).map((email) => email.recipient)).toEqual(['new@customer.example'])
  })

  test('cannot be used to fill a mailbox', async () => {
    const customer = await maria()
    const send = async () => {
      const browser = portal.guest()
      const personId = handleOf(await begin[flow](browser, customer))
      return await browser.post(`/api/v1/send-email-forgot-${flow}`, { personId, emailInstead: true })
    }
    const statuses: number[] = []
    for (let n = 0; n <= limits.recoveryEmailsPerCustomer.attempts; n += 1) statuses.push((await send()).statusCode)
    expect(statuses).toEqual([...Array.from({ length: limits.recoveryEmailsPerCustomer.attempts }, () => 200), 429])
  })
})

const tookTooLong = { status: 'Failed', description: 'Your session timed out. Start again.', canTryAgain: false }

test('the username is in the email, and the email signs nobody in', async () => {
  const [customer, browser] = [await maria(), portal.guest()]
  const handle = handleOf(await forgetUsername(browser, customer))
  await answer(browser, 'username', handle, { answer: customer.answer })
  const [email] = await emails()
  expect(email?.body_text).toContain(`Username: ${customer.username}\n`)
  expect(email?.link_nonce).toBeNull()
  expect(browser.cookies.has('portal-customer')).toBe(false)
})
