import { randomUUID } from 'node:crypto'
import { Instant } from '@portal/contract/dates'
import { AccountNumber } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import { BillingSystemDown } from '../../adapters/billing-system/port.ts'
import type { ChargeRequest } from '../../adapters/payment-gateway/port.ts'
import { chargingGateway } from '../../adapters/payment-gateway/testing/test-gateway.ts'
import { emptyTables } from '../../database/testing/empty-tables.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'
import { charged, testCard } from '../../payments/testing/engine-world.ts'
import { testClock } from '../../testing/clock.ts'

const account = '4821007391'
const charges: ChargeRequest[] = []
const gateway = chargingGateway(async (request) => {
  charges.push(request)
  return charged('4711')
})

let portal: TestApp
let maria: TestBrowser
beforeAll(async () => {
  portal = await testApp({ clock: testClock(Instant.parse('2026-02-10T01:00:00.000Z')), gateway })
  await addTestAccount(portal.database.db, { account, balance: 8_053 })
})
afterAll(() => portal.close())
beforeEach(async () => {
  await emptyTables(portal.database.db, ['rate_limit', 'checkout', 'email'])
  charges.length = 0
  maria = await portal.customer({ person: account, accounts: [account] })
})

/** A request to pay the whole balance, as often as it is sent. */
async function wholeBalance(): Promise<() => Promise<{ status: number; body: { outcome?: string } }>> {
  const key = randomUUID()
  const humanCheck = await maria.solve('checkout', key)
  const accounts = [{ accountId: account, amount: 8_053, amountDue: 8_053 }]
  return async () => {
    const body = { accounts, card: testCard, humanCheck }
    const reply = await maria.post('/api/v1/checkout', body, { 'idempotency-key': key })
    return { status: reply.statusCode, body: reply.json() }
  }
}

test('a request that an equal one overtakes while it is checked gets the same answer, not the balance that this one changed', async () => {
  const pay = await wholeBalance()
  const { billing } = portal.deps
  const findAccounts = billing.findAccounts.bind(billing)
  const overtaking: Awaited<ReturnType<typeof pay>>[] = []
  vi.spyOn(billing, 'findAccounts').mockImplementationOnce(async (...asked) => {
    overtaking.push(await pay())
    return findAccounts(...asked)
  })
  const overtaken = await pay()
  expect(overtaken.body.outcome).toBe('approved')
  expect([overtaken]).toEqual(overtaking)
  expect(charges).toHaveLength(1)
})

test.each(['findAccounts', 'balances'] as const)(
  'a request that is overtaken gets the same answer although the billing system is down by now: %s',
  async (question) => {
    const pay = await wholeBalance()
    const overtaking: Awaited<ReturnType<typeof pay>>[] = []
    vi.spyOn(portal.deps.billing, question).mockImplementationOnce(async () => {
      overtaking.push(await pay())
      throw new BillingSystemDown('no connection')
    })
    const overtaken = await pay()
    expect(overtaken.body.outcome).toBe('approved')
    expect([overtaken]).toEqual(overtaking)
    expect(charges).toHaveLength(1)
  },
)

/** What makes the next request be refused, and only that one, and what it is told. */
const refusals: [string, () => Promise<void> | void, [status: number, problem: string]][] = [
  [
    'the billing system is down',
    () =>
      void vi.spyOn(portal.deps.billing, 'findAccounts').mockRejectedValueOnce(new BillingSystemDown('no connection')),
    [502, 'partner-down'],
  ],
  [
    'the account takes no cards anymore',
    () => void vi.spyOn(portal.deps.billing, 'findAccounts').mockResolvedValueOnce([]),
    [409, 'account-not-payable'],
  ],
  [
    'the balance has changed',
    async () => {
      const { billing } = portal.deps
      const [standing] = await billing.balances([AccountNumber.parse(account)])
      if (!standing) throw new Error('No such account')
      const debt = { ...standing.debt, newCharges: cents(1) }
      vi.spyOn(billing, 'balances').mockResolvedValueOnce([{ ...standing, debt }])
    },
    [409, 'balance-changed'],
  ],
  [
    'there were too many tries',
    async () => {
      const many = `insert into rate_limit (key, points, expire) values ('checkoutsPerAccount:${account}', 1000, null)
        on conflict (key) do update set points = 1000`
      await portal.database.pool.query(many)
    },
    [429, 'too-many-tries'],
  ],
]

test.each(refusals)(
  'a payment whose repeat was refused cannot begin anymore, and a later press can: %s',
  async (_, refuseNext, [status, problem]) => {
    const pay = await wholeBalance()
    const { billing } = portal.deps
    const findAccounts = billing.findAccounts.bind(billing)
    const repeats: Awaited<ReturnType<typeof pay>>[] = []
    vi.spyOn(billing, 'findAccounts').mockImplementationOnce(async (...asked) => {
      await refuseNext()
      repeats.push(await pay())
      await portal.database.pool.query('delete from rate_limit')
      return await findAccounts(...asked)
    })
    const first = await pay()
    expect(repeats).toMatchObject([{ status, body: { type: `/problems/${problem}` } }])
    expect(first).toMatchObject({ status: 409, body: { type: '/problems/repeat-refused' } })
    expect(charges).toEqual([])
    expect((await pay()).body.outcome).toBe('approved')
    expect(charges).toHaveLength(1)
  },
)
