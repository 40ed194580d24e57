import { Instant } from '@portal/contract/dates'
import { AccountNumber } from '@portal/contract/ids'
import { PayableAccount } from '@portal/contract/pay-now'
import { payNowTexts } from '@portal/contract/pay-now-texts'
import { commonProblems } from '@portal/contract/problem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestAccount } from '../adapters/billing-system/ledger/testing/ledger.ts'
import { BillingSystemDown } from '../adapters/billing-system/port.ts'
import { limits } from '../foundation/rate-limits/limits.ts'
import { openAccounts } from '../foundation/sessions/accounts.ts'
import { type TestApp, type TestBrowser, testApp } from '../http/testing/app.ts'
import { testClock } from '../testing/clock.ts'

const account = '4821007391'
const another = '4821007392'
const halfAnHour = 30 * 60_000
const path = '/api/v1/validate-account'
const clock = testClock(Instant.parse('2026-02-10T01:00:00.000Z'))

let portal: TestApp
beforeAll(async () => {
  portal = await testApp({ clock })
  await addTestAccount(portal.database.db, {
    account,
    balance: 8053,
    fullName: 'Cruz, Maria',
    email: 'maria@customer.example',
    postal: '96913-1234',
    source: 'PER',
  })
  await addTestAccount(portal.database.db, { account: another, balance: 8053 })
})
beforeEach(() => portal.database.pool.query('delete from rate_limit'))
afterAll(() => portal.close())

let accountsMade = 0
function newAccount(): string {
  accountsMade += 1
  return String(5_000_000_000 + accountsMade)
}

async function ask(guest: TestBrowser, changes: object = {}) {
  const humanCheck = await guest.solve('account')
  return await guest.post(path, { accountId: account, division: 'GWA', postal: '96913', humanCheck, ...changes })
}

describe('given the account number and zip code of the bill', () => {
  test('then the reply has the masked name, address and email and the amount due (C§2.6)', async () => {
    const reply = await ask(portal.guest())
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({
      result: {
        status: 'Success',
        details: {
          Name: 'Ma*** Cr**',
          Address: '12 HoXX StXXXX, TaXXXXXX, GU 96XXX-XXXX',
          EmailID: 'm***a@customer.example',
        },
        account: {
          accID: account,
          className: 'RESID',
          serviceLocation: '7 WaXXX LaXX UnXX 2, TaXXXXXX, GU, 96XXX-XXXX',
          amount: 8053,
          dueDate: '2026-02-20',
          isDueDateRed: false,
          arrearsTotal: 0,
          isActive: true,
          cashOnlyFlag: 'N',
          isBeingPaid: false,
          pendingPayment: null,
          isBankBlocked: false,
        },
      },
    })
  })

  test('then the account is opened to this session and to no other', async () => {
    const [mine, theirs] = [portal.guest(), portal.guest()]
    await ask(mine)
    await theirs.solve('account')
    const { rows } = await portal.database.pool.query<{ id: number }>('select id from session order by id desc limit 2')
    const opened = await Promise.all(rows.map((row) => openAccounts(portal.database.db, row.id)))
    expect(opened).toEqual([[], [AccountNumber.parse(account)]])
  })

  test.each([
    { source: 'PER', postal: '96913' },
    { source: 'PREM', postal: '96913' },
    { source: 'ACOV', postal: '96932' },
  ] as const)('then the zip code is that of the address the bill goes to: $source', async ({ source, postal }) => {
    const number = newAccount()
    await addTestAccount(portal.database.db, { account: number, source })
    expect((await ask(portal.guest(), { accountId: number, postal })).json().result.status).toBe('Success')
    expect((await ask(portal.guest(), { accountId: number, postal: '96999' })).json().result.status).toBe('Failed')
  })

  test('typed with spaces around it, then it is still found', async () => {
    const reply = await ask(portal.guest(), { accountId: ` ${account} `, postal: ' 96913 ' })
    expect(reply.json().result.status).toBe('Success')
  })
})

describe('given account and zip code that do not match', () => {
  test.each([
    ['an unknown account', { accountId: '9999999999' }],
    ['the zip code of another place', { postal: '96910' }],
    ['the division of another utility', { division: 'XYZ' }],
  ])('%s, then the same one sentence is said (C§8) and nothing is opened', async (_, changes) => {
    const guest = portal.guest()
    const before = await portal.database.pool.query('select 1 from session_account')
    const reply = await ask(guest, changes)
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({ result: { status: 'Failed', details: payNowTexts.notMatching } })
    expect((await portal.database.pool.query('select 1 from session_account')).rowCount).toBe(before.rowCount)
  })
})

test.each([
  ['accountId', '', payNowTexts.accountRequired],
  ['accountId', '   ', payNowTexts.accountRequired],
  ['accountId', '12345', 'Account number is invalid.'],
  ['accountId', '48210073911', 'Account number is invalid.'],
  ['accountId', '48210O7391', 'Account number is invalid.'],
  ['postal', '', payNowTexts.zipRequired],
  ['postal', '9691', payNowTexts.zipRequired],
  ['postal', '969134', payNowTexts.zipRequired],
  ['postal', 'GUAM1', payNowTexts.zipRequired],
])('given %s %j, then the field says: %s', async (field, value, message) => {
  const reply = await ask(portal.guest(), { [field]: value })
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ type: '/problems/invalid', errors: [{ field, message }] })
})

describe('accounts of other kinds', () => {
  test.each([
    ['cash only', { isCashOnly: true }, { cashOnlyFlag: 'Y' }],
    ['closed', { status: '60' }, { isActive: false }],
    ['not residential', { customerClass: 'COMM' }, { className: 'COMM' }],
    ['in arrears', { balance: 9000, arrears: 4000 }, { isDueDateRed: true, arrearsTotal: 4000 }],
    ['past its due date', { balance: 9000, dueDate: '2026-02-09' }, { isDueDateRed: true }],
    ['due today in Guam', { balance: 9000, dueDate: '2026-02-10' }, { isDueDateRed: false }],
    ['past its due date and paid', { balance: 0, dueDate: '2026-01-20' }, { isDueDateRed: false }],
    ['in credit', { balance: -1250 }, { amount: -1250, isDueDateRed: false }],
    ['never billed', { dueDate: null }, { amount: 0, dueDate: null, isDueDateRed: false }],
  ])('%s', async (_, given, shown) => {
    const number = newAccount()
    await addTestAccount(portal.database.db, { account: number, ...given })
    const reply = await ask(portal.guest(), { accountId: number, postal: '96913' })
    expect(reply.json().result.account).toMatchObject(shown)
  })

  test('without an e-mail on file', async () => {
    const number = newAccount()
    await addTestAccount(portal.database.db, { account: number, email: null })
    const reply = await ask(portal.guest(), { accountId: number, postal: '96913' })
    expect(reply.json().result.details.EmailID).toBe('')
  })
})

describe('tries', () => {
  test('given too many wrong zip codes for one account, then everybody has to wait for it, and the reply says how long', async () => {
    for (let n = 0; n < limits.wrongLookUpsPerAccount.attempts; n += 1) await ask(portal.guest(), { postal: '96910' })
    const reply = await ask(portal.guest())
    expect(reply.statusCode).toBe(429)
    const { retryAfterSeconds, title } = reply.json()
    expect(title).toBe(commonProblems['too-many-tries'].title)
    expect(retryAfterSeconds).toBeGreaterThan(0)
    expect(retryAfterSeconds).toBeLessThanOrEqual(limits.wrongLookUpsPerAccount.seconds)
    expect(reply.headers['retry-after']).toBe(String(retryAfterSeconds))
  })

  test('given the right zip code any number of times, then nobody has to wait for the account or at the address', async () => {
    for (let n = 0; n <= limits.wrongLookUpsPerAddress.attempts; n += 1) {
      expect((await ask(portal.guest())).json().result.status).toBe('Success')
    }
  })

  test('given too many failed look-ups from one address, then that address has to wait', async () => {
    const { attempts: tries } = limits.wrongLookUpsPerAddress
    const guest = portal.guest()
    await guest.solve('account')
    for (let n = 0; n < tries; n += 1) {
      expect((await guest.post(path, { ...wrong, humanCheck: 'none' })).statusCode).toBe(403)
    }
    expect((await guest.post(path, { ...wrong, humanCheck: 'none' })).statusCode).toBe(429)
  })
  const wrong = { accountId: '9999999999', division: 'GWA', postal: '96910' }
})

test('given the billing system is down, then the reply asks to try later and reveals nothing about the account', async () => {
  const down = async (): Promise<never> => {
    throw new BillingSystemDown('no answer from 10.0.0.7')
  }
  const broken = await testApp({ billing: { ...portal.deps.billing, findAccount: down, balances: down } })
  const reply = await ask(broken.guest())
  expect(reply.statusCode).toBe(502)
  expect(reply.json()).toMatchObject({ type: '/problems/partner-down', title: commonProblems['partner-down'].title })
  expect(reply.body).not.toContain('10.0.0.7')
  // Nothing was compared, so none of these tries counts as wrong.
  for (let n = 0; n < limits.wrongLookUpsPerAccount.attempts; n += 1) {
    expect((await ask(broken.guest())).statusCode).toBe(502)
  }
  await broken.close()
})

/** Finds the account by its zip code, which opens it to the guest. */
async function find(guest: TestBrowser) {
  const humanCheck = await guest.solve('account')
  const question = { accountId: account, division: 'GWA', postal: '96913', humanCheck }
  return await guest.post('/api/v1/validate-account', question)
}

const askAgain = (guest: TestBrowser, accountId = account) => guest.post('/api/v1/account-to-pay', { accountId })

test('a guest may ask again and again how the account stands that was found, without another human check', async () => {
  const guest = portal.guest()
  const found = await find(guest)
  const { serviceLocation } = PayableAccount.parse(found.json().result.account)
  expect(serviceLocation).toContain('XX')
  for (let time = 0; time < 3; time += 1) {
    const again = await askAgain(guest)
    expect(again.json()).toEqual(found.json().result.account)
  }
})

test('nobody may ask about an account that was not found by its zip code', async () => {
  const guest = portal.guest()
  expect((await askAgain(guest)).json()).toMatchObject(commonProblems['not-signed-in'])
  await find(guest)
  expect((await askAgain(guest, another)).json()).toMatchObject(commonProblems['not-allowed'])
})

test('asking keeps no session alive, and opens none', async () => {
  const guest = portal.guest()
  await find(guest)
  clock.advance(halfAnHour)
  expect((await askAgain(guest)).statusCode).toBe(200)
  clock.advance(halfAnHour + 120_000)
  const late = await askAgain(guest)
  expect(late.statusCode).toBe(401)
  expect(late.cookies).toEqual([])
})
