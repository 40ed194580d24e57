import { dateIn } from '@portal/contract/dates'
import { systemClock } from '@portal/server/clock.ts'
import type { Connection } from '@portal/server/database/connect.ts'
import { hourSums } from '@portal/server/features/reports/payment-counts.ts'
import { hashSecret } from '@portal/server/foundation/credentials/hashing.ts'
import type pg from 'pg'
import { fillPayments } from '../reports/payments.ts'
import { billFunctions, fillBills, fillCalendar, fillTransactions, monthsOfBills } from './bills.ts'
import { hasLogin, ownerOfAccount, password } from './numbers.ts'

/** Accounts are filled in batches of this size, to be able to report progress. */
const accountsAtOnce = 50_000

/** The first account to fill, and how many accounts there are to be in the end. */
export interface Wanted {
  known: number
  accounts: number
}

/**
 * Fills a database with a utility of this many accounts: a login for every fourth customer, and one payment per account
 * in the reports, made within five years. Rows that exist already stay.
 * @param say takes a line of progress now and then
 */
export async function fillUtility(connection: Connection, wanted: Wanted, say: (line: string) => void): Promise<void> {
  const { pool, db } = connection
  await fillLedger(connection, wanted, say)
  await patiently(pool, async (client) => {
    await client.query(fillLogins, [wanted.accounts - 1, await hashSecret(password), systemClock.now()])
    await client.query('vacuum (analyze) web_user')
  })
  if ((await pool.query('select from charge_attempt limit 1')).rowCount === 1) return
  say('payments for the reports')
  await fillPayments(connection, wanted.accounts, systemClock.now())
  const sums = hourSums({ db, clock: systemClock })
  while ((await sums.run(new AbortController().signal)) > 0);
  await pool.query('vacuum analyze payment_hour, payment_hour_mark')
}

/**
 * Fills the billing ledger with this many accounts of twenty-four bills each: the rows that an import leaves behind.
 * The database generates them itself, because the demo's generator and the import would take hours for a million
 * accounts.
 */
export async function fillLedger(
  { pool }: Connection,
  { known, accounts }: Wanted,
  say: (line: string) => void,
): Promise<void> {
  const asOf = dateIn('Pacific/Guam', systemClock.now())
  await patiently(pool, async (client) => {
    await client.query(`set maintenance_work_mem = '1GB'`)
    for (const statement of billFunctions) await client.query(statement)
    await client.query(fillCalendar, [asOf])
    for (const statement of withoutIndexes) await client.query(statement)
    for (let first = known; first < accounts; first += accountsAtOnce) {
      const next = Math.min(accounts, first + accountsAtOnce)
      await fillAccounts(client, first, next - 1)
      say(`${next.toLocaleString('en-US')} accounts with their bills`)
    }
    for (const statement of indexes) await client.query(statement)
    await client.query(liveImport, [asOf, systemClock.now()])
    for (const table of Object.keys(fills)) await client.query(`vacuum (analyze) cis.${table}`)
  })
}

/** Runs on a connection of its own, whose statements may take as long as they need. */
async function patiently(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await work(client)
  } finally {
    client.release(true)
  }
}

/** As in the tables of an import, no row needs a vacuum ever again. */
async function fillAccounts(client: pg.ClientBase, first: number, last: number): Promise<void> {
  for (const [table, fill] of Object.entries(fills)) {
    await client.query(fill, [first, last])
    await client.query(`vacuum (freeze) cis.${table}`)
  }
}

/** The indexes of migrations/0003-billing-ledger.sql, created once the tables are full, as the import does. */
const withoutIndexes = [
  'drop index if exists cis.bill_account',
  'drop index if exists cis.financial_transaction_account',
  'alter table cis.bill set (autovacuum_enabled = off)',
  'alter table cis.financial_transaction set (autovacuum_enabled = off)',
]
const indexes = [
  `create index bill_account on cis.bill (account_id, bill_date desc)
   include (bill_id, due_date, ending_cents, read_date, consumption_gallons)`,
  'create index financial_transaction_account on cis.financial_transaction (account_id, arrears_date desc)',
  'alter table cis.bill reset (autovacuum_enabled)',
  'alter table cis.financial_transaction reset (autovacuum_enabled)',
]

const each = 'from generate_series($1::bigint, $2::bigint) as n'
const number = '(1000000000 + n)::text'

const fillPeople = `
  insert into cis.person
  select ${number}, case when n % 10000 = 0 then 'B' else 'P' end, pg_temp.name_of(n),
    case when n % 5 > 0 then 'customer' || n || '@example.com' end, n % 990 + 1 || ' Hibiscus Street', null, 'Tamuning', 'GU',
    '96913', 'USA'
  ${each} where ${ownerOfAccount} = n`

const fillPhones = `
  insert into cis.phone select ${number}, 1, 'MOBILE', '671-555-01' || lpad((n % 100)::text, 2, '0'), null
  ${each} where ${ownerOfAccount} = n`

const fillPremises = `
  insert into cis.premise
  select ${number}, 'SFH', n % 990 + 1 || ' Water Lane', null, 'Tamuning', 'GU', '96913', 'USA' ${each}`

const fillAccountsProper = `
  insert into cis.account
  select ${number}, 'GWA', case when n % 10 = 9 then 'COMM' else 'RESID' end, 'C' || lpad((n % 20 + 1)::text, 2, '0'),
    date '2015-01-15', ${number}, false, pg_temp.charge(n, 0), pg_temp.charge(n, 0), pg_temp.charge(n, 0), 0, 0, 0, 0
  ${each}`

const fillLinks = `
  insert into cis.account_person (account_id, person_id, relationship_type, is_main, is_financially_responsible,
    may_use_web, bill_address_source)
  select ${number}, (1000000000 + ${ownerOfAccount})::text, 'MAIN', true, true, true, 'PER' ${each}`

const fillAgreements = `
  insert into cis.service_agreement
  select ${number}, ${number}, ${number}, 'W-RES', '20', date '2015-01-15', null, pg_temp.charge(n, 0), pg_temp.charge(n, 0)
  ${each}`

const fills = {
  person: fillPeople,
  phone: fillPhones,
  premise: fillPremises,
  account: fillAccountsProper,
  account_person: fillLinks,
  service_agreement: fillAgreements,
  bill: fillBills,
  financial_transaction: fillTransactions,
}

const fillLogins = `
  insert into web_user (person_id, username, password_hash, security_question_id, security_answer_hash, created_at,
    password_changed_at, question_changed_at)
  select ${number}, 'customer' || ${number}, $2, 1, $2, $3, $3, $3
  from generate_series(0, $1::bigint) as n where ${ownerOfAccount} = n and ${hasLogin}
  on conflict (person_id) do nothing`

const liveImport = `
  insert into cis.import_run (run_id, division, as_of, extracted_at, started_at, finished_at, outcome, rows_loaded,
    quarantined, is_live)
  select 'GENERATED-${monthsOfBills}', 'GWA', $1::date, $2::timestamptz, $2::timestamptz, $2::timestamptz, 'imported', '{}', 0,
    true
  where not exists (select from cis.import_run where is_live)`
