import { latestBillTexts } from '@portal/contract/bills'
import { mostAccountsPerSearch, phonedInTexts } from '@portal/contract/phoned-in'
import { commonProblems } from '@portal/contract/problem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import { BillingSystemDown } from '../../adapters/billing-system/port.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'

const home = '4821007391'
const company = '4821007392'
const cashOnly = '4821007393'
const unknown = '4821007399'
const path = '/api/v1/phoned-in-accounts'

let portal: TestApp
let clerk: TestBrowser
/** The newest entry of the audit log before the test; it is only ever added to. */
let lastEntry = 0
beforeAll(async () => {
  portal = await testApp()
  const { db } = portal.database
  const email = 'maria@customer.example'
  await addTestAccount(db, { account: home, balance: 8_053, arrears: 3_000, fullName: 'Cruz, Maria', email })
  await addTestAccount(db, {
    account: company,
    balance: 12_000,
    customerClass: 'COM',
    email: null,
    postal: '96910-1234',
  })
  await addTestAccount(db, { account: cashOnly, balance: 700, isCashOnly: true })
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.database.pool.query('delete from rate_limit')
  const { rows } = await portal.database.pool.query<{ id: number }>(
    'select coalesce(max(id), 0) as id from audit_entry',
  )
  lastEntry = rows[0]?.id ?? 0
  clerk = await portal.administrator(5)
})

async function search(...accountIds: string[]) {
  return (await clerk.post(path, { accountIds })).json<{ result: object[] }>().result
}

async function logged() {
  const columns = ['actor_kind', 'action', 'outcome', 'subject', 'after_change'] as const
  const entries = portal.database.db.selectFrom('audit_entry').select(columns).where('id', '>', lastEntry)
  return await entries.orderBy('id').execute()
}

describe('given a clerk who searches account numbers (A§2 Phoned-In)', () => {
  test('then each gets its own answer, in the order asked: its standing and its owner', async () => {
    const found = await search(company, unknown, home)
    expect(found).toEqual([
      {
        status: 'Success',
        accountId: company,
        account: expect.objectContaining({ accID: company, className: 'COM', emailAddress: '', postal: '96910' }),
      },
      { status: 'Failed', accountId: unknown, description: latestBillTexts.unknown },
      {
        status: 'Success',
        accountId: home,
        account: expect.objectContaining({
          accID: home,
          fullName: 'Maria Cruz',
          emailAddress: 'maria@customer.example',
          personId: home,
          amount: 8_053,
          arrearsTotal: 3_000,
          isDueDateRed: true,
          cashOnlyFlag: 'N',
          isBeingPaid: false,
        }),
      },
    ])
  })

  test('then empty rows and repetitions do not count (A§5)', async () => {
    const found = await search(home, '', ` ${home} `, '  ')
    expect(found).toMatchObject([{ status: 'Success', accountId: home }])
  })

  test.each([[[]], [['', '  ']]])('then %j is refused: at least one is needed', async (accountIds) => {
    const reply = await clerk.post(path, { accountIds })
    expect([reply.statusCode, reply.json().errors]).toEqual([
      400,
      [{ field: 'accountIds', message: phonedInTexts.nothingTyped }],
    ])
  })

  test('then more accounts than one search may have are refused', async () => {
    const accountIds = Array.from({ length: mostAccountsPerSearch + 1 }, (_, index) => String(5_000_000_000 + index))
    expect((await clerk.post(path, { accountIds })).statusCode).toBe(400)
  })

  test.each(['4821 007391', '4821-007391', ' ４８２１００７３９１ '])(
    'then the account number written as %j is found, once however often and however it is written',
    async (typed) => {
      expect(await search(typed, home)).toMatchObject([{ status: 'Success', accountId: home }])
    },
  )

  test('then an account number that lost its zeros at the beginning has them again', async () => {
    expect(await search('77')).toEqual([
      { status: 'Failed', accountId: '0000000077', description: latestBillTexts.unknown },
    ])
  })

  test.each(['48210O7391', '48210073911', "1' or true --"])(
    'then %j, which is no account number, is not looked up (A§5)',
    async (typed) => {
      expect(await search(typed)).toEqual([
        { status: 'Failed', accountId: typed, description: latestBillTexts.notNumeric },
      ])
      expect(await logged()).toEqual([])
    },
  )

  test('then a cash-only account is shown as one', async () => {
    expect(await search(cashOnly)).toMatchObject([{ account: { cashOnlyFlag: 'Y' } }])
  })

  test('then the accounts found are open to this session, and to no other', async () => {
    const other = await portal.administrator(5)
    await search(home)
    const asked = { accountId: home }
    expect((await clerk.post('/api/v1/payment-history', asked)).statusCode).toBe(200)
    expect((await other.post('/api/v1/payment-history', asked)).statusCode).toBe(403)
  })

  test('then the audit log says who asked for which accounts, found or not', async () => {
    await search(home, unknown, 'nonsense')
    await search(unknown)
    expect(await logged()).toEqual([
      {
        actor_kind: 'admin',
        action: 'accounts-opened',
        outcome: 'done',
        subject: `${home}, ${unknown}`,
        after_change: JSON.stringify({ opened: home, unknown }),
      },
      {
        actor_kind: 'admin',
        action: 'accounts-opened',
        outcome: 'refused',
        subject: unknown,
        after_change: JSON.stringify({ opened: '', unknown }),
      },
    ])
  })

  test('then searching again, in another tab or after a payment, is no error', async () => {
    await search(home)
    expect(await search(home, company)).toMatchObject([{ status: 'Success' }, { status: 'Success' }])
  })

  test('then the list of all customers cannot be read by searching on and on', async () => {
    const replies = []
    for (let count = 0; count < 121; count += 1) replies.push(await clerk.post(path, { accountIds: [home] }))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([...Array.from({ length: 120 }, () => 200), 429])
    expect(replies.at(-1)?.json().retryAfterSeconds).toBeGreaterThan(0)
    expect((await clerk.post('/api/v1/user-latest-bill', { accountId: company })).statusCode).toBe(429)
  })

  test('then a billing system that is down is reported, and no account is opened', async () => {
    const { billing } = portal.deps
    const findAccounts = async (): Promise<never> => {
      throw new BillingSystemDown('no answer from 10.0.0.7')
    }
    portal.deps.billing = { ...billing, findAccounts }
    const reply = await clerk.post(path, { accountIds: [home] })
    portal.deps.billing = billing
    expect([reply.statusCode, reply.json().title]).toEqual([502, commonProblems['partner-down'].title])
    expect((await clerk.post('/api/v1/payment-history', { accountId: home })).statusCode).toBe(403)
  })
})

describe("given a console that knows only the specification's own calls (A§7)", () => {
  const call = async (name: string, body: object) => (await clerk.post(`/api/v1/${name}`, body)).json<object>()

  test('then the newest bill of an account opens it, and the other calls answer about it', async () => {
    expect(await call('user-latest-bill', { accountId: home })).toMatchObject({
      result: {
        status: 'Success',
        firstName: 'Maria',
        email: 'maria@customer.example',
        arrears: { details: { AccountID: home, CurrentBalance: '80.53', Name: 'Maria Cruz' } },
      },
    })
    expect(await call('validate', { accountId: home, tenderType: 'CCV' })).toEqual({
      result: { status: 'Success', cashOnlyFlag: 'N' },
    })
    expect(await call('premise-info', { accountId: home })).toMatchObject({ Name: 'Cruz, Maria', isMasked: false })
    expect(await call('user-payment-history', { accountId: home })).toEqual({ result: [] })
    expect(await call('user-payment-history-ccb', { accountId: home })).toEqual({ result: [] })
    expect(await logged()).toMatchObject([{ action: 'accounts-opened', subject: home, outcome: 'done' }])
  })

  test('then asking again about an open account does not open it again', async () => {
    await call('user-latest-bill', { accountId: home })
    await call('user-latest-bill', { accountId: home })
    expect(await logged()).toHaveLength(1)
  })

  test('then an unknown account fails with a description and is opened to nobody', async () => {
    const failed = { result: { status: 'Failed', description: latestBillTexts.unknown } }
    expect(await call('user-latest-bill', { accountId: unknown })).toEqual(failed)
    expect(await logged()).toMatchObject([{ outcome: 'refused', subject: unknown }])
  })

  test('then an administrator whose level has changed can no longer read the opened account', async () => {
    await search(home)
    await portal.database.pool.query('update admin_user set level = 4')
    for (const name of ['user-latest-bill', 'validate', 'premise-info', 'payment-history', 'save-overall-payment']) {
      const reply = await clerk.post(`/api/v1/${name}`, { accountId: home, tenderType: 'CCV' })
      expect([name, reply.statusCode]).toEqual([name, 403])
    }
  })
})
