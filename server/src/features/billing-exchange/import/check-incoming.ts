import pg from 'pg'
import { billHead } from '../format/bill-records.ts'
import { type LedgerTable, ledgerTables, rowRecords } from '../format/extract-records.ts'
import type { SkippedRecord } from './extract-reader.ts'
import { RefusedExtract } from './read-lines.ts'
import type { LiveRun, Quarantine } from './runs.ts'
import { incomingSchema } from './staging.ts'

/** For rows left out because of what other records say, or because they are missing. */
interface Check {
  table: LedgerTable
  /** Names a row in the report. */
  key: string
  /** SQL over `candidate`, a row of the incoming table. */
  isFaulty: string
  reason: string
}

const without = (table: LedgerTable, column: string, ofCandidate = column) =>
  `not exists (select from ${incomingSchema}.${table} other where other.${column} = candidate.${ofCandidate})`

const noPerson = { isFaulty: without('person', 'person_id'), reason: 'its person is not in the extract' }
const noAccount = { isFaulty: without('account', 'account_id'), reason: 'its account is not in the extract' }

/** In order: rows that one check leaves out are missing for the next. */
const checks: readonly Check[] = [
  { table: 'phone', key: 'person_id', ...noPerson },
  { table: 'person_characteristic', key: 'person_id', ...noPerson },
  { table: 'account_person', key: 'person_id', ...noPerson },
  {
    table: 'service_agreement',
    key: 'agreement_id',
    isFaulty: without('premise', 'premise_id'),
    reason: 'its premise is not in the extract',
  },
  {
    table: 'account',
    key: 'account_id',
    isFaulty: `candidate.mailing_premise_id is not null and ${without('premise', 'premise_id', 'mailing_premise_id')}`,
    reason: 'its mailing premise is not in the extract',
  },
  {
    table: 'account',
    key: 'account_id',
    isFaulty: `account_id in (
      select account_id from ${incomingSchema}.account left join ${incomingSchema}.account_person using (account_id)
      group by account_id having count(*) filter (where is_main) <> 1)`,
    reason: 'it does not have exactly one main customer',
  },
  {
    table: 'account',
    key: 'account_id',
    isFaulty: `account_id in (
      select account_id
      from ${incomingSchema}.account account left join ${incomingSchema}.service_agreement agreement using (account_id)
      group by account_id
      having account.balance_cents <> coalesce(sum(agreement.balance_cents), 0)
        or account.payoff_cents <> coalesce(sum(agreement.payoff_cents), 0))`,
    reason: 'its balance is not the sum of its service agreements',
  },
  { table: 'account_person', key: 'account_id', ...noAccount },
  { table: 'service_agreement', key: 'agreement_id', ...noAccount },
  { table: 'bill', key: 'bill_id', ...noAccount },
  { table: 'financial_transaction', key: 'transaction_id', ...noAccount },
  {
    table: 'financial_transaction',
    key: 'transaction_id',
    isFaulty: without('service_agreement', 'agreement_id'),
    reason: 'its service agreement is not in the extract',
  },
]

/** Moves failing rows into quarantine and subtracts them from the counts. */
export async function checkIncoming(
  client: pg.Client,
  rows: Map<LedgerTable, number>,
  quarantine: Quarantine,
): Promise<void> {
  // Without statistics, the planner would join millions of rows one by one; without its map of what all can see, an index
  // alone would answer nothing.
  for (const table of rows.keys()) await client.query(`vacuum (analyze) ${incomingSchema}.${table}`)
  for (const check of checks) {
    const { rows: gone } = await client.query<Gone>(`
      with gone as (
        delete from ${incomingSchema}.${check.table} candidate where ${check.isFaulty}
        returning ${goneColumns(check.table, check.key)})
      ${someOfGone}`)
    skip(check, gone, rows, quarantine)
  }
}

/** `receipt` only where it is the portal's. */
interface Gone {
  key: string
  total: string
  receipt: string | null
}

const goneColumns = (table: LedgerTable, key: string): string =>
  `${key} as key, ${table === 'financial_transaction' ? 'external_reference' : 'null::text'} as reference`

/** Whether a receipt is of the portal. After a restore, the ledger's payment may come later than the posting. */
const isOurs = (receipt: string): string =>
  `(exists (select from cis.portal_payment where receipt_number = ${receipt})
    or exists (select from posting where receipt_number = ${receipt}))`

const someOfGone = `
  select key, count(*) over () as total, case when ${isOurs('reference')} then reference end as receipt
  from gone order by receipt limit 1000`

/**
 * A payment that no import contains lowers its balance night after night, so its record can't be left out.
 * @throws RefusedExtract
 */
export async function refuseOurReceipts(client: pg.Client, leftOut: readonly SkippedRecord[]): Promise<void> {
  if (leftOut.length === 0) return
  const { rows } = await client.query<{ receipt: string }>(
    `select receipt from unnest($1::text[]) as receipt where ${isOurs('receipt')}`,
    [leftOut.map(({ receipt }) => receipt)],
  )
  const ours = leftOut.find(({ receipt }) => receipt === rows[0]?.receipt)
  if (ours) throw ourReceipt(ours)
}

function ourReceipt({ receipt, lineNumber, recordType, key, reason }: SkippedRecord): RefusedExtract {
  const place = [lineNumber === null ? '' : `line ${lineNumber}`, `type ${recordType}`, key ?? '']
  return new RefusedExtract(
    `A record with the portal’s receipt ${receipt} can’t be left out (${place.filter(Boolean).join(', ')}): ${reason}`,
  )
}

/** For rows already deleted from an incoming table. @throws RefusedExtract when one has a receipt of the portal */
function skip(
  { table, reason }: Pick<Check, 'table' | 'reason'>,
  gone: readonly Gone[],
  rows: Map<LedgerTable, number>,
  quarantine: Quarantine,
): void {
  const total = Number(gone[0]?.total ?? 0)
  rows.set(table, (rows.get(table) ?? 0) - total)
  const recordType = rowRecords.find((record) => record.table === table)?.type ?? billHead.type
  const records = gone.map(({ key }) => ({ lineNumber: null, recordType, key, reason }))
  quarantine.addMany(total, records)
  const [first] = gone
  if (first && first.receipt !== null)
    throw ourReceipt({ lineNumber: null, recordType, key: first.key, reason, receipt: first.receipt })
}

/** Nothing else in an extract depends on these. Without persons or premises, accounts would be faulty anyway. */
const tables = [
  { table: 'account', name: 'accounts' },
  { table: 'bill', name: 'bills' },
  { table: 'financial_transaction', name: 'financial transactions' },
] as const satisfies readonly { table: LedgerTable; name: string }[]

/** Share of the live rows that the next extract must have. */
const least = 0.5

/** A failed query makes a correct file without accounts or bills. @throws RefusedExtract below half of the live rows */
export function refuseShrunkenExtract(rows: ReadonlyMap<LedgerTable, number>, live: LiveRun | null): void {
  for (const { table, name } of tables) {
    const [before, now] = [live?.rows[table] ?? 0, rows.get(table) ?? 0]
    if (now < before * least) {
      throw new RefusedExtract(
        `The extract has ${now} ${name}. The current one (${live?.runId}) has ${before}. Use --force to import it anyway`,
      )
    }
  }
}

/** Concurrently, because that commits an index while it is empty, as `makeTables` does its tables. */
export async function keyIncoming(
  client: pg.Client,
  rows: Map<LedgerTable, number>,
  quarantine: Quarantine,
): Promise<void> {
  for (const table of ledgerTables) {
    const { name, columns } = await primaryKeyOf(client, table)
    const addIndex = `create unique index concurrently ${name} on ${incomingSchema}.${table} (${columns.join(', ')})`
    try {
      await client.query(addIndex)
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === '23505')) throw error
      await client.query(`drop index ${incomingSchema}.${name}`)
      const gone = await deleteRepeated(client, table, columns)
      skip({ table, reason: 'it stands there before' }, gone, rows, quarantine)
      await client.query(addIndex)
    }
    await client.query(`alter table ${incomingSchema}.${table} add constraint ${name} primary key using index ${name}`)
  }
}

async function primaryKeyOf(client: pg.Client, table: LedgerTable) {
  const found = await client.query<{ name: string; columns: string[] }>(
    `select conname as name,
       (select array_agg(attname::text order by position)
        from unnest(conkey) with ordinality as key (number, position)
        join pg_attribute on attrelid = conrelid and attnum = key.number) as columns
     from pg_constraint where conrelid = $1::regclass and contype = 'p'`,
    [`cis.${table}`],
  )
  const key = found.rows[0]
  if (!key) throw new Error(`cis.${table} has no primary key`)
  return key
}

async function deleteRepeated(client: pg.Client, table: LedgerTable, columns: readonly string[]) {
  const deleted = await client.query<Gone>(`
    with gone as (
      delete from ${incomingSchema}.${table} where ctid in (
        select ctid from (
          select ctid, row_number() over (partition by ${columns.join(', ')} order by ctid) as nth
          from ${incomingSchema}.${table}) as numbered
        where nth > 1)
      returning ${goneColumns(table, columns[0] ?? '')})
    ${someOfGone}`)
  return deleted.rows
}

/** Likewise. */
export async function indexIncoming(client: pg.Client): Promise<void> {
  const found = await client.query<{ definition: string }>(
    `select pg_get_indexdef(indexrelid) as definition
     from pg_index join pg_class on pg_class.oid = indrelid join pg_namespace on pg_namespace.oid = relnamespace
     where nspname = 'cis' and relname = any($1) and not indisprimary
     order by indexrelid`,
    [ledgerTables],
  )
  for (const { definition } of found.rows) {
    await client.query(definition.replace(/(?<=INDEX )(\w+) ON cis\./, `concurrently $1 on ${incomingSchema}.`))
  }
}
