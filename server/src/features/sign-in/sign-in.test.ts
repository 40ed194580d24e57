import { signInTexts } from '@portal/contract/sign-in-texts'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import { whileChanged } from '../../database/testing/while-changed.ts'
import { type TestApp, testApp } from '../../http/testing/app.ts'
import { secretHashSeconds } from '../../metrics.ts'
import { testClock } from '../../testing/clock.ts'
import { type EnrolledCustomer, enrolCustomer } from '../../testing/people.ts'
import { asSpecified, lockOut, refused, signIn } from './testing/signing.ts'

const path = '/api/v1/user-login'
const clock = testClock()
let portal: TestApp
beforeAll(async () => {
  portal = await testApp({ clock })
})
beforeEach(() => portal.database.pool.query('delete from rate_limit; delete from unknown_login'))
afterAll(() => portal.close())

let persons = 8_200_000_000
async function customerWithAccounts(accounts: number): Promise<EnrolledCustomer & { accounts: string[] }> {
  persons += 100
  const person = String(persons)
  const numbers = Array.from({ length: accounts }, (_, at) => String(persons + at))
  for (const [at, account] of numbers.entries()) {
    await addTestAccount(portal.database.db, { account, person: { id: person, isKnown: at > 0 }, ...kinds[at] })
  }
  return { ...(await enrolCustomer(portal.deps, { person })), accounts: numbers }
}
const kinds = [{}, { customerClass: 'COMM' }, { status: '60' }]

/** The accounts that are open to the only session of a customer. */
async function openTo({ webUserId }: EnrolledCustomer): Promise<string[]> {
  const { rows } = await portal.database.pool.query<{ account_id: string }>(
    `select account_id from session_account where session_id = (select id from session where web_user_id = $1)
     order by account_id`,
    [webUserId],
  )
  return rows.map((row) => row.account_id)
}

describe('given the right username and password', () => {
  test('then the reply has the person and all their accounts, without commas in the addresses (C§3, C§7)', async () => {
    const maria = await customerWithAccounts(3)
    const reply = await signIn(portal.guest(), maria)
    expect(reply.statusCode).toBe(200)
    const premiseInfo = '7 Water Lane Unit 2 Tamuning GU 96913'
    expect(reply.json()).toEqual({
      status: { loginMessage: 'Success. Please wait for redirection.' },
      result: {
        loginSuccessful: true,
        personId: maria.personId,
        premiseData: [
          { accountId: maria.accounts[0], premiseInfo, customerClass: 'RESID', isActive: true },
          { accountId: maria.accounts[1], premiseInfo, customerClass: 'COMM', isActive: true },
          { accountId: maria.accounts[2], premiseInfo, customerClass: 'RESID', isActive: false },
        ],
      },
    })
  })

  test('then it does not matter whether the keyboard sends accents separately from their letters', async () => {
    const { database, deps } = portal
    await addTestAccount(database.db, { account: '8299999999' })
    const jose = await enrolCustomer(deps, { person: '8299999999', username: 'José.Peña'.normalize('NFC') })
    const reply = await signIn(portal.guest(), { ...jose, username: 'josé.peña'.normalize('NFD') })
    expect(reply.json().result.loginSuccessful).toBe(true)
  })

  test('then the browser has a session to which exactly these accounts are open', async () => {
    const maria = await customerWithAccounts(2)
    const browser = portal.guest()
    await signIn(browser, maria)
    expect((await browser.get('/api/v1/session')).json()).toMatchObject({
      username: maria.username,
      personId: maria.personId,
    })
    expect(await openTo(maria)).toEqual(maria.accounts)
  })

  test.each([
    ['in other capitals', (name: string) => name.toUpperCase()],
    ['with spaces around it', (name: string) => ` ${name} `],
  ])('the name typed %s is the same name', async (_, typed) => {
    const maria = await enrolCustomer(portal.deps)
    const reply = await signIn(portal.guest(), { ...maria, username: typed(maria.username) })
    expect(reply.json().result.loginSuccessful).toBe(true)
  })

  test('only name and password are required, and a limit sent by the client changes nothing', async () => {
    const maria = await enrolCustomer(portal.deps)
    const { username: userName, password } = maria
    expect((await portal.guest().post(path, { userName, password })).json().result.loginSuccessful).toBe(true)
    for (let n = 1; n <= 5; n += 1) {
      await portal.guest().post(path, { userName, password: 'wrong', wrongPasswordCountLimit: '500' })
    }
    expect((await signIn(portal.guest(), maria)).json()).toEqual(refused(signInTexts.exceeded))
  })
})

describe('given a wrong password, or an unknown name', () => {
  test('then both get the same answer, in upper or lower case, up to the limit and beyond it (C§8)', async () => {
    const maria = await enrolCustomer(portal.deps)
    const answers = async (userName: string): Promise<unknown[]> => {
      const all: unknown[] = []
      for (let n = 1; n <= 7; n += 1) {
        const username = n % 2 === 0 ? userName.toUpperCase() : userName
        all.push((await signIn(portal.guest(), { username, password: 'no' })).json())
      }
      return all
    }
    const known = await answers(maria.username)
    expect(known).toEqual([
      ...Array.from({ length: 4 }, () => refused(signInTexts.failed)),
      ...Array.from({ length: 3 }, () => refused('Exceeded number of wrong password')),
    ])
    expect(await answers('nobody-has-this')).toEqual(known)
  })

  test.each([
    ['a wrong password', async () => await enrolCustomer(portal.deps)],
    ['a name nobody has', async () => ({ username: 'nobody-has-this', password: '' })],
    ['a locked login', async () => await lockedCustomer()],
  ])('then %s costs one comparison and opens nothing', async (_, who) => {
    const { username } = await who()
    const browser = portal.guest()
    const before = await hashesMade()
    await signIn(browser, { username, password: 'no' })
    expect((await hashesMade()) - before).toBe(1)
    expect(browser.cookies.size).toBe(0)
  })

  test.each([
    ['userName', { userName: ' ', password: 'x' }, signInTexts.usernameRequired],
    ['password', { userName: 'maria', password: '' }, signInTexts.passwordRequired],
  ])('then without a %s the field says so, and nothing is counted', async (field, body, message) => {
    const reply = await portal.guest().post(path, body)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ errors: [{ field, message }] })
  })
})

test('sign-ins, refused ones and tests by administrators are in the audit log, without unknown names', async () => {
  const maria = await enrolCustomer(portal.deps)
  await signIn(portal.guest(), maria)
  await signIn(portal.guest(), { ...maria, password: 'no' })
  await signIn(portal.guest(), { username: 'Is this my password?', password: 'no' })
  const tester = await portal.administrator(1)
  await tester.post('/api/v1/backdoor-login', asSpecified(maria.username, maria.password))
  const { rows } = await portal.database.pool.query(
    'select actor_kind, actor, action, outcome, subject, address from audit_entry order by id desc limit 4',
  )
  const address = '127.0.0.1'
  expect(rows.toReversed()).toEqual([
    {
      actor_kind: 'customer',
      actor: maria.username,
      action: 'customer-sign-in',
      outcome: 'done',
      subject: '',
      address,
    },
    {
      actor_kind: 'customer',
      actor: maria.username,
      action: 'customer-sign-in',
      outcome: 'refused',
      subject: '',
      address,
    },
    { actor_kind: 'guest', actor: '', action: 'customer-sign-in', outcome: 'refused', subject: '', address },
    {
      actor_kind: 'admin',
      actor: expect.stringMatching(/^admin/),
      action: 'backdoor-sign-in',
      outcome: 'done',
      subject: maria.username,
      address,
    },
  ])
})

async function lockedCustomer(): Promise<EnrolledCustomer> {
  const customer = await enrolCustomer(portal.deps)
  await lockOut(portal, customer)
  return customer
}

async function hashesMade(): Promise<number> {
  const { values } = await secretHashSeconds.get()
  return values.find((one) => one.metricName?.endsWith('_count'))?.value ?? 0
}

describe('given the right password at the moment when', () => {
  test.each([
    ['it is changed', "update web_user set password_hash = 'another hash' where id = $1"],
    ['the login is locked', 'update web_user set locked_at = now() where id = $1'],
  ])(
    '%s, then no session is opened, the browser keeps the one it has, and the log says who was refused',
    async (_, sql) => {
      const [maria, juan] = [await customerWithAccounts(1), await enrolCustomer(portal.deps)]
      const browser = portal.guest()
      await signIn(browser, juan)
      const change = { sql, values: [maria.webUserId] }
      const reply = await whileChanged(portal.database.pool, change, async () => await signIn(browser, maria))
      expect(reply.json().result.loginSuccessful).toBe(false)
      expect((await browser.get('/api/v1/session')).json().username).toBe(juan.username)
      const { pool } = portal.database
      const sessions = await pool.query('select from session where web_user_id = $1', [maria.webUserId])
      expect(sessions.rowCount).toBe(0)
      const { rows } = await pool.query('select action, outcome from audit_entry order by id desc limit 1')
      expect(rows).toEqual([{ action: 'customer-sign-in', outcome: 'refused' }])
    },
  )
})

describe('given an import that gives an account to somebody else while its customer signs in', () => {
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  const oneWaits = async () => {
    await expect.poll(async () => (await portal.database.pool.query(waiting)).rowCount).toBe(1)
  }
  let other: pg.PoolClient
  beforeEach(async () => {
    other = await portal.database.pool.connect()
    await other.query('begin')
  })
  // Closing it also ends its transaction.
  afterEach(() => other.release(true))

  test('when it is swapped in after the accounts were read, then that account is not opened', async () => {
    const [maria, juan] = [await customerWithAccounts(2), await customerWithAccounts(1)]
    const { accountsOfPerson } = portal.deps.billing
    vi.spyOn(portal.deps.billing, 'accountsOfPerson').mockImplementationOnce(async (person) => {
      const read = await accountsOfPerson(person)
      await other.query('lock table cis.account_person in access exclusive mode')
      const moved = [juan.personId, maria.accounts[1]]
      await other.query('update cis.account_person set person_id = $1 where account_id = $2', moved)
      return read
    })
    const signingIn = signIn(portal.guest(), maria)
    await oneWaits()
    await other.query('commit')
    expect((await signingIn).json().result.loginSuccessful).toBe(true)
    expect(await openTo(maria)).toEqual(maria.accounts.slice(0, 1))
  })

  test('when the session is being opened, then the swap waits and will find it', async () => {
    const maria = await customerWithAccounts(1)
    const { accountsOfPerson } = portal.deps.billing
    vi.spyOn(portal.deps.billing, 'accountsOfPerson').mockImplementationOnce(async (person) => {
      await other.query('select from web_user where id = $1 for update', [maria.webUserId])
      return await accountsOfPerson(person)
    })
    const signingIn = signIn(portal.guest(), maria)
    await oneWaits()
    const changeOver = 'do $$ begin lock table cis.account_person in access exclusive mode nowait; end $$'
    await expect(portal.database.pool.query(changeOver)).rejects.toMatchObject({ code: '55P03' })
    await other.query('commit')
    await signingIn
    expect(await openTo(maria)).toEqual(maria.accounts)
  })
})
