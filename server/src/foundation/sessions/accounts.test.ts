import { billViewTexts } from '@portal/contract/bill-view-texts'
import { AccountNumber } from '@portal/contract/ids'
import { commonProblems } from '@portal/contract/problem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'
import { hasAccess, openAccountsAfter } from './accounts.ts'

const mine = '4821007391'
const theirs = '4821007392'
const answers = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`surveyAns${index + 1}`, 'S']))
const ticket = { cis_division: 'GWA', emailAddress: 'm@example.com', fullName: 'Maria Cruz', contactType: 'COMPLAINT' }

/** Every call about an account, a bill or a person, with a request for those of `who`. */
const calls = [
  { path: '/api/v1/user-latest-bill', about: (who: string) => ({ accountId: who }) },
  { path: '/api/v1/my-bills-list', about: (who: string) => ({ accountId: who }) },
  { path: '/api/v1/user-consumption-chart', about: (who: string) => ({ accountId: who }) },
  { path: '/api/v1/payment-history', about: (who: string) => ({ accountId: who }) },
  { path: '/api/v1/validate', about: (who: string) => ({ accountId: who, tenderType: 'CCV' }) },
  { path: '/api/v1/account-to-pay', about: (who: string) => ({ accountId: who }) },
  { path: '/api/v1/view-bill', about: (who: string) => ({ billId: `${who}01` }), words: billViewTexts.notYours },
  { path: '/api/v1/user-details', about: (who: string) => ({ personId: who }) },
  { path: '/api/v1/user-details', about: (who: string) => ({ personId: mine, accountId: who }) },
  {
    path: '/api/v1/submit-survey',
    about: (who: string) => ({ personId: who, username: 'x', fullName: 'Cruz, Maria', ...answers }),
  },
  { path: '/api/v1/help-and-support', about: (who: string) => ({ ...ticket, personId: who, message: 'Hello' }) },
  {
    path: '/api/v1/help-and-support',
    about: (who: string) => ({ ...ticket, personId: mine, accountId: who, message: 'Hello' }),
  },
]
/**
 * The calls that an administrator may make for the accounts opened to the session. Reading the newest bill opens one.
 */
const adminCalls = [
  ...calls.filter(
    ({ path }) => !['/api/v1/submit-survey', '/api/v1/help-and-support', '/api/v1/user-latest-bill'].includes(path),
  ),
  { path: '/api/v1/premise-info', about: (who: string) => ({ accountId: who }) },
]

let portal: TestApp
beforeAll(async () => {
  portal = await testApp()
  for (const account of [mine, theirs]) await addTestAccount(portal.database.db, { account })
})
beforeEach(() => portal.database.pool.query('delete from rate_limit'))
afterAll(() => portal.close())

async function administratorFor(account: string): Promise<TestBrowser> {
  const browser = await portal.administrator(3)
  const opened = `insert into session_account select max(id), $1, now() from session where kind = 'admin'`
  await portal.database.pool.query(opened, [account])
  return browser
}

describe.each(calls)('$path', ({ path, about, words = commonProblems['not-allowed'].title }) => {
  test('answers a customer about their own accounts and refuses those of somebody else (C§6)', async () => {
    const maria = await portal.customer({ person: mine, accounts: [mine] })
    expect((await maria.post(path, about(mine))).statusCode).toBe(200)
    const refused = await maria.post(path, about(theirs))
    expect(refused.statusCode).toBe(403)
    expect(refused.json().title).toBe(words)
  })

  test('refuses a customer whose session has ended', async () => {
    const maria = await portal.customer({ person: mine, accounts: [mine] })
    await portal.database.pool.query("delete from session where kind = 'customer'")
    expect((await maria.post(path, about(mine))).statusCode).toBe(401)
  })
})

describe.each(adminCalls)('$path', ({ path, about }) => {
  test('answers an administrator about accounts opened to the session and about no others', async () => {
    const ana = await administratorFor(mine)
    expect((await ana.post(path, about(mine))).statusCode).toBe(200)
    expect((await ana.post(path, about(theirs))).statusCode).toBe(403)
  })
})

test('a bill that does not exist is refused in the same way as one of somebody else', async () => {
  const maria = await portal.customer({ person: mine, accounts: [mine] })
  const [none, other] = await Promise.all(
    ['999999999999', `${theirs}01`].map((billId) => maria.post('/api/v1/view-bill', { billId })),
  )
  expect(none?.statusCode).toBe(403)
  expect(none?.json().title).toBe(other?.json().title)
})

test('the accounts of a session come in order, page by page, with their total number', async () => {
  const accounts = Array.from({ length: 7 }, (_, index) => String(3_000_000_000 + index))
  await portal.customer({ person: '3000000000', accounts: accounts.toReversed() })
  const { rows } = await portal.database.pool.query<{ id: number }>('select max(id) as id from session')
  const id = rows[0]?.id ?? 0
  const { db } = portal.database
  const first = await openAccountsAfter(db, id, null, 3)
  expect(first).toEqual({ accounts: accounts.slice(0, 3), total: 7 })
  const next = await openAccountsAfter(db, id, AccountNumber.parse(accounts[2]), 10)
  expect(next).toEqual({ accounts: accounts.slice(3), total: 7 })
  expect(await openAccountsAfter(db, id, AccountNumber.parse(accounts[6]), 10)).toEqual({ accounts: [], total: 7 })
  expect(await hasAccess(db, id, AccountNumber.parse(accounts[0]))).toBe(true)
  expect(await hasAccess(db, id, AccountNumber.parse(mine))).toBe(false)
})
