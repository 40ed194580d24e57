import { later } from '@portal/contract/dates'
import { forgotPassword, forgotTexts } from '@portal/contract/forgot'
import { pagePaths } from '@portal/contract/paths'
import { userLogin } from '@portal/contract/sign-in'
import { signInTexts } from '@portal/contract/sign-in-texts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import { type Email, EmailNotSent } from '../../adapters/email/port.ts'
import { limits } from '../../foundation/rate-limits/limits.ts'
import { type TestApp, testApp } from '../../http/testing/app.ts'
import { emailDelivery } from '../../messages/sending/send-emails.ts'
import { testClock } from '../../testing/clock.ts'
import { type EnrolledCustomer, enrolCustomer } from '../../testing/people.ts'

const minute = 60_000
const clock = testClock()
const mailbox: Email[] = []
let isMailAway = false
let portal: TestApp
beforeAll(async () => {
  portal = await testApp({
    clock,
    config: { PUBLIC_URL: 'http://portal.utility.example' },
    mail: {
      async send(email) {
        if (isMailAway) throw new EmailNotSent('away')
        mailbox.push(email)
      },
    },
  })
})
beforeEach(() => portal.database.pool.query('delete from rate_limit'))
afterAll(() => portal.close())

const password = 'Apra-1945'
const notGood = { result: { status: 'Failed', description: forgotTexts.linkNotGood } }

let accounts = 8_500_000_000
async function maria(): Promise<EnrolledCustomer> {
  accounts += 1
  await addTestAccount(portal.database.db, { account: String(accounts) })
  return await enrolCustomer(portal.deps, { person: String(accounts) })
}

async function deliver(): Promise<Email[]> {
  mailbox.length = 0
  while ((await emailDelivery(portal.deps).run(new AbortController().signal)) > 0);
  return mailbox
}

/** Goes through forgot password, which queues the email. */
async function ask(customer: EnrolledCustomer): Promise<void> {
  const browser = portal.guest()
  const asked = { accountId: customer.personId, division: 'GWA', username: customer.username }
  const { result } = forgotPassword.reply.parse((await browser.post('/api/v1/forgot-password', asked)).json())
  const personId = result.status === 'Success' ? result.personId : ''
  await browser.post('/api/v1/send-email-forgot-password', { personId, answer: customer.answer })
}

/** The same, and reads the email. @returns the secret of its link */
async function mailedLink(customer: EnrolledCustomer): Promise<string> {
  await ask(customer)
  return secretIn(await deliver())
}

function secretIn(emails: readonly Email[]): string {
  const email = emails.find((one) => one.text.includes(pagePaths.setPassword))
  return /^http:\/\/portal\.utility\.example\/set-password#([\w-]{43})$/m.exec(email?.text ?? '')?.[1] ?? 'no link'
}

const check = async (token: string): Promise<unknown> =>
  (await portal.guest().post('/api/v1/check-password-link', { token })).json()
const set = async (token: string, chosen = password) =>
  await portal.guest().post('/api/v1/set-password', { token, password: chosen })

async function signsIn({ username: userName }: EnrolledCustomer, typed: string): Promise<string> {
  const reply = await portal.guest().post('/api/v1/user-login', { userName, password: typed })
  return userLogin.reply.parse(reply.json()).status.loginMessage
}

/** Makes these calls one after the other, each as soon as the one before is waiting for the customer's login. */
async function inTurn<Reply>({ webUserId }: EnrolledCustomer, calls: (() => Promise<Reply>)[]): Promise<Reply[]> {
  const { pool } = portal.database
  const holder = await pool.connect()
  const replies: Promise<Reply>[] = []
  try {
    await holder.query('begin')
    await holder.query('select from web_user where id = $1 for update', [webUserId])
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    for (const call of calls) {
      replies.push(call())
      await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(replies.length)
    }
  } finally {
    // Ends the transaction, too.
    holder.release(true)
  }
  return await Promise.all(replies)
}

describe('given an email that waits because the mail server is down', () => {
  async function emailsAfter(waiting: number): Promise<Email[]> {
    isMailAway = true
    await ask(await maria())
    await deliver()
    clock.advance(waiting)
    isMailAway = false
    return await deliver()
  }

  test('then its link is valid for thirty minutes after it was sent', async () => {
    const token = secretIn(await emailsAfter(3 * 60 * minute))
    clock.advance(30 * minute - 1)
    expect(await check(token)).toMatchObject({ result: { status: 'Success' } })
    clock.advance(1)
    expect(await check(token)).toEqual(notGood)
  })

  test('then it is given up after four hours, because its link would be dead', async () => {
    expect(await emailsAfter(4 * 60 * minute)).toEqual([])
    const { rows } = await portal.database.pool.query(
      "select last_error from email where kind = 'set-password-link' and refused_at = $1",
      [clock.now()],
    )
    expect(rows).toEqual([{ last_error: expect.stringContaining('the link expired') }])
  })

  test('then it is given up when the password was changed in the meantime', async () => {
    const customer = await maria()
    isMailAway = true
    await ask(customer)
    const browser = portal.guest()
    await browser.post('/api/v1/user-login', { userName: customer.username, password: customer.password })
    const { personId } = customer
    const change = { personId, oldPassword: customer.password, password: 'Tumon-2026' }
    await browser.post('/api/v1/update-user-password', change)
    isMailAway = false
    expect((await deliver()).map(({ text }) => text.includes(pagePaths.setPassword))).toEqual([false])
  })
})

describe('given the link of an email', () => {
  test('then it is valid for thirty minutes and says whose password it sets; looking does not use it up', async () => {
    const customer = await maria()
    const token = await mailedLink(customer)
    const expiresAt = later(clock.now(), 30 * minute)
    const good = { result: { status: 'Success', username: customer.username, expiresAt } }
    expect([await check(token), await check(token)]).toEqual([good, good])
    clock.advance(30 * minute - 1)
    expect(await check(token)).toEqual(good)
    clock.advance(1)
    expect([await check(token), (await set(token)).json()]).toEqual([notGood, notGood])
  })

  test('then it sets the password once, even when it is used twice at the same moment', async () => {
    const customer = await maria()
    const token = await mailedLink(customer)
    const replies = await Promise.all([set(token), set(token), set(token)])
    expect(replies.filter((reply) => reply.json().result.status === 'Success')).toHaveLength(1)
    expect(await signsIn(customer, password)).toBe(signInTexts.success)
    expect(await signsIn(customer, customer.password)).toBe(signInTexts.failed)
    expect([await check(token), (await set(token)).json()]).toEqual([notGood, notGood])
  })

  test('then a locked login is unlocked (C§5: 5 wrong passwords, unlocked by a new one)', async () => {
    const customer = await maria()
    for (let n = 1; n <= 5; n += 1) await signsIn(customer, 'wrong')
    expect(await signsIn(customer, customer.password)).toBe(signInTexts.exceeded)
    await set(await mailedLink(customer))
    expect(await signsIn(customer, password)).toBe(signInTexts.success)
  })

  test('then all sessions of this customer end, and a notice is mailed', async () => {
    const customer = await maria()
    const browser = await portal.customer({ person: customer.personId })
    const other = await portal.customer()
    await set(await mailedLink(customer))
    expect((await browser.get('/api/v1/session')).statusCode).toBe(401)
    expect((await other.get('/api/v1/session')).statusCode).toBe(200)
    const [notice] = await deliver()
    expect(notice).toMatchObject({
      to: 'maria@example.com',
      subject: expect.stringContaining('Your password was changed'),
    })
    expect(notice?.text).not.toContain(password)
  })

  test('then links mailed before become void, as they do when the password is changed elsewhere', async () => {
    const customer = await maria()
    const [first, second] = [await mailedLink(customer), await mailedLink(customer)]
    await set(second)
    expect(await check(first)).toEqual(notGood)

    const third = await mailedLink(customer)
    const browser = portal.guest()
    await browser.post('/api/v1/user-login', { userName: customer.username, password })
    const asked = { personId: customer.personId, oldPassword: password, password: 'Tumon-2026' }
    await browser.post('/api/v1/update-user-password', asked)
    expect(await check(third)).toEqual(notGood)
  })

  test.each([
    ['another link used', async (_person: string, other: string) => await set(other)],
    [
      'a password set in the console',
      async (personId: string) =>
        await (await portal.administrator(1)).post('/api/v1/password-reset', { personId, password: 'Tumon-2026' }),
    ],
  ])('then %s a moment before counts, and the link is void', async (_what, before) => {
    const customer = await maria()
    const [other, link] = [await mailedLink(customer), await mailedLink(customer)]
    const replies = await inTurn(customer, [() => before(customer.personId, other), () => set(link)])
    expect(replies.map((reply): unknown[] => [reply.statusCode, reply.json().result?.status])).toEqual([
      [200, 'Success'],
      [200, 'Failed'],
    ])
    expect(await signsIn(customer, customer.password)).toBe(signInTexts.failed)
  })

  test.each([['seven77'], ['sixteen-letters!']])(
    'the password %s is refused, and the link still good',
    async (chosen) => {
      const token = await mailedLink(await maria())
      const message = 'Your password must be between 8 – 15 characters long'
      expect((await set(token, chosen)).json()).toMatchObject({ status: 400, errors: [{ field: 'password', message }] })
      expect(await check(token)).toMatchObject({ result: { status: 'Success' } })
    },
  )
})

test.each(['', 'x', 'x'.repeat(43), '../../etc/passwd'])('a made-up secret %j opens nothing', async (token) => {
  expect([await check(token), (await set(token)).json()]).toEqual([notGood, notGood])
})

test('the stored handle, nonce and digest open nothing', async () => {
  await mailedLink(await maria())
  const { rows } = await portal.database.pool.query<{ known: string[] }>(
    `select array[handle::text, encode(token_sha256, 'hex'), encode(token_sha256, 'base64'), link_nonce::text] as known
     from recovery cross join email where link_nonce is not null and token_sha256 is not null order by email.id desc limit 1`,
  )
  expect(rows[0]?.known).toHaveLength(4)
  for (const token of rows[0]?.known ?? []) expect(await check(token)).toEqual(notGood)
})

test('given too many secrets tried from one address, then that address waits', async () => {
  for (let n = 0; n < limits.passwordLinksPerAddress.attempts; n += 1) expect(await check('x')).toEqual(notGood)
  expect((await set('x')).statusCode).toBe(429)
})
