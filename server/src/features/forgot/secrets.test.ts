import { forgotPassword } from '@portal/contract/forgot'
import { signInTexts } from '@portal/contract/sign-in-texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import type { Email } from '../../adapters/email/port.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'
import { emailDelivery } from '../../messages/sending/send-emails.ts'
import { type EnrolledCustomer, enrolCustomer } from '../../testing/people.ts'

/** Canaries: typed somewhere below, and then searched for everywhere. */
const typed = {
  wrongPassword: 'Canary-Wrong-1',
  passwordAsName: 'Canary-Name-22',
  changedPassword: 'Canary-New-333',
  passwordByLink: 'Canary-Link-4',
  tooLongPassword: 'Canary-Long-55555555',
  wrongAnswer: 'Canary Answer 6',
  madeUpToken: 'Canary-Token-7'.padEnd(43, 'x'),
}

const mailbox: Email[] = []
let portal: TestApp
beforeAll(async () => {
  portal = await testApp({ mail: { send: async (email) => void mailbox.push(email) } })
})
afterAll(() => portal.close())

test('passwords, answers, cookies and links are in no log line and no row of the database', async () => {
  await addTestAccount(portal.database.db, { account: '8600000001' })
  const customer = await enrolCustomer(portal.deps, { person: '8600000001' })
  const secrets = [...Object.values(typed), customer.password, customer.answer, ...(await goEverywhere(customer))]
  expect(secrets.every((secret) => secret.length > 10)).toBe(true)

  const everywhere = `${portal.logLines.join('\n')}\n${await wholeDatabase()}`.toLowerCase()
  expect(everywhere).toContain(customer.username)
  for (const secret of secrets) {
    for (const form of [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')]) {
      expect(everywhere, `${secret} was found`).not.toContain(form.toLowerCase())
    }
  }
})

/**
 * Types every canary in every place for it.
 * @returns the secrets that were given out on the way
 */
async function goEverywhere(customer: EnrolledCustomer): Promise<string[]> {
  const { username: userName, personId } = customer
  const browser = portal.guest()
  const signIn = async (name: string, password: string): Promise<unknown> =>
    (await browser.post('/api/v1/user-login', { userName: name, password })).json()
  await signIn(userName, typed.wrongPassword)
  await signIn(typed.passwordAsName, typed.wrongPassword)
  await signIn(userName, customer.password)
  const first = cookieOf(browser)
  const change = async (oldPassword: string, password: string) =>
    await browser.post('/api/v1/update-user-password', { personId, oldPassword, password })
  await change(typed.wrongPassword, typed.changedPassword)
  await change(customer.password, typed.tooLongPassword)
  await change(customer.password, typed.changedPassword)
  const second = cookieOf(browser)

  const token = await forgetPassword(browser, customer)
  await browser.post('/api/v1/check-password-link', { token: typed.madeUpToken })
  await browser.post('/api/v1/set-password', { token, password: typed.tooLongPassword })
  await browser.post('/api/v1/set-password', { token, password: typed.passwordByLink })
  expect(await signIn(userName, typed.passwordByLink)).toMatchObject({ status: { loginMessage: signInTexts.success } })
  return [first, second, cookieOf(browser), token]
}

async function forgetPassword(browser: TestBrowser, { username, answer }: EnrolledCustomer): Promise<string> {
  const asked = { accountId: '8600000001', division: 'GWA', username }
  const { result } = forgotPassword.reply.parse((await browser.post('/api/v1/forgot-password', asked)).json())
  const personId = result.status === 'Success' ? result.personId : ''
  await browser.post('/api/v1/send-email-forgot-password', { personId, answer: typed.wrongAnswer })
  await browser.post('/api/v1/send-email-forgot-password', { personId, answer })
  // While the email is waiting, the link must not be in the database either.
  const waiting = await wholeDatabase()
  while ((await emailDelivery(portal.deps).run(new AbortController().signal)) > 0);
  const token = mailbox.flatMap((email) => /#([\w-]{43})/.exec(email.text)?.[1] ?? [])[0] ?? ''
  expect(token).not.toBe('')
  expect(waiting).not.toContain(token)
  return token
}

const cookieOf = (browser: TestBrowser): string => browser.cookies.get('portal-customer') ?? ''

/** Every row of every table as text. */
async function wholeDatabase(): Promise<string> {
  const { pool } = portal.database
  const tables = await pool.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'cis')",
  )
  expect(tables.rows.length).toBeGreaterThan(20)
  const texts = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const { rows } = await pool.query<{ text: string }>(
        `select string_agg(each::text, '\n') as text from ${name} each`,
      )
      return rows[0]?.text ?? ''
    }),
  )
  return texts.join('\n')
}
