import { randomUUID } from 'node:crypto'
import { Instant } from '@portal/contract/dates'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { BillingSystemDown } from '../../../adapters/billing-system/port.ts'
import { addTestAccount } from '../../../adapters/billing-system/testing/ledger.ts'
import type { ChargeRequest } from '../../../adapters/card-gateway/port.ts'
import { emptyTables } from '../../../database/testing/empty-tables.ts'
import { type TestApp, type TestBrowser, testApp } from '../../../http/testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { chargingGateway } from '../testing/charging-gateway.ts'
import { charged, testCard } from '../testing/engine-world.ts'

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
  await emptyTables(portal.database.db, ['rate_limit', 'checkout', 'letter'])
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

test.each(['findAccounts', 'standings'] as const)(
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

test('a payment whose repeat was refused because the billing system was down cannot be charged any more', async () => {
  const pay = await wholeBalance()
  const { billing } = portal.deps
  const findAccounts = billing.findAccounts.bind(billing)
  const repeats: Awaited<ReturnType<typeof pay>>[] = []
  vi.spyOn(billing, 'findAccounts').mockImplementationOnce(async (...asked) => {
    vi.spyOn(billing, 'findAccounts').mockImplementationOnce(async () => {
      throw new BillingSystemDown('no connection')
    })
    repeats.push(await pay())
    return await findAccounts(...asked)
  })
  const first = await pay()
  expect(repeats).toMatchObject([{ status: 502, body: { type: expect.stringContaining('partner-down') } }])
  expect(first).toMatchObject({ body: { type: expect.stringContaining('human-check-failed') } })
  expect(charges).toEqual([])
})
