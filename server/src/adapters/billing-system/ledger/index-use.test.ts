import { CalendarDate } from '@portal/contract/dates'
import { AccountNumber, BillId } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import type { CompiledQuery, KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../../database/connect.ts'
import { type TestDatabase, createTestDatabase } from '../../../database/testing/database.ts'
import type { BillingSystem } from '../port.ts'
import { ledgerBilling } from './ledger.ts'
import { addTestAccount } from './testing/ledger.ts'

/** With so many accounts, PostgreSQL would not read a whole table for a page of twenty. */
const accounts = 2000
const billsEach = 12
const twenty = Array.from({ length: 20 }, (_, index) => AccountNumber.parse(String(5_000_000_100 + index)))
const [one = AccountNumber.parse('5000000100')] = twenty

let database: TestDatabase
let billing: BillingSystem
const asked: CompiledQuery[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  await fill()
  const { db } = database
  const listening: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      asked.push(db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  billing = ledgerBilling(db.withPlugin(listening), 'GWA')
})
afterAll(() => database.drop())

test.each<[string, () => Promise<unknown>]>([
  ['how twenty accounts stand', () => billing.balances(twenty)],
  ['twenty accounts with their customers', () => billing.findAccounts(twenty)],
  ['what proves an account', () => billing.proofsOf(one)],
  ['the names of villages', () => billing.villages(500)],
  ['the villages of twenty accounts', () => billing.villagesOf(twenty)],
  ['a page of bills', () => billing.listBills(one, 1, 12)],
  ['a whole bill', () => billing.findBill(BillId.parse('500000010003'))],
  ['what was used', () => billing.usage(one, 12)],
  ['the payments of an account', () => billing.payments(one, 18)],
  ['what was paid otherwise', () => billing.paidOtherwise(twenty, CalendarDate.parse('2025-02-01'))],
  ['whether it was paid otherwise', () => billing.wasPaidOtherwise(one, cents(100), CalendarDate.parse('2025-02-01'))],
])('%s is read by indexes alone, however many accounts there are', async (_, ask) => {
  asked.length = 0
  await ask()
  expect(asked.length).toBeGreaterThan(0)
  for (const { sql, parameters } of asked) expect(await planOf(sql, parameters)).not.toContain('Seq Scan on')
})

test.each<[string, (ledger: BillingSystem) => Promise<unknown>]>([
  ['how an account stands', (ledger) => ledger.balances([one])],
  ['an account with its customer', (ledger) => ledger.findAccounts([one])],
  ['the bills of an account', (ledger) => ledger.listBills(one, 1, 12)],
  ['the payments of an account', (ledger) => ledger.payments(one, 18)],
])('%s is planned anew by a connection a few times at most, however often it is asked', async (_, ask) => {
  const single = connect(database.url, { connections: 1 })
  try {
    const ledger = ledgerBilling(single.db, 'GWA')
    for (let times = 0; times < 12; times += 1) await ask(ledger)
    const { rows } = await single.pool.query<{ custom_plans: number }>(
      'select custom_plans from pg_prepared_statements',
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const statement of rows) expect(statement.custom_plans).toBeLessThanOrEqual(5)
  } finally {
    await single.close()
  }
})

async function planOf(sql: string, parameters: readonly unknown[]): Promise<string> {
  const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...parameters])
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

/** Copies one account, with everything that belongs to it, as `accounts` others. */
async function fill(): Promise<void> {
  const first = '5000000000'
  await addTestAccount(database.db, { account: first, balance: 1_000 })
  const { pool } = database
  const keys = ['account_id', 'person_id', 'premise_id', 'agreement_id', 'mailing_premise_id']
  for (const table of ['person', 'premise', 'account', 'account_person', 'service_agreement']) {
    await pool.query(
      `insert into cis.${table}
       select (jsonb_populate_record(null::cis.${table}, to_jsonb(copied) || (
         select jsonb_object_agg(key, number::text) from jsonb_object_keys(to_jsonb(copied)) as key where key = any($1)))).*
       from cis.${table} copied, generate_series($2::bigint + 1, $2::bigint + $3) as number`,
      [keys, first, accounts],
    )
  }
  await pool.query(
    `insert into cis.bill
     select number || lpad(nth::text, 2, '0'), number::text, date '2025-01-28' + 30 * nth::integer, due_date, 0, 0, 0, 0,
       0, 0, date '2025-01-26' + 30 * nth::integer, 5000, detail
     from cis.bill, generate_series($1::bigint + 1, $1::bigint + $2) as number, generate_series(2, $3) as nth`,
    [first, accounts, billsEach],
  )
  await pool.query(
    `insert into cis.financial_transaction
     select bill_id, account_id, account_id, bill_id, bill_id, 'PS', -100, -100, bill_date, bill_date, null from cis.bill`,
  )
  await pool.query(
    `insert into cis.portal_payment (receipt_number, account_id, amount_cents, source_code, method_code,
       authorization_number, paid_at, pay_date)
     select 'W-' || row_number() over (), account_id, 100, 'CCV', 'PG001', 'ET1', now(), current_date from cis.account`,
  )
  for (const table of ['person', 'premise', 'account', 'account_person', 'service_agreement', 'bill'])
    await pool.query(`analyze cis.${table}`)
  for (const table of ['financial_transaction', 'portal_payment']) await pool.query(`analyze cis.${table}`)
}
