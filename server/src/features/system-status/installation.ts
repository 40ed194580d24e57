import type { Instant } from '@portal/contract/dates'
import { sql } from 'kysely'
import { migrationNames } from '../../database/migrate.ts'
import { type StatusDeps, isLate, partOf, troubleOf } from '../../foundation/system-part.ts'
import { farthest, millisecondsOff } from '../../foundation/work/clock-check.ts'
import { version } from '../../version.ts'

/** As far as PostgreSQL archives its log, and the backup job says that it ended (`portal backup-done`). */
export async function backupStatus({ db, clock }: StatusDeps) {
  const { rows } = await sql<{ at: Instant | null; archived: Instant | null; failed: Instant | null; isOn: boolean }>`
    select (select ended_at from backup_report) as at, last_archived_time as archived, last_failed_time as failed,
      current_setting('archive_mode') <> 'off' as "isOn"
    from pg_stat_archiver`.execute(db)
  const { at = null, archived = null, failed = null, isOn = false } = rows[0] ?? {}
  const hasFailed = isOn && failed !== null && (archived === null || archived < failed)
  return [
    partOf(
      'backups',
      [
        ...(at === null ? [] : [{ name: 'lastBackup', at } as const]),
        ...(isOn ? [{ name: 'logArchived', at: archived } as const] : []),
      ],
      [
        ...(isLate(at, clock.now()) ? [troubleOf('backupLate', at)] : []),
        ...(hasFailed ? [troubleOf('logNotArchived', failed)] : []),
      ],
      at === null && !isOn ? 'untold' : 'good',
    ),
  ]
}

/** Of the process that answers. One whose clock is wrong does no background work, so that it mails nothing either. */
export async function clockStatus(deps: StatusDeps) {
  const off = await millisecondsOff(deps)
  const count = Math.round(off / 1000)
  const isWrong = Math.abs(off) > farthest
  return [
    partOf(
      'clock',
      [{ name: 'secondsOff', count }],
      isWrong ? [troubleOf('clockWrong', null, { count: Math.abs(count) })] : [],
    ),
  ]
}

/** Of the process that answers, and of the database. */
export async function versionStatus({ db }: StatusDeps) {
  const { rows } = await sql<{ name: string; postgres: string }>`
    select name, current_setting('server_version') as postgres from migration order by name`.execute(db)
  const applied = new Set(rows.map(({ name }) => name))
  const missing = (await migrationNames()).filter((name) => !applied.has(name))
  return [
    partOf(
      'versions',
      [
        { name: 'portal', text: version },
        { name: 'node', text: process.versions.node },
        { name: 'postgres', text: rows.at(-1)?.postgres ?? '' },
        { name: 'schema', text: rows.at(-1)?.name.replace('.sql', '') ?? '' },
      ],
      missing.length > 0 ? [troubleOf('schemaOld', null, { count: missing.length })] : [],
    ),
  ]
}
