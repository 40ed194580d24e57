import { dateIn } from '@portal/contract/dates'
import { systemClock } from '@portal/server/clock.ts'
import { hashSecret } from '@portal/server/foundation/credentials/hashing.ts'
import type pg from 'pg'

export const zip = '96913'
/** The password of every customer. They share its hash, because hashing is expensive. */
export const password = 'Talofofo-1671'

/** The number of an account, counted from 0. Its premise, its agreement and a person have the same number. */
export const numberOf = (nth: number): string => String(1_000_000_000 + nth)
export const usernameOf = (owner: number): string => `customer${numberOf(owner)}`

/**
 * The owner of the account `n`, as an expression of SQL: of every ten accounts, seven belong to one home each and three
 * to one family. Every fourth ten have logins.
 */
const owner = '(n - n % 10 + least(n % 10, 7))'
const hasLogin = 'n / 10 % 4 = 0'

/** The number of an owner with a login, counted from 0. There are a fifth as many as accounts. */
export const ownerWithLogin = (nth: number): number => Math.floor(nth / 8) * 40 + (nth % 8)

/**
 * Fills an empty billing ledger with this many accounts of this many monthly bills, the rows that an import leaves
 * behind, and adds the logins. The database generates them itself, because the demo's generator and the import would take
 * hours for a million accounts.
 */
export async function fillUtility(pool: pg.Pool, accounts: number, months: number): Promise<void> {
  if ((await pool.query('select from cis.account limit 1')).rowCount === 1) return
  const now = systemClock.now()
  const asOf = dateIn('Pacific/Guam', now)
  await withClient(pool, async (client) => {
    for (const statement of functions) await client.query(statement)
    await client.query(fillCalendar, [asOf, months])
    for (const statement of withoutIndexes) await client.query(statement)
    for (const [table, fill] of Object.entries(fills)) {
      await client.query(`insert into cis.${table} select ${fill.replace('EACH', each)}`, [accounts])
      // As in the tables of an import, no row needs a vacuum ever again.
      await client.query(`vacuum (freeze, analyze) cis.${table}`)
    }
    for (const statement of indexes) await client.query(statement)
    await client.query(fillLogins, [accounts, await hashSecret(password), now])
    await client.query('vacuum (analyze) web_user')
    await client.query(liveImport, [asOf, now])
  })
}

/** Runs on a connection of its own, whose statements may take as long as they need and need not reach the disk. */
export async function withClient(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<unknown>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('set synchronous_commit = off')
    await client.query(`set maintenance_work_mem = '1GB'`)
    await work(client)
  } finally {
    client.release(true)
  }
}

/** An account is billed once a month (month 0 is the newest), on one of twenty days and never after today. */
const functions = [
  `create function pg_temp.charge(number bigint, month integer) returns bigint language sql immutable as $$
     select 3500 + (number * 7919 + month * 1047) % 9000 $$`,
  `create function pg_temp.name_of(number bigint) returns text language sql immutable as $$
     select ('{Ana,Ben,Carlos,Dolores,Elena,Frank,Gloria,Henry,Ines,Jose,Maria}'::text[])[1 + number % 11] || ' '
       || ('{Aguon,Blas,Camacho,Cruz,Diaz,Flores,Garcia,Leon,Naputi,Perez,Reyes,Salas,Santos}'::text[])[1 + number % 13] $$`,
  `create temporary table billed (day integer, month integer, bill_date date, paid_date date, read_date date, nth text,
     before text, period text, is_first boolean, primary key (day, month))`,
]
const fillCalendar = `
  insert into billed
  select day, month, bill_date, date_before + 15, bill_date - 2, lpad((99 - month)::text, 2, '0'),
    lpad((98 - month)::text, 2, '0'), '"startDate":"' || date_before - 2 || '","endDate":"' || bill_date - 2 || '"',
    month = $2 - 1
  from generate_series(4, 23) as day, generate_series(0, $2 - 1) as month,
  lateral (select date_trunc('month', $1::date - (day - 1)) as newest) as dated,
  lateral (select (newest - make_interval(months => month))::date + day - 1 as bill_date,
    (newest - make_interval(months => month + 1))::date + day - 1 as date_before) as placed`

/** The ledger's indexes of migrations/0066-baseline.sql, created once the tables are full, as the import does. */
const withoutIndexes = ['drop index cis.bill_account', 'drop index cis.financial_transaction_account']
const indexes = [
  `create index bill_account on cis.bill (account_id, bill_date desc)
   include (bill_id, due_date, ending_cents, read_date, consumption_gallons)`,
  'create index financial_transaction_account on cis.financial_transaction (account_id, arrears_date desc)',
]

const each = 'from generate_series(0, $1::bigint - 1) as n'
const number = '(1000000000 + n)::text'

const eachBill = `
  EACH, lateral (
    select *, ${number} as account, pg_temp.charge(n, month) as charge,
      case when is_first then 0 else pg_temp.charge(n, month + 1) end as begin
    from billed where day = 4 + n % 20 order by month desc offset 0) as bill`

/** The document of a bill is the one that the import's `BillTree` writes, for one service with three lines. */
const fills = {
  person: `${number}, 'P', pg_temp.name_of(n), case when n % 5 > 0 then 'customer' || n || '@example.com' end,
    n % 990 + 1 || ' Hibiscus Street', null, 'Tamuning', 'GU', '${zip}', 'USA' EACH where ${owner} = n`,
  phone: `${number}, 1, 'MOBILE', '671-555-01' || lpad((n % 100)::text, 2, '0'), null EACH where ${owner} = n`,
  premise: `${number}, 'SFH', n % 990 + 1 || ' Water Lane', null, 'Tamuning', 'GU', '${zip}', 'USA' EACH`,
  account: `${number}, 'GWA', case when n % 10 = 9 then 'COMM' else 'RESID' end, 'C' || lpad((n % 20 + 1)::text, 2, '0'),
    date '2015-01-15', ${number}, false, pg_temp.charge(n, 0), pg_temp.charge(n, 0), pg_temp.charge(n, 0), 0, 0, 0, 0 EACH`,
  'account_person (account_id, person_id, relationship_type, is_main, is_financially_responsible, may_use_web, bill_address_source)': `
    ${number}, (1000000000 + ${owner})::text, 'MAIN', true, true, true, 'PER' EACH`,
  service_agreement: `${number}, ${number}, ${number}, 'W-RES', '20', date '2015-01-15', null, pg_temp.charge(n, 0),
    pg_temp.charge(n, 0) EACH`,
  bill: `account || nth, account, bill_date, bill_date + 21, begin, -begin, 0, 0, charge, charge, read_date, gallons,
    concat('{"routing":{"name1":"', pg_temp.name_of(n), '","entityInfo":null,"address1":"', n % 990 + 1,
      ' Hibiscus Street","address2":null,"city":"Tamuning","state":"GU","postal":"${zip}","country":"USA"},"segments":[{"segmentId":"',
      account, nth, '","agreementId":"', account, '","serviceAddress":"', n % 990 + 1, ' Water Lane, Tamuning, GU, ${zip}",',
      period, ',"isEstimated":false,"isClosing":false,"charges":[{"description":"Water, RESID (demonstration tariff)","rate":"WRESID","cents":',
      charge, ',"lines":[{"description":"Base charge","cents":2812,"print":true},{"description":"Lifeline","cents":',
      charge - 2812 - charge / 30, ',"print":true},{"description":"Surcharge","cents":', charge / 30,
      ',"print":true}]}],"reads":[{"badge":"W', account, '","multiplier":10,', period, ',"startReading":', start, ',"endReading":',
      start + gallons / 10, ',"quantity":', gallons, ',"unit":"GAL"}]}],"messages":[]}')::json
    ${eachBill}, lateral (select charge / 10 * 10 as gallons, 100000 - month * 1300 as start) as counted`,
  /** The segment of each bill, and the payment of the one before. */
  financial_transaction: `account || lpad((2 * (99 - month) - 100 + kind)::text, 2, '0'), account, account, account || nth,
    account || case kind when 0 then before else nth end, case kind when 0 then 'PS' else 'BS' end, cents, cents, date,
    date, null
    ${eachBill}, lateral (values (0, -pg_temp.charge(n, month + 1), paid_date), (1, charge, bill_date))
      as moved (kind, cents, date)
    where month < 12`,
}

const fillLogins = `
  insert into web_user (person_id, username, password_hash, security_question_id, security_answer_hash, created_at,
    password_changed_at, question_changed_at)
  select ${number}, 'customer' || ${number}, $2, 1, $2, $3, $3, $3 ${each} where ${owner} = n and ${hasLogin}`

const liveImport = `
  insert into cis.import_run (run_id, division, as_of, extracted_at, started_at, finished_at, outcome, rows_loaded,
    quarantined, is_live)
  values ('GENERATED', 'GWA', $1::date, $2, $2, $2, 'imported', '{}', 0, true)`
