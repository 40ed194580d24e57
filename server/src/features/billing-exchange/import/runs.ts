import { type Instant, instantOf } from '@portal/contract/dates'
import type pg from 'pg'
import type { LedgerTable } from '../format/extract-records.ts'
import type { SkippedRecord } from './extract-reader.ts'
import type { ExtractHeader } from './read-lines.ts'

export interface FinishedRun {
  header: ExtractHeader
  startedAt: Instant
  finishedAt: Instant
  rows: ReadonlyMap<LedgerTable, number>
  quarantine: Quarantine
}

/** Its data are in the ledger. */
export interface LiveRun {
  runId: string
  extractedAt: Instant
  rows: Readonly<Partial<Record<LedgerTable, number>>>
}

/** Null before the first import. */
export async function liveRun(client: pg.Client): Promise<LiveRun | null> {
  const found = await client.query<{ run_id: string; extracted_at: Date; rows_loaded: LiveRun['rows'] }>(
    'select run_id, extracted_at, rows_loaded from cis.import_run where is_live',
  )
  const row = found.rows[0]
  return row ? { runId: row.run_id, extractedAt: instantOf(row.extracted_at.getTime()), rows: row.rows_loaded } : null
}

/** With the records it left out. @returns its id */
export async function insertRun(
  client: pg.Client,
  run: FinishedRun,
  outcome: 'imported' | 'refused',
  reason: string | null,
): Promise<number> {
  const { header, rows, quarantine } = run
  const inserted = await client.query<{ id: string }>(
    `insert into cis.import_run (run_id, division, as_of, extracted_at, started_at, finished_at, outcome, reason,
       rows_loaded, quarantined, is_live)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $7 = 'imported') returning id`,
    [
      header.runId,
      header.division,
      header.asOf,
      header.extractedAt,
      run.startedAt,
      run.finishedAt,
      outcome,
      reason,
      JSON.stringify(Object.fromEntries(rows)),
      quarantine.total(),
    ],
  )
  const importId = Number(inserted.rows[0]?.id)
  const kept = quarantine.kept()
  await client.query(
    `insert into cis.import_quarantine (import_id, line_number, record_type, record_key, reason)
     select $1, * from unnest($2::bigint[], $3::text[], $4::text[], $5::text[])`,
    [
      importId,
      kept.map((record) => record.lineNumber),
      kept.map((record) => record.recordType),
      kept.map((record) => record.key),
      kept.map((record) => record.reason),
    ],
  )
  return importId
}

/** Kept one by one; of any others, only the number and the reasons. */
const mostKept = 10_000

/** Bounded, however bad the extract is. */
export interface Quarantine {
  add(record: SkippedRecord): void
  /** Found by one check; only some are given. */
  addMany(total: number, some: readonly SkippedRecord[]): void
  total(): number
  /** The most frequent first. */
  reasons(): { recordType: string; reason: string; count: number }[]
  kept(): readonly SkippedRecord[]
}

export function openQuarantine(): Quarantine {
  const kept: SkippedRecord[] = []
  const reasons = new Map<string, { recordType: string; reason: string; count: number }>()
  let total = 0

  function addMany(count: number, some: readonly SkippedRecord[]): void {
    const first = some[0]
    if (!first || count === 0) return
    total += count
    const { recordType, reason } = first
    const entry = reasons.get(recordType + reason) ?? { recordType, reason, count: 0 }
    entry.count += count
    reasons.set(recordType + reason, entry)
    kept.push(...some.slice(0, mostKept - kept.length))
  }
  return {
    add: (record) => addMany(1, [record]),
    addMany,
    total: () => total,
    reasons: () => [...reasons.values()].toSorted((one, other) => other.count - one.count),
    kept: () => kept,
  }
}
