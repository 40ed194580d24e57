import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { chmod, cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CalendarDate } from '@portal/contract/dates'
import { systemClock } from '@portal/server/clock.ts'
import { importExtract } from '@portal/server/features/billing-exchange/import/import-extract.ts'
import type { ImportProgress } from '@portal/server/features/billing-exchange/import/import-report.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { writeDemoExtract } from '../demo/write-demo-extract.ts'
import { type RunningPostgres, startPostgres } from '../postgres/start-postgres.ts'
import { runProgram } from '../world/node-program.ts'

const run = promisify(execFile)

let folder: string
let extract: string
let postgres: RunningPostgres
/** PostgreSQL's log is on a small disk of its own. Only root can mount one; for others, PostgreSQL is killed instead. */
let hasSmallDisk: boolean
const lines: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'full-disk-'))
  await chmod(folder, 0o755)
  extract = join(folder, 'extract')
  await writeDemoExtract(
    { accounts: 400, seed: 1, asOf: CalendarDate.parse('2026-06-30'), months: 24 },
    createWriteStream(extract),
  )
  const onLine = (line: string) => void lines.push(line)
  const options = { folder: join(folder, 'pg'), durable: true, onLine }
  postgres = await startPostgres(options)
  await runProgram('server/src/cli.ts', ['migrate'], { settings: { DATABASE_URL: postgres.url }, output: 'ignore' })
  // No file of the log is made in advance, so that the next one needs room.
  await ask('alter system set wal_recycle = off')
  await postgres.stop()
  hasSmallDisk = await mountLog()
  postgres = await startPostgres(options)
}, 180_000)

afterAll(async () => {
  await postgres?.stop()
  if (hasSmallDisk) await run('umount', [log()])
  await rm(folder, { recursive: true, force: true })
})

const log = (): string => join(folder, 'pg', 'data', 'pg_wal')

async function mountLog(): Promise<boolean> {
  const kept = join(folder, 'log')
  await cp(log(), kept, { recursive: true, preserveTimestamps: true })
  const { stdout: owner } = await run('stat', ['-c', '%u:%g', log()])
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=1g,mode=700', 'tmpfs', log()])
  } catch {
    return false
  }
  for (const name of await readdir(kept)) await cp(join(kept, name), join(log(), name), { recursive: true })
  await run('chown', ['-R', owner.trim(), log()])
  return true
}

/** The next file of the log, which is due now, has no room; or, without such a disk, PostgreSQL dies now. */
async function fill(): Promise<void> {
  if (hasSmallDisk) {
    const { stdout } = await run('du', ['-sm', log()])
    await run('mount', ['-o', `remount,size=${Number.parseInt(stdout, 10) + 2}m`, log()])
    await ask('select pg_switch_wal()').catch(() => undefined)
  } else {
    const { rows } = await ask(
      "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    )
    process.kill(Number(rows[0]?.['pid']), 'SIGKILL')
  }
}

async function makeRoom(): Promise<void> {
  if (hasSmallDisk) await run('mount', ['-o', 'remount,size=1g', log()])
}

async function ask(question: string): Promise<pg.QueryResult<Record<string, unknown>>> {
  const client = new pg.Client({ connectionString: postgres.url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await client.query(question)
  } finally {
    await client.end()
  }
}

/** Bytes in files of the database that belong to no table and no index, so that nothing frees them any more. */
async function lostBytes(): Promise<number> {
  const { rows } = await ask(`
    with file as (
      select 'base/' || oid || '/' || name as path, regexp_replace(name, '\\D.*', '') as node
      from pg_database, pg_ls_dir('base/' || oid) as name
      where datname = current_database() and name ~ '^[0-9]')
    select coalesce(sum((pg_stat_file(path)).size), 0)::int as bytes from file
    where pg_filenode_relation(0, node::oid) is null`)
  return Number(rows[0]?.['bytes'])
}

async function runs(): Promise<unknown[]> {
  return (await ask('select outcome, reason from cis.import_run order by id')).rows
}

async function importing(onProgress?: (progress: ImportProgress) => void) {
  const file = extract
  return await importExtract({
    databaseUrl: postgres.url,
    file,
    division: 'GWA',
    timeZone: 'Pacific/Guam',
    clock: systemClock,
    onProgress,
  })
}

describe.each<ImportProgress['phase']>(['reading', 'checking'])(
  'given a disk that fills while an extract is imported, in the phase %s',
  (phase) => {
    test('then the run has failed, nothing is lost on the disk, and the next import works', async () => {
      await ask('delete from cis.import_run')
      lines.length = 0
      const filling: Promise<void>[] = []
      const failing = importing((progress) => {
        if (progress.phase === phase && filling.length === 0) filling.push(fill())
      })
      const crashed = vi.waitUntil(() => lines.some((line) => /PANIC|was terminated by signal/.test(line)), 60_000)
      await Promise.all([expect(failing).rejects.toThrow(), crashed.then(makeRoom), ...filling])
      expect(await runs()).toEqual([{ outcome: 'failed', reason: expect.stringMatching(/./) }])
      await ask('checkpoint')
      expect(await lostBytes()).toBe(0)
      expect((await ask("select from pg_namespace where nspname = 'cis_incoming'")).rowCount).toBe(0)
      expect(await importing()).toMatchObject({ outcome: 'imported' })
      expect(await lostBytes()).toBe(0)
      await makeRoom()
    }, 180_000)
  },
)
