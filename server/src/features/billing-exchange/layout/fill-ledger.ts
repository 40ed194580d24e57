import type { WaterUnit } from '@portal/contract/utility'
import pg from 'pg'
import { type LedgerTable, ledgerTables } from '../format/extract-records.ts'
import { familyName } from '../import/measure-proofs.ts'
import type { Quarantine } from '../import/runs.ts'
import { incomingSchema as incoming } from '../import/staging.ts'
import { type Column, type FileKind, fileColumns } from './columns.ts'
import { billRows, prepareBills } from './fill-bills.ts'

/** Rows as they were read, with the line they stand in: in no ledger, so they are gone after the import. */
export function fileTable(kind: FileKind): string {
  const columns = fileColumns[kind].map(
    ({ name, kind: type, isSecret }: Column) => `"${name}" ${isSecret ? 'text' : (types[type] ?? 'text')}`,
  )
  return `create unlogged table ${incoming}.${kind} (line_number bigint not null, ${columns.join(', ')})`
}

const types: Readonly<Record<string, string>> = { amount: 'bigint', date: 'date', quantity: 'numeric' }

/** In the order of a row for COPY. */
export function copiedColumns(kind: FileKind): string[] {
  return ['line_number', ...fileColumns[kind].map(({ name }) => `"${name}"`)]
}

const ages = ['past_due_30', 'past_due_60', 'past_due_90', 'past_due_older']
const arrears = ages.map((age) => `coalesce(${age}, 0)`)

/** What all lines of a bill say. */
const ofBill = ['due_date', 'amount', 'bill_number', 'customer_id', 'previous', 'payments', 'adjustments', 'current']

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
  {
    kind: 'bills',
    isFaulty: "bill_date < '2000-01-01'",
    reason: 'bill_date is before 2000',
  },
  {
    kind: 'bills',
    isFaulty: `(account, bill_date) in (
      select account, bill_date from ${incoming}.bills group by account, bill_date
      having count(distinct (${ofBill.join(', ')})) > 1)`,
    reason: `lines of one account and day differ in ${ofBill.slice(0, -1).join(', ')} or ${ofBill.at(-1)}`,
  },
  {
    kind: 'usage',
    isFaulty: `line_number in (
      select line_number from (
        select line_number, count(*) over (
          partition by account, read_date, meter, start, "end", quantity, case when meter is null then service end) as same
        from ${incoming}.usage) each
      where same > 1)`,
    reason: 'the reading stands in several lines',
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

const holder = `case when customer_id is not null then 'id ' || customer_id
  when holder_since is not null then 'since ' || holder_since else 'family ' || ${familyName('name')} end`
const number = `lpad(coalesce(known.number, nextval('${incoming}.next_holder'))::text, 10, '0')`

/** With the numbers of holders, known ones and new ones. */
const numbered = (asOf: string): readonly string[] => [
  `analyze ${incoming}.accounts, ${incoming}.customers`,
  // Only an import that goes live uses numbers up.
  `create sequence ${incoming}.next_holder; select setval('${incoming}.next_holder', last_value, is_called) from cis.next_holder`,
  `create unlogged table ${incoming}.holder (like ${incoming}.accounts, holder text, number text, is_new boolean, since date)`,
  `insert into ${incoming}.holder
   select file.*, ${number}, known.number is null, case when known.number is not null then known.since
     when exists (select from cis.holder_number other where other.account_id = file.account) then ${asOf} end
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
/** Of digests, with the account number: as foundation/proof.ts compares it. */
const kept = (...digests: readonly string[]) =>
  `sha256(convert_to(${['account', ...digests].join(` || ' ' || `)}, 'UTF8'))`

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
const ledger = (asOf: string, division: string, unit: WaterUnit): readonly (readonly [LedgerTable, string])[] => [
  ['bill', billRows(unit, routing)],
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
       new_charges_cents, arrears_30_cents, arrears_60_cents, arrears_90_cents, arrears_older_cents, pin_digest,
       last_payment_digest, due_date)
     select account, ${division}, coalesce(class, 'RESID'), cycle, coalesce(holder_since, ${asOf}),
       coalesce(cash_only = 'Y', false), balance, ${payoff}, balance - (${arrears.join(' + ')}),
       ${arrears.join(', ')}, ${kept('pin')}, ${kept('last_payment', 'last_payment_date')},
       case when bill_date is null then due_date end
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

/** Makes the ledger of the rows. @returns how many rows each table has, and in sentences, what is not shown */
export async function fillLedger(
  clients: readonly pg.Client[],
  { asOf, division, waterUnit }: { asOf: string; division: string; waterUnit: WaterUnit },
): Promise<{ rows: Map<LedgerTable, number>; notes: string[] }> {
  const [client] = clients
  if (!client) throw new Error('Without a connection, nothing is filled')
  const day = `'${asOf}'::date`
  for (const statement of numbered(day)) await client.query(statement)
  const notes = await prepareBills(client)
  const rows = new Map<LedgerTable, number>(ledgerTables.map((table) => [table, 0]))
  const waiting = [...ledger(day, pg.escapeLiteral(division), waterUnit)]
  await Promise.all(
    clients.map(async (each) => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [table, rest] = next
        const { rowCount } = await each.query(`insert into ${incoming}.${table} ${rest}`)
        rows.set(table, rowCount ?? 0)
      }
    }),
  )
  return { rows, notes }
}

/** For the next import, which gives the same ones. Before the swap, during which nothing can be read. */
export async function keepNumbers(client: pg.Client): Promise<void> {
  await client.query(
    `insert into cis.holder_number (account_id, holder, number, since)
     select account, holder, number::bigint, since from ${incoming}.holder where is_new
     union all
     select account, 'id ' || customer_id, number::bigint, null from ${incoming}.customer where is_new`,
  )
  const tables = ['holder', 'customer', 'bills', 'usage', 'billed', 'charge', 'reading']
  await client.query(
    `select setval('cis.next_holder', last_value, is_called) from ${incoming}.next_holder;
     drop table ${tables.map((table) => `${incoming}.${table}`).join(', ')}; drop sequence ${incoming}.next_holder`,
  )
}
