import { randomUUID } from 'node:crypto'
import { customerPasswordTexts } from '@portal/contract/customer-password'
import { CalendarDate, later } from '@portal/contract/dates'
import { forgotPassword } from '@portal/contract/forgot'
import { AccountNumber } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { credentialTexts } from '@portal/contract/sign-in-texts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addTestAccount, addTestHolder } from '../adapters/billing-system/ledger/testing/ledger.ts'
import { BillingSystemDown } from '../adapters/billing-system/port.ts'
import { type TestApp, type TestBrowser, testApp } from '../http/testing/app.ts'
import { linkDigest } from '../messages/outbox/link.ts'
import { cheapHash } from '../testing/hash.ts'

const account = '4821007391'
const coOwned = '4821007392'
const notEnrolled = '4821007393'
const newPassword = 'other-pass-2'

let portal: TestApp
let ana: TestBrowser
let maria: TestBrowser
beforeAll(async () => {
  portal = await testApp()
  const { db } = portal.database
  await addTestAccount(db, { account, fullName: 'Cruz, Maria', email: 'maria@customer.example' })
  await addTestAccount(db, { account: notEnrolled, fullName: 'Jose Santos' })
  await addTestAccount(db, { account: coOwned, fullName: 'Ana Perez' })
  await addTestHolder(db, coOwned, account)
  ana = await portal.administrator(4)
  maria = await portal.customer({ person: account, username: 'maria', accounts: [account] })
})
afterAll(() => portal.close())

async function search(changes: object = {}) {
  return await ana.post('/api/v1/search-web-user', { accountId: account, username: '', division: 'GWA', ...changes })
}

async function reset(changes: object = {}) {
  return await ana.post('/api/v1/password-reset', { personId: account, password: newPassword, ...changes })
}

describe('searching by account number', () => {
  test('finds the customer with username and name (A§3)', async () => {
    expect((await search()).json().result).toMatchObject({
      status: 'Success',
      desc: [{ username: 'maria', fullName: 'Maria Cruz', personId: account }],
    })
  })

  test('tells two facts to check a caller by: the service location and the last payment', async () => {
    const { billing } = portal.deps
    const facts = async (): Promise<unknown> => (await search()).json().result.check
    const serviceLocation = (await billing.findAccount(AccountNumber.parse(account)))?.serviceLocation
    expect(await facts()).toEqual({ serviceLocation, lastPayment: null })
    const { payments } = billing
    const date = CalendarDate.parse('2026-01-31')
    billing.payments = async () => [
      { date, type: 'PX', amount: cents(85_20), receipt: null },
      { date, type: 'PS', amount: cents(-85_20), receipt: null },
      { date: CalendarDate.parse('2025-12-31'), type: 'PS', amount: cents(-10_00), receipt: null },
    ]
    expect(await facts()).toEqual({ serviceLocation, lastPayment: { amount: 85_20, date } })
    billing.payments = payments
  })

  test('returns a customer without an online account with an empty username', async () => {
    expect((await search({ accountId: notEnrolled })).json().result.desc).toEqual([
      { username: '', fullName: 'Jose Santos', personId: notEnrolled },
    ])
  })

  test('finds all customers of an account, the main customer first', async () => {
    expect((await search({ accountId: coOwned })).json().result.desc).toEqual([
      { username: '', fullName: 'Ana Perez', personId: coOwned },
      { username: 'maria', fullName: 'Maria Cruz', personId: account },
    ])
  })

  test('leaves out a holder whose record an import has just taken away', async () => {
    const { billing } = portal.deps
    const { findPerson } = billing
    billing.findPerson = async (id) => (id === coOwned ? null : await findPerson(id))
    expect((await search({ accountId: coOwned })).json().result.desc).toMatchObject([{ personId: account }])
    billing.findPerson = findPerson
  })

  test('is recorded with the requested account, found or not', async () => {
    const asked =
      "select subject from audit_entry where action = 'customer-searched' and actor_kind = 'admin' order by id"
    const before = (await portal.database.pool.query(asked)).rowCount ?? 0
    await search()
    await search({ accountId: '9999999998' })
    const { rows } = await portal.database.pool.query(asked)
    expect(rows.slice(before)).toEqual([{ subject: account }, { subject: '9999999998' }])
  })

  test.each(['4821-007391', ' 4821 007391 ', '４８２１００７３９１'])(
    'takes the account number written as %j',
    async (accountId) => {
      expect((await search({ accountId })).json().result.desc).toMatchObject([{ personId: account }])
    },
  )

  test('takes an account number that lost its zeros at the beginning', async () => {
    await addTestAccount(portal.database.db, { account: '0000482100', fullName: 'Rosa Cruz' })
    expect((await search({ accountId: '482100' })).json().result.desc).toMatchObject([{ fullName: 'Rosa Cruz' }])
  })

  test.each([{ accountId: '9999999999' }, { division: 'XYZ' }])('%j is not found', async (changes) => {
    const { result } = (await search(changes)).json()
    expect(result).toEqual({ status: 'Failed', description: customerPasswordTexts.notFound })
  })

  test.each([
    ['', customerPasswordTexts.accountRequired],
    ['48210073911', 'Account number is invalid.'],
    ["482100739'", 'Account number is invalid.'],
  ])('%j is refused: %s', async (accountId, message) => {
    expect((await search({ accountId })).json().errors).toEqual([{ field: 'accountId', message }])
  })

  test('says so when the billing records cannot be reached', async () => {
    const { holdersOf } = portal.deps.billing
    portal.deps.billing.holdersOf = async () => {
      throw new BillingSystemDown('away')
    }
    expect((await search()).statusCode).toBe(502)
    portal.deps.billing.holdersOf = holdersOf
  })
})

describe("setting a customer's password", () => {
  test('unlocks the login, signs the customer out everywhere and tells them by e-mail', async () => {
    await portal.database.pool.query('update web_user set wrong_passwords = 5, locked_at = now()')
    expect((await reset()).json().result).toEqual({ status: 'Success', description: customerPasswordTexts.updated })
    expect((await maria.get('/api/v1/session')).statusCode).toBe(401)
    const signedIn = await portal.guest().post('/api/v1/user-login', { userName: 'maria', password: newPassword })
    expect(signedIn.json().result).toMatchObject({ loginSuccessful: true, personId: account })
    const { rows } = await portal.database.pool.query<{ recipient: string; kind: string }>(
      'select recipient, kind from email',
    )
    expect(rows).toContainEqual({ recipient: 'maria@customer.example', kind: 'password-changed' })
  })

  test('opens nothing but the way to another one, which is told by e-mail, without the password', async () => {
    await reset()
    const { rows } = await portal.database.pool.query<{ body_text: string }>(
      'select body_text from email order by id desc limit 1',
    )
    expect(rows[0]?.body_text).toContain('Customer service set a new password for your online account')
    expect(rows[0]?.body_text).not.toContain(newPassword)
    const browser = portal.guest()
    await browser.post('/api/v1/user-login', { userName: 'maria', password: newPassword })
    expect((await browser.get('/api/v1/session')).json()).toMatchObject({ mustChangePassword: true })
    expect((await browser.post('/api/v1/keep-session', {})).statusCode).toBe(200)
    for (const reply of [
      await browser.post('/api/v1/account-summary', {}),
      await browser.post('/api/v1/save-overall-payment', {}),
    ]) {
      expect(reply.json()).toMatchObject({ status: 403, type: '/problems/password-is-given' })
    }
    const chosen = { personId: account, oldPassword: newPassword, password: 'reef-lantern-3' }
    const same = await browser.post('/api/v1/update-user-password', { ...chosen, password: newPassword })
    const why = { field: 'password', message: credentialTexts.anotherPassword }
    expect(same.json()).toMatchObject({ status: 400, errors: [why] })
    expect((await browser.post('/api/v1/update-user-password', chosen)).json().result.status).toBe('Success')
    expect((await browser.get('/api/v1/session')).json()).toMatchObject({ mustChangePassword: false })
    expect((await browser.post('/api/v1/account-summary', {})).statusCode).toBe(200)
  })

  test('need not be changed when the customer has set another one with a mailed link', async () => {
    await reset()
    const guest = portal.guest()
    const asked = { accountId: account, division: 'GWA', username: 'maria' }
    const { result } = forgotPassword.reply.parse((await guest.post('/api/v1/forgot-password', asked)).json())
    const handle = result.status === 'Success' ? result.personId : ''
    const token = randomUUID()
    await portal.database.pool.query(
      "update recovery set mailed_to = 'maria@customer.example', token_sha256 = $1, expires_at = $2 where handle = $3",
      [linkDigest(token), later(portal.deps.clock.now(), 60_000), handle],
    )
    await guest.post('/api/v1/set-password', { token, password: 'reef-lantern-4' })
    await guest.post('/api/v1/user-login', { userName: 'maria', password: 'reef-lantern-4' })
    expect((await guest.get('/api/v1/session')).json()).toMatchObject({ mustChangePassword: false })
  })

  test.each([true, false])('is written down with whether the login was locked: %s', async (isLocked) => {
    await portal.database.pool.query('update web_user set locked_at = case when $1 then now() end', [isLocked])
    await reset()
    const { rows } = await portal.database.pool.query(
      "select before_change from audit_entry where action = 'customer-password-reset' order by id desc limit 1",
    )
    expect(rows).toEqual([{ before_change: JSON.stringify({ isLocked }) }])
  })

  test('is recorded without the password', async () => {
    await reset({ password: 'canary-pass-9' })
    const { rows } = await portal.database.pool.query<{ text: string }>(
      "select audit_entry::text as text from audit_entry where action = 'customer-password-reset'",
    )
    expect(rows.at(-1)?.text).toContain('maria')
    expect(rows.map(({ text }) => text).join('\n')).not.toContain('canary-pass-9')
    expect(portal.logLines.join('\n')).not.toContain('canary-pass-9')
  })

  test('is refused for a customer without an online account', async () => {
    const { result } = (await reset({ personId: notEnrolled })).json()
    expect(result).toEqual({ status: 'Failed', description: customerPasswordTexts.notEnrolled })
  })

  test('is refused when the password is too short, and the old one stays', async () => {
    await portal.database.pool.query('update web_user set password_hash = $1', [await cheapHash('first-pass-1')])
    expect((await reset({ password: '1234567' })).statusCode).toBe(400)
    const signedIn = await portal.guest().post('/api/v1/user-login', { userName: 'maria', password: 'first-pass-1' })
    expect(signedIn.json().result.loginSuccessful).toBe(true)
  })
})
