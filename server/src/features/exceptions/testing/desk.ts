import { randomUUID } from 'node:crypto'
import type { ReplyOf } from '@portal/contract/call'
import { Instant } from '@portal/contract/dates'
import type { ExceptionDetails, listExceptions } from '@portal/contract/exceptions'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { z } from 'zod'
import { addTestAccount } from '../../../adapters/billing-system/ledger/testing/ledger.ts'
import { backgroundWork } from '../../../app.ts'
import { emptyTables } from '../../../database/testing/empty-tables.ts'
import { type TestApp, type TestBrowser, testApp } from '../../../http/testing/app.ts'
import { type TestClock, testClock } from '../../../testing/clock.ts'
import { type DeskPartners, billingOf, gatewayOf, goodPartners } from './partners.ts'

export const [home, shop] = ['4821007391', '4821007392'] as const

const Audited = z.array(
  z.object({ action: z.string(), actor: z.string(), subject: z.string(), after: z.record(z.string(), z.unknown()) }),
)

interface Answered {
  status: number
  body: ExceptionDetails & { title: string; detail?: string; payment?: Answered['body'] }
}

/** Two people from finance: ana of level 3 and ben of level 1. */
export interface TestDesk {
  portal: TestApp
  clock: TestClock
  partners: DeskPartners
  ana: TestBrowser
  ben: TestBrowser
  /** $42.50 for each account. @returns the overall payment's key */
  pay(accounts?: readonly string[]): Promise<number>
  work(): Promise<void>
  /** Everybody stays signed in. */
  pass(milliseconds: number): Promise<void>
  list(): Promise<ReplyOf<typeof listExceptions>['payments']>
  read(id: number, by?: TestBrowser): Promise<ExceptionDetails>
  move(id: number, wanted: object, by?: TestBrowser): Promise<Answered>
  decide(id: number, wanted: object, by?: TestBrowser): Promise<Answered>
  /** Of this test, oldest first. */
  audited(): Promise<z.infer<typeof Audited>>
  history(id: number): Promise<string>
}

/** Once at the top of a test file. Every test begins without payments. */
export function testDesk(): TestDesk {
  const clock = testClock(Instant.parse('2026-02-10T01:00:00.000Z'))
  const partners = goodPartners()
  let portal: TestApp
  let maria: TestBrowser
  let ana: TestBrowser
  let ben: TestBrowser
  let lastAudited = 0
  beforeAll(async () => {
    portal = await testApp({ clock, gateway: gatewayOf(partners) })
    Object.assign(portal.deps.billing, billingOf({ ...portal.deps.billing }, partners))
    for (const account of [home, shop]) await addTestAccount(portal.database.db, { account, balance: 90_000 })
    maria = await portal.customer({ person: home, accounts: [home, shop] })
    ana = await portal.administrator(3)
    ben = await portal.administrator(1)
  })
  beforeEach(async () => {
    Object.assign(partners, goodPartners())
    lastAudited = await emptied(portal)
  })
  afterAll(() => portal.close())
  return {
    get portal() {
      return portal
    },
    get ana() {
      return ana
    },
    get ben() {
      return ben
    },
    clock,
    partners,
    pay: async (accounts = [home]) => await pay(portal, maria, accounts),
    work: async () => await work(portal),
    pass: async (milliseconds) => await pass(portal, clock, milliseconds),
    list: async () => (await readAs<ReplyOf<typeof listExceptions>>(ana, '/api/v1/exceptions/payments')).payments,
    read: async (id, by = ana) => await readAs<ExceptionDetails>(by, `/api/v1/exceptions/payments/${id}`),
    move: async (id, wanted, by = ana) => await post(by, `/api/v1/exceptions/payments/${id}/actions`, wanted),
    decide: async (id, wanted, by = ben) => {
      const { status, body } = await post(by, `/api/v1/exceptions/approval-requests/${id}`, wanted)
      return { status, body: body.payment ?? body }
    },
    audited: async () => await audited(portal, lastAudited),
    history: async (id) => (await ana.post('/api/v1/search-transaction-logs', { overallId: id })).body,
  }
}

/** @returns the last entry of the audit log, which cannot be emptied */
async function emptied({ database: { db, pool } }: TestApp): Promise<number> {
  await emptyTables(
    db,
    ['rate_limit', 'checkout', 'email', 'reconciliation_run', 'discrepancy', 'finance_summary', 'approval_request'],
    'from1',
  )
  const { rows } = await pool.query<{ id: number }>('select coalesce(max(id), 0)::int as id from audit_entry')
  return rows[0]?.id ?? 0
}

async function pass({ database: { pool } }: TestApp, clock: TestClock, milliseconds: number): Promise<void> {
  clock.advance(milliseconds)
  const now = clock.now()
  await pool.query("update session set last_seen_at = $1, expires_at = $1::timestamptz + interval '1 hour'", [now])
}

async function readAs<Reply>(browser: TestBrowser, url: string): Promise<Reply> {
  const reply = await browser.get(url)
  expect(reply.statusCode).toBe(200)
  return reply.json<Reply>()
}

async function post(browser: TestBrowser, url: string, wanted: object): Promise<Answered> {
  const reply = await browser.post(url, wanted)
  return { status: reply.statusCode, body: reply.json<Answered['body']>() }
}

async function audited({ database: { pool } }: TestApp, after: number): Promise<z.infer<typeof Audited>> {
  const { rows } = await pool.query(
    'select action, actor, subject, after_change::json as after from audit_entry where id > $1 order by id',
    [after],
  )
  return Audited.parse(rows)
}

async function pay(portal: TestApp, browser: TestBrowser, accounts: readonly string[]): Promise<number> {
  // An account that the same payer has paid before is shown again first.
  for (const accountId of accounts) await browser.post('/api/v1/account-to-pay', { accountId })
  const key = randomUUID()
  const humanCheck = await browser.solve('checkout', key)
  const reply = await browser.post(
    '/api/v1/checkout',
    {
      accounts: accounts.map((accountId) => ({ accountId, amount: 4_250 })),
      card: {
        cardHolderName: 'Maria Cruz',
        cardNumber: '4111111111111111',
        validExpDate: '1230',
        cvv: '987',
        billingZipCode: '96913',
      },
      confirmationEmail: 'maria@customer.example',
      humanCheck,
    },
    { 'idempotency-key': key },
  )
  expect(reply.statusCode).toBe(200)
  const { rows } = await portal.database.pool.query<{ id: number }>('select max(id)::int as id from checkout')
  return rows[0]?.id ?? 0
}

/** Other background work does not matter here. */
const engineWork = new Set(['inquiries', 'resolutions', 'reversals', 'postings', 'cancellations', 'gateway events'])

async function work(portal: TestApp): Promise<void> {
  const never = new AbortController().signal
  const works = backgroundWork(portal.deps).filter(({ name }) => engineWork.has(name))
  for (let round = 0; round < 5; round++) for (const each of works) while ((await each.run(never)) > 0);
}
