import type pg from 'pg'
import { billHead } from '../extract/extract-bill-records.ts'
import { type LedgerTable, rowRecords } from '../extract/extract-records.ts'
import type { Quarantine } from './quarantine.ts'
import { incomingSchema } from './staging.ts'

/** A check for rows that must be left out because of what other records say, or because other records are missing. */
interface Check {
  table: LedgerTable
  /** The column by which the report names a row. */
  key: string
  /** SQL over `candidate`, a row of the incoming table. */
  isFaulty: string
  reason: string
}

const without = (table: LedgerTable, column: string, ofCandidate = column) =>
  `not exists (select from ${incomingSchema}.${table} other where other.${column} = candidate.${ofCandidate})`

const noPerson = { isFaulty: without('person', 'person_id'), reason: 'its person is not in the extract' }
const noAccount = { isFaulty: without('account', 'account_id'), reason: 'its account is not in the extract' }

/** The order matters: rows that one check leaves out are missing for the next. */
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

/** Moves the rows that fail a check from the incoming tables into quarantine, and subtracts them from the counts. */
export async function checkIncoming(
  client: pg.Client,
  rows: Map<LedgerTable, number>,
  quarantine: Quarantine,
): Promise<void> {
  // Without statistics, the planner would join millions of rows one by one.
  for (const table of rows.keys()) await client.query(`analyze ${incomingSchema}.${table}`)
  for (const check of checks) {
    const { rows: gone } = await client.query<{ key: string; total: string }>(`
      with gone as (delete from ${incomingSchema}.${check.table} candidate where ${check.isFaulty} returning ${check.key} as key)
      select key, count(*) over () as total from gone limit 1000`)
    leaveOut(check, gone, rows, quarantine)
  }
}

/** Records rows that were deleted from an incoming table in quarantine, and subtracts them from its count. */
export function leaveOut(
  { table, reason }: Pick<Check, 'table' | 'reason'>,
  gone: readonly { key: string; total: string }[],
  rows: Map<LedgerTable, number>,
  quarantine: Quarantine,
): void {
  const total = Number(gone[0]?.total ?? 0)
  rows.set(table, (rows.get(table) ?? 0) - total)
  const recordType = rowRecords.find((record) => record.table === table)?.type ?? billHead.type
  quarantine.addMany(
    total,
    gone.map(({ key }) => ({ lineNumber: null, recordType, key, reason })),
  )
}
