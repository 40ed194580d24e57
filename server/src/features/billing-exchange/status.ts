import { type Instant, dateIn, later } from '@portal/contract/dates'
import type { SystemPart, SystemTrouble } from '@portal/contract/system-status'
import { type RawBuilder, sql } from 'kysely'
import { bankDaysAfter } from '../../adapters/payment-gateway/port-bank-days.ts'
import type { Db } from '../../database/connect.ts'
import { startOfDay } from '../../database/sql.ts'
import { type StatusDeps, beforeLastNight, isLate, partOf, troubleOf } from '../../foundation/system-part.ts'
import { reversesByHand } from './payment-files/to-reverse.ts'

/** Imports and exports. */
export async function exchangeStatus({
  db,
  clock,
  profile,
}: Pick<StatusDeps, 'db' | 'clock' | 'profile'>): Promise<SystemPart[]> {
  const now = clock.now()
  const { rows } = await sql<Run>`${runs} where is_live`.execute(db)
  const [live = null] = rows
  return [
    await importStatus(db, live, now),
    await fileStatus(db, paymentsOf(profile, now), live, now),
    await fileStatus(db, contacts, live, now),
  ]
}

interface Run {
  outcome: string
  reason: string | null
  startedAt: Instant
  finishedAt: Instant | null
  extractedAt: Instant | null
  leftOut: number
}

const runs = sql`select outcome, reason, started_at as "startedAt", finished_at as "finishedAt",
  extracted_at as "extractedAt", quarantined as "leftOut" from cis.import_run`

/** The newest run of all may have failed since the live one. */
async function importStatus(db: Db, live: Run | null, now: Instant): Promise<SystemPart> {
  const { rows: newest } = await sql<Run>`${runs} order by id desc limit 1`.execute(db)
  const at = live?.finishedAt ?? null
  const count = live?.leftOut ?? 0
  return partOf(
    'import',
    [
      { name: 'lastImport', at },
      { name: 'extractMade', at: live?.extractedAt ?? null },
      { name: 'leftOut', count },
    ],
    [
      ...newest.flatMap((run) => troublesOf(run, now)),
      ...(isLate(at, now) ? [troubleOf('importLate', at)] : []),
      ...(at === null ? [troubleOf('importNever', null)] : []),
      ...(count > 0 ? [troubleOf('recordsLeftOut', at, { count })] : []),
    ],
  )
}

/** Far longer than the largest extract takes, in milliseconds. */
const longImport = 4 * 3_600_000

function troublesOf({ outcome, reason, startedAt }: Run, now: Instant): SystemTrouble[] {
  if (outcome === 'failed') return [troubleOf('importFailed', startedAt, { reason })]
  if (outcome === 'refused') return [troubleOf('importRefused', startedAt, { reason })]
  return outcome === 'running' && startedAt < later(now, -longImport) ? [troubleOf('importLong', startedAt)] : []
}

interface FileKind {
  part: SystemPart['part']
  /** One row per file. */
  files: RawBuilder<unknown>
  /** The oldest row of each kind that is in no file, as `(since)`. */
  waiting: RawBuilder<unknown>[]
  /** Whose rows are in its files. */
  tables: RawBuilder<unknown>[]
  notExported: SystemTrouble['trouble']
  notLoaded: SystemTrouble['trouble']
  /** SQL on a file: whether the live data, made then, should have it. */
  isMissed(extractedAt: Instant): RawBuilder<unknown>
  /** The oldest row that waits for a person, as `(since)`. */
  byHand?: RawBuilder<{ since: Instant }>
}

function paymentsOf(
  { paymentFile, containment, timeZone }: Pick<StatusDeps['profile'], 'paymentFile' | 'containment' | 'timeZone'>,
  now: Instant,
): FileKind {
  const cancelled = sql<{ since: Instant }>`(select cancelled_at as since from cis.payment_cancellation
    where export_id is null and contained_in_import is null and reversed_at is null
    order by cancellation_number limit 1)`
  const paid = sql`(select paid_at from cis.portal_payment
    where export_id is null and contained_in_import is null order by payment_number limit 1)`
  return {
    part: 'paymentFile',
    files: sql`cis.payment_export`,
    tables: [sql`cis.portal_payment`, sql`cis.payment_cancellation`],
    notExported: 'paymentsNotExported',
    notLoaded: 'paymentsNotLoaded',
    isMissed: containment === 'reference' ? isOlderThanNight : () => isOlderThanBusinessDays(now, timeZone),
    ...(reversesByHand(paymentFile) ? { waiting: [paid], byHand: cancelled } : { waiting: [paid, cancelled] }),
  }
}

const contacts: FileKind = {
  part: 'contactFile',
  files: sql`cis.contact_export`,
  waiting: [
    sql`(select changed_at from cis.contact_change
      where export_id is null and contained_in_import is null order by change_number limit 1)`,
  ],
  tables: [sql`cis.contact_change`],
  notExported: 'contactsNotExported',
  notLoaded: 'contactsNotLoaded',
  isMissed: isOlderThanNight,
}

/** It was there for more than a night when the live extract was made. */
function isOlderThanNight(extractedAt: Instant): RawBuilder<unknown> {
  return sql`written_at < ${beforeLastNight(extractedAt)}::timestamptz`
}

/** Neither written nor marked as loaded within the last two business days. */
function isOlderThanBusinessDays(now: Instant, timeZone: string): RawBuilder<unknown> {
  const day = bankDaysAfter(dateIn(timeZone, now), -2)
  return sql`coalesce(loaded_at, written_at) < ${startOfDay(day, timeZone)}`
}

async function fileStatus(db: Db, kind: FileKind, live: Run | null, now: Instant): Promise<SystemPart> {
  // One in a file not completely on disk waits, too: billing has no such file yet.
  const unwritten = sql`select created_at from ${kind.files} where written_at is null`
  const { rows } = await sql<{ lastFile: Instant | null; since: Instant | null }>`
    select (select max(written_at) from ${kind.files}) as "lastFile", min(since) as since
    from (${sql.join([...kind.waiting, unwritten], sql` union all `)}) as waiting (since)`.execute(db)
  const { lastFile = null, since = null } = rows[0] ?? {}
  const byHand = kind.byHand ? ((await kind.byHand.execute(db)).rows[0]?.since ?? null) : null
  return partOf(
    kind.part,
    [{ name: 'lastFile', at: lastFile }, ...(since === null ? [] : [{ name: 'waitingSince', at: since } as const])],
    [
      ...(isLate(since, now) ? [troubleOf(kind.notExported, since)] : []),
      ...(isLate(byHand, now) ? [troubleOf('refundsNotReversed', byHand)] : []),
      ...(live?.extractedAt ? await notLoaded(db, kind, live.extractedAt) : []),
    ],
  )
}

/** Of more, nobody reads the number. */
const mostCounted = 10_000

/** In a file that the live data should have, and not known to be in them. */
async function notLoaded(db: Db, { files, tables, notLoaded: name, isMissed }: FileKind, extractedAt: Instant) {
  const branches = tables.map(
    (table) => sql`(select export_id from ${table} where contained_in_import is null
      and export_id in (select id from ${files} where ${isMissed(extractedAt)})
      order by export_id limit ${mostCounted}::int)`,
  )
  const { rows } = await sql<{ count: number; since: Instant | null }>`
    select count(*) as count, (select written_at from ${files} where id = min(export_id)) as since
    from (${sql.join(branches, sql` union all `)}) as waiting`.execute(db)
  return rows.flatMap(({ count, since }) => (count > 0 ? [troubleOf(name, since, { count })] : []))
}
