import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestAccount, addTestHolder } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import { BillingSystemDown } from '../../adapters/billing-system/port.ts'
import { limits } from '../../foundation/rate-limits/limits.ts'
import { type TestApp, testApp } from '../../http/testing/app.ts'
import { testClock } from '../../testing/clock.ts'
import { enrolCustomer } from '../../testing/people.ts'
import { type Maria, enrolMaria, forgetPassword, forgetUsername, handleOf } from './testing/maria.ts'

const clock = testClock()
let portal: TestApp
beforeAll(async () => {
  portal = await testApp({ clock })
})
beforeEach(() => portal.database.pool.query('delete from rate_limit; delete from recovery; delete from email'))
afterAll(() => portal.close())

const maria = async (): Promise<Maria> => await enrolMaria(portal)
const question = 'What was the name of your first school?'

describe('forgot password (C§2.4), given account number and username', () => {
  test('that match, then the security question is asked, with a handle that reveals nothing (R8)', async () => {
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

  test('of two different customers, then nobody is found', async () => {
    const [one, other] = [await maria(), await maria()]
    const found = await forgetPassword(portal.guest(), one, { username: other.username })
    expect(found).toMatchObject({ status: 'Failed', description: "Username doesn't exist" })
  })

  test('of a name with accents, then it does not matter how the keyboard sends them', async () => {
    await addTestAccount(portal.database.db, { account: '8499999998' })
    const jose = { person: '8499999998', username: 'José.Peña'.normalize('NFC') }
    const customer = { ...(await enrolCustomer(portal.deps, jose)), accountId: '8499999998', emailAddress: '' }
    const found = await forgetPassword(portal.guest(), customer, { username: 'josé.peña'.normalize('NFD') })
    expect(found.status).toBe('Success')
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

describe('forgot username (C§2.4), given account number and e-mail address', () => {
  test('that match in upper or lower case, with blanks around or not, then the security question is asked', async () => {
    const customer = await maria()
    const emailAddress = ` ${customer.emailAddress.toUpperCase()} `
    const found = await forgetUsername(portal.guest(), customer, { emailAddress })
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

  test('that a couple shares, then the main customer of the account is found, whoever enrolled first', async () => {
    const [ana, ben] = [await maria(), await maria()]
    const shared = 'update cis.person set email_address = $1 where person_id = $2'
    await portal.database.pool.query(shared, [ana.emailAddress, ben.personId])
    for (const [main, second] of [
      [ana, ben],
      [ben, ana],
    ] as const) {
      await addTestHolder(portal.database.db, main.accountId, second.personId)
      const found = await forgetUsername(portal.guest(), { ...main, emailAddress: ana.emailAddress })
      const whose = portal.database.db
        .selectFrom('recovery')
        .select('web_user_id')
        .where('handle', '=', handleOf(found))
      expect(await whose.executeTakeFirst()).toEqual({ web_user_id: main.webUserId })
    }
  })

  test('of a customer without an e-mail address on file, then no address matches', async () => {
    const customer = await maria()
    const { pool } = portal.database
    await pool.query('update cis.person set email_address = null where person_id = $1', [customer.personId])
    expect(await forgetUsername(portal.guest(), customer)).toMatchObject({
      status: 'Failed',
      description: 'Email address does not match',
    })
  })

  test('of somebody who has not enrolled, then the message says so', async () => {
    await addTestAccount(portal.database.db, { account: '8499999999', email: 'new@customer.example' })
    const asked = { ...(await maria()), accountId: '8499999999', emailAddress: 'new@customer.example' }
    expect(await forgetUsername(portal.guest(), asked)).toEqual({
      status: 'Failed',
      description: 'This account number isn’t registered yet. Register first.',
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

describe('tries', () => {
  test('given too many usernames that do not belong to an account, then everybody waits for that account', async () => {
    const customer = await maria()
    for (let n = 0; n < limits.wrongRecoveriesPerAccount.attempts; n += 1) {
      await forgetPassword(portal.guest(), customer, { username: `guess${n}` })
    }
    const { accountId, username } = customer
    const asked = { accountId, division: 'GWA', username }
    expect((await portal.guest().post('/api/v1/forgot-password', asked)).statusCode).toBe(429)
  })

  test('given the right ones, then nobody waits for the account', async () => {
    const customer = await maria()
    for (let n = 0; n <= limits.wrongRecoveriesPerAccount.attempts; n += 1) {
      expect((await forgetPassword(portal.guest(), customer)).status).toBe('Success')
    }
  })

  test('given too many account numbers from one address, then that address waits', async () => {
    const browser = portal.guest()
    const ask = async (at: number) => {
      const asked = { accountId: String(9_900_000_000 + at), division: 'GWA', username: 'maria' }
      return (await browser.post('/api/v1/forgot-password', asked)).statusCode
    }
    for (let n = 0; n < limits.recoveriesPerAddress.attempts; n += 1) expect(await ask(n)).toBe(200)
    expect(await ask(limits.recoveriesPerAddress.attempts)).toBe(429)
  })
})

test('given the billing system is down, then the reply asks to try later, and nothing counts as wrong', async () => {
  const holdersOf = async (): Promise<never> => {
    throw new BillingSystemDown('no answer from 10.0.0.7')
  }
  const broken = await testApp({ clock, billing: { ...portal.deps.billing, holdersOf } })
  const asked = { accountId: '8400000001', division: 'GWA', username: 'maria' }
  for (let n = 0; n <= limits.wrongRecoveriesPerAccount.attempts; n += 1) {
    expect((await broken.guest().post('/api/v1/forgot-password', asked)).statusCode).toBe(502)
  }
  await broken.close()
})
