import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addTestAccount } from '@portal/server/adapters/billing-system/test-ledger.ts'
import { type TestDatabase, createTestDatabase } from '@portal/server/database/test-database.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startGatewaySimulator } from '../gateway-simulator/start.ts'
import { Payer } from '../payer/payer.ts'
import { type CrashPoint, crashPoints } from './crash-points.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { settingsFor, testCredentials } from './settings.ts'

const zip = '96913'

interface Case {
  crashAt: CrashPoint
  accounts: string[]
  isApproved: boolean
}

/** Every point × one and three accounts × approved and declined; a declined payment has no postings to die in. */
const cases: Case[] = crashPoints.flatMap((crashAt, point) =>
  [1, 3].flatMap((count) =>
    [true, false]
      .filter((isApproved) => isApproved || !crashAt.endsWith('posting'))
      .map((isApproved) => ({
        crashAt,
        isApproved,
        accounts: Array.from({ length: count }, (_, index) => `7${point}${count}${isApproved ? 1 : 2}00000${index}`),
      })),
  ),
)

interface Died extends Case {
  key: string
  payer: Payer
}

let database: TestDatabase
let books: string
let gateway: Awaited<ReturnType<typeof startGatewaySimulator>>
let survivor: ServerProcess
const died: Died[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  books = await mkdtemp(join(tmpdir(), 'gateway-books-'))
  gateway = await startGatewaySimulator({ credentials: testCredentials, books })
  for (const account of ['7000000000', ...cases.flatMap(({ accounts }) => accounts)]) {
    await addTestAccount(database.db, { account, balance: 10_000 })
  }
  await payOnce('7000000000')
  for (const one of cases) died.push(await payAndDie(one))
  survivor = await startServer(settings(), null)
  await vi.waitUntil(isAtRest, { timeout: 240_000, interval: 250 })
}, 600_000)

afterAll(async () => {
  await survivor?.kill('SIGTERM')
  await gateway.close()
  await database.drop()
  await rm(books, { recursive: true, force: true })
})

describe('given a server killed with SIGKILL on the way of a payment, when another one takes over', () => {
  it.each(cases)('then all books agree: $crashAt, $accounts.length account(s), approved: $isApproved', async (one) => {
    const { key, payer } = died.find(({ accounts }) => accounts === one.accounts) ?? {}
    const checkout = await payer?.at(survivor.address).look(key ?? '')
    if (!checkout) throw new Error('The checkout is lost')
    const charges = gateway.purchases().filter(({ reference }) => reference === checkout.referenceNumber)
    const live = charges.filter(({ state }) => state === 'live')
    expect(charges.length).toBeLessThanOrEqual(1)

    const wasSent = one.crashAt !== 'after-intent'
    const expected = !wasSent ? 'serverFailed' : one.isApproved ? 'approved' : 'declined'
    expect(checkout.outcome).toBe(expected)
    expect(live).toHaveLength(expected === 'approved' ? 1 : 0)
    expect(await recorded(one.accounts)).toEqual(
      expected === 'approved'
        ? checkout.accounts.map(({ accountId, amount, receiptNumber }) => ({ accountId, amount, receiptNumber }))
        : [],
    )
  })

  it('then no account is held and every ledger adds up to zero', async () => {
    const holds = await database.pool.query('select * from account_hold')
    const unbalanced = await database.pool.query(
      'select checkout_id from ledger_entry group by checkout_id having sum(amount_cents) <> 0',
    )
    expect([holds.rowCount, unbalanced.rowCount]).toEqual([0, 0])
  })
})

function settings(): Record<string, string> {
  return settingsFor(database.url, gateway.url)
}

async function payAndDie(one: Case): Promise<Died> {
  const key = randomUUID()
  const server = await startServer({ ...settings(), CRASH_ACCOUNTS: one.accounts.join() }, one.crashAt)
  const payer = new Payer(server.address)
  for (const account of one.accounts) await payer.find(account, zip)
  if (one.crashAt === 'during-charge') gateway.fail({ kind: 'delayBeforeCommit', milliseconds: 600 })
  await payer.checkOut({ key, accounts: amountsOf(one) }).catch(() => null)
  await server.ended
  return { ...one, key, payer }
}

/** The simulator declines 5302.00 as the real demo does: the amounts of a declined case add up to it. */
function amountsOf({ accounts, isApproved }: Case): { accountId: string; amount: number }[] {
  const first = isApproved ? 2_500 : 530_200 - (accounts.length - 1) * 1_000
  return accounts.map((accountId, index) => ({ accountId, amount: index === 0 ? first : 1_000 }))
}

/** Some other payment that goes well: what the look-ups prove their search with. */
async function payOnce(account: string): Promise<void> {
  const server = await startServer(settings(), null)
  const payer = new Payer(server.address)
  await payer.find(account, zip)
  const reply = await payer.checkOut({ key: randomUUID(), accounts: [{ accountId: account, amount: 1_000 }] })
  expect(await reply.json()).toMatchObject({ outcome: 'approved' })
  await server.kill('SIGTERM')
}

async function isAtRest(): Promise<boolean> {
  const open = await database.pool.query(
    `select from charge_attempt where state in ('INTENT', 'UNKNOWN', 'ESCALATED')
     union all select from posting where state <> 'POSTED'`,
  )
  return open.rowCount === 0
}

interface RecordedPayment {
  accountId: string
  amount: number
  receiptNumber: string
}

async function recorded(accounts: string[]): Promise<RecordedPayment[]> {
  const rows = await database.pool.query<RecordedPayment>(
    `select account_id as "accountId", amount_cents as amount, receipt_number as "receiptNumber"
     from cis.portal_payment where account_id = any($1) order by account_id`,
    [accounts],
  )
  return rows.rows
}
