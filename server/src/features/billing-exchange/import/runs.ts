import { setTimeout as wait } from 'node:timers/promises'
import { type Instant, instantOf } from '@portal/contract/dates'
import pg from 'pg'
import type { LedgerTable } from '../format/extract-records.ts'
import type { SkippedRecord } from './extract-reader.ts'
import type { ExtractHeader } from './read-lines.ts'
import { dropIncoming, importClient, isAlone } from './staging.ts'

export interface FinishedRun {
  /** Of its row, from `beginRun`. */
  id: number
  finishedAt: Instant
  rows: ReadonlyMap<LedgerTable, number>
  /** Columns without a value in any row. */
  lacks: readonly string[]
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

/** Before its first byte, under the lock of imports: whatever else seems to run has died. @returns its id */
export async function beginRun(client: pg.Client, at: Instant, startedBy: string | null): Promise<number> {
  await client.query(
    `update cis.import_run set outcome = 'failed', finished_at = $1, reason = 'It was interrupted'
     where outcome = 'running'`,
    [at],
  )
  const inserted = await client.query<{ id: string }>(
    `insert into cis.import_run (started_at, started_by, outcome, rows_loaded, quarantined)
     values ($1, $2, 'running', '{}', 0) returning id`,
    [at, startedBy],
  )
  return Number(inserted.rows[0]?.id)
}

export async function nameRun(client: pg.Client, id: number, header: ExtractHeader): Promise<void> {
  await client.query(
    'update cis.import_run set run_id = $2, division = $3, as_of = $4, extracted_at = $5 where id = $1',
    [id, header.runId, header.division, header.asOf, header.extractedAt],
  )
}

/** It turned out to be the live one, which is recorded. */
export async function forgetRun(client: pg.Client, id: number): Promise<void> {
  await client.query('delete from cis.import_run where id = $1', [id])
}

/** With the records it left out; unless it has ended, as a commit whose answer was lost. */
export async function finishRun(
  client: pg.Client,
  { id, finishedAt, rows, lacks, quarantine }: FinishedRun,
  outcome: 'imported' | 'refused' | 'failed',
  reason: string | null,
): Promise<void> {
  const finished = await client.query(
    `update cis.import_run set finished_at = $2, outcome = $3, reason = $4, rows_loaded = $5, quarantined = $6,
       lacks = $7, is_live = ($3 = 'imported')
     where id = $1 and outcome = 'running'`,
    [id, finishedAt, outcome, reason, JSON.stringify(Object.fromEntries(rows)), quarantine.total(), lacks],
  )
  if (finished.rowCount === 0) return
  const kept = quarantine.kept()
  await client.query(
    `insert into cis.import_quarantine (import_id, line_number, record_type, record_key, reason)
     select $1, * from unnest($2::bigint[], $3::text[], $4::text[], $5::text[])`,
    [
      id,
      kept.map((record) => record.lineNumber),
      kept.map((record) => record.recordType),
      kept.map((record) => record.key),
      kept.map((record) => record.reason),
    ],
  )
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

/** Of a process that PostgreSQL ended without a word, as when the disk of its log is full. */
const lostConnection = ['EPIPE', 'ECONNRESET']

/** Of PostgreSQL that starts again after a crash. */
const mostTries = 30

/** Over a connection of its own. PostgreSQL may start again first, after which much space is still taken. */
export async function recordFailure(databaseUrl: string, run: FinishedRun, cause: unknown): Promise<void> {
  for (let tries = 1; tries <= mostTries; tries++) {
    try {
      return await recordOnce(databaseUrl, run, failureInWords(cause))
    } catch {
      // The row stays `running` when PostgreSQL does not come back, and the next import ends it.
      await wait(1000)
    }
  }
}

async function recordOnce(databaseUrl: string, run: FinishedRun, reason: string): Promise<void> {
  const client = await importClient(databaseUrl)
  try {
    if (await isAlone(client)) await client.query(dropIncoming)
    await finishRun(client, run, 'failed', reason)
  } finally {
    await client.end()
  }
}

/** PostgreSQL may quote what stands in a record, except when it lacks something or was stopped. */
function failureInWords(cause: unknown): string {
  if (!(cause instanceof Error)) return 'Unknown'
  if ('code' in cause && lostConnection.includes(String(cause.code)))
    return 'PostgreSQL ended the connection. See its log'
  if (!(cause instanceof pg.DatabaseError)) return cause.message
  return /^(53|57|58|XX)/.test(cause.code ?? '') ? cause.message : `PostgreSQL answered with error ${cause.code}`
}
