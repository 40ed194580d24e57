import pg from 'pg'
import { type LedgerTable, ledgerTables } from '../format/extract-records.ts'
import type { Quarantine } from '../import/runs.ts'
import { incomingSchema as incoming } from '../import/staging.ts'
import { type Column, type FileKind, fileColumns } from './columns.ts'

/** Rows as they were read, with the line they stand in: in no ledger, so they are gone after the import. */
export function fileTable(kind: FileKind): string {
  const columns = fileColumns[kind].map(({ name, kind: type }: Column) => `${name} ${types[type] ?? 'text'}`)
  return `create unlogged table ${incoming}.${kind} (line_number bigint not null, ${columns.join(', ')})`
}

const types: Readonly<Record<string, string>> = { amount: 'bigint', date: 'date' }

/** In the order of a row for COPY. */
export function copiedColumns(kind: FileKind): string[] {
  return ['line_number', ...fileColumns[kind].map(({ name }) => name)]
}

const ages = ['past_due_30', 'past_due_60', 'past_due_90', 'past_due_older']
const arrears = ages.map((age) => `coalesce(${age}, 0)`)

/** What one row says of another, or of itself in several columns. */
const faults: readonly { kind: FileKind; isFaulty: string; reason: string }[] = [
  {
    kind: 'accounts',
    isFaulty: `account in (select account from ${incoming}.accounts group by account having count(*) > 1)`,
    reason: 'account stands in several lines',
  },
  {
    kind: 'accounts',
    isFaulty: `least(${ages.join(', ')}) < 0`,
    reason: 'an age of the balance is negative',
  },
  {
    kind: 'accounts',
    isFaulty: `num_nonnulls(${ages.join(', ')}) > 0 and current + ${arrears.join(' + ')} <> balance`,
    reason: 'the ages of the balance do not add up to it',
  },
  {
    kind: 'customers',
    isFaulty: `(account, customer_id) in (
      select account, customer_id from ${incoming}.customers group by account, customer_id having count(*) > 1)`,
    reason: 'account and customer_id stand in several lines',
  },
  {
    kind: 'customers',
    isFaulty: `not exists (select from ${incoming}.accounts where accounts.account = faulty.account)`,
    reason: 'account is not in accounts',
  },
]

/** Leaves them out. */
export async function removeFaulty(
  client: pg.Client,
  kinds: readonly FileKind[],
  quarantine: Quarantine,
): Promise<void> {
  for (const { kind, isFaulty, reason } of faults.filter((fault) => kinds.includes(fault.kind))) {
    const { rows } = await client.query<{ line: string; total: string }>(`
      with gone as (delete from ${incoming}.${kind} faulty where ${isFaulty} returning line_number)
      select line_number as line, count(*) over () as total from gone order by line_number limit 1000`)
    const records = rows.map(({ line }) => ({ lineNumber: Number(line), recordType: kind, key: null, reason }))
    quarantine.addMany(Number(rows[0]?.total ?? 0), records)
  }
}

/** `cruz` of `Maria Cruz`, `Maria Cruz Jr.` and `Cruz, Maria`. */
const family = String.raw`lower(regexp_replace(split_part(
  regexp_replace(name, '[, ]+(inc|llc|ltd|corp|co|jr|sr|ii|iii|iv)\.?$', '', 'i'), ',', 1), '^.* ', ''))`
const holder = `case when customer_id is not null then 'id ' || customer_id
  when holder_since is not null then 'since ' || holder_since else 'family ' || ${family} end`
const number = `lpad(coalesce(known.number, nextval('${incoming}.next_holder'))::text, 10, '0')`

/** With the numbers of holders, known ones and new ones. */
const numbered: readonly string[] = [
  `analyze ${incoming}.accounts, ${incoming}.customers`,
  // Only an import that goes live uses numbers up.
  `create sequence ${incoming}.next_holder; select setval('${incoming}.next_holder', last_value, is_called) from cis.next_holder`,
  `create unlogged table ${incoming}.holder (like ${incoming}.accounts, holder text, number text, is_new boolean)`,
  `insert into ${incoming}.holder
   select file.*, ${number}, known.number is null
   from (select *, ${holder} as holder from ${incoming}.accounts) file
   left join cis.holder_number known on known.account_id = file.account and known.holder = file.holder`,
  `drop table ${incoming}.accounts`,
  `create unlogged table ${incoming}.customer (like ${incoming}.customers, number text, is_new boolean, is_main boolean)`,
  `insert into ${incoming}.customer
   select file.*, coalesce(main.number, ${number}),
     main.number is null and known.number is null, main.number is not null
   from ${incoming}.customers file
   left join ${incoming}.holder main on main.account = file.account and main.holder = 'id ' || file.customer_id
   left join cis.holder_number known on known.account_id = file.account and known.holder = 'id ' || file.customer_id`,
  `drop table ${incoming}.customers`,
  `analyze ${incoming}.customer`,
]

const zip = 'coalesce(holder.zip, customer.zip)'
const mailing = (column: string) =>
  `case when customer.mailing_address is null then holder.${column} else customer.${column} end`
/** With a zip code alone, the street is known to be missing; with neither, so is the address. */
const street = (own: string, ofZip: string) => `coalesce(${own}, case when ${ofZip} is not null then '' end)`
const holders = `${incoming}.holder left join ${incoming}.customer on customer.number = holder.number`
const others = `${incoming}.customer where not is_main`
const payoff = 'coalesce(payoff, balance)'

/** As `json_build_object` would make it, in a fifth of the time. */
const routing = Object.entries({
  name1: 'name',
  entityInfo: 'null',
  address1: "coalesce(mailing_address, '')",
  address2: 'mailing_address2',
  city: "coalesce(mailing_city, '')",
  state: "coalesce(mailing_state, '')",
  postal: "coalesce(zip, '')",
})
  .map(([name, value]) => `'"${name}":' || coalesce(to_json(${value}::text)::text, 'null')`)
  .join(` || ',' || `)

/** What a file does not say is null, or what the table has for it (docs/billing-files.md). */
const ledger = (asOf: string, division: string): readonly (readonly [LedgerTable, string])[] => [
  [
    'bill',
    `(bill_id, account_id, bill_date, due_date, begin_cents, payments_cents, adjustments_cents, corrections_cents,
       current_charges_cents, ending_cents, detail)
     select substr(number, 4) || lpad((bill_date - date '2000-01-01')::text, 5, '0'), account, bill_date, due_date, 0, 0, 0, 0, coalesce(bill_amount, balance),
       coalesce(bill_amount, balance), ('{"routing":{' || ${routing} || ',"country":"USA"},"segments":[],"messages":[]}')::json
     from ${incoming}.holder where bill_date >= '2000-01-01' and due_date is not null`,
  ],
  [
    'person',
    `(person_id, person_or_business, full_name, email_address, address1, address2, city, state, postal, country)
     select holder.number, 'P', coalesce(customer.name, holder.name), email,
       ${street(mailing('mailing_address'), zip)}, ${mailing('mailing_address2')}, ${mailing('mailing_city')},
       ${mailing('mailing_state')}, ${zip}, 'USA'
     from ${holders}
     union all
     select number, 'P', name, email, ${street('mailing_address', 'zip')}, mailing_address2, mailing_city, mailing_state,
       zip, 'USA'
     from ${others}`,
  ],
  [
    'phone',
    `(person_id, sequence, phone_type, phone_number)
     select number, 1, coalesce(phone_type, 'HOME-PHONE'), phone from ${incoming}.customer where phone is not null`,
  ],
  [
    'premise',
    `(premise_id, premise_type, address1, city, state, postal, country)
     select number, '', coalesce(service_address, ''), coalesce(city, ''), coalesce(state, ''), '', 'USA'
     from ${incoming}.holder`,
  ],
  [
    'account',
    `(account_id, division, customer_class, bill_cycle, setup_date, is_cash_only, balance_cents, payoff_cents,
       new_charges_cents, arrears_30_cents, arrears_60_cents, arrears_90_cents, arrears_older_cents)
     select account, ${division}, coalesce(class, 'RESID'), cycle, coalesce(holder_since, ${asOf}),
       coalesce(cash_only = 'Y', false), balance, ${payoff}, balance - (${arrears.join(' + ')}),
       ${arrears.join(', ')}
     from ${incoming}.holder`,
  ],
  [
    'account_person',
    `(account_id, person_id, relationship_type, is_main, is_financially_responsible, may_use_web, bill_address_source,
       bill_route)
     select holder.account, holder.number, coalesce(role, 'MAIN'), true, true, true, 'PER',
       case paperless when 'Y' then 'EMAIL' when 'N' then 'POSTAL' end
     from ${holders}
     union all
     select account, number, coalesce(role, ''), false, false, false, null, null from ${others}`,
  ],
  [
    'service_agreement',
    `(agreement_id, account_id, premise_id, agreement_type, status, start_date, balance_cents, payoff_cents)
     select number, account, number, '', coalesce(status, '20'), coalesce(holder_since, ${asOf}), balance, ${payoff}
     from ${incoming}.holder`,
  ],
]

/** Makes the ledger of the rows. @returns how many rows each table has */
export async function fillLedger(
  clients: readonly pg.Client[],
  { asOf, division }: { asOf: string; division: string },
): Promise<Map<LedgerTable, number>> {
  for (const statement of numbered) await clients[0]?.query(statement)
  const rows = new Map<LedgerTable, number>(ledgerTables.map((table) => [table, 0]))
  const waiting = [...ledger(`'${asOf}'::date`, pg.escapeLiteral(division))]
  await Promise.all(
    clients.map(async (client) => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [table, rest] = next
        const { rowCount } = await client.query(`insert into ${incoming}.${table} ${rest}`)
        rows.set(table, rowCount ?? 0)
      }
    }),
  )
  return rows
}

/** For the next import, which gives the same ones. Before the swap, during which nothing can be read. */
export async function keepNumbers(client: pg.Client): Promise<void> {
  await client.query(
    `insert into cis.holder_number (account_id, holder, number)
     select account, holder, number::bigint from ${incoming}.holder where is_new
     union all
     select account, 'id ' || customer_id, number::bigint from ${incoming}.customer where is_new`,
  )
  await client.query(
    `select setval('cis.next_holder', last_value, is_called) from ${incoming}.next_holder;
     drop table ${incoming}.holder, ${incoming}.customer; drop sequence ${incoming}.next_holder`,
  )
}
