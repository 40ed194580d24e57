import type { CalendarDate, Instant } from '@portal/contract/dates'
import { type ImportState, importMoves, importStateNames } from '@portal/contract/imports'
import { type Selectable, type Updateable, sql } from 'kysely'
import type { Db, Tx } from '../../../database/connect.ts'
import type { Database } from '../../../database/tables.ts'
import { statesBefore } from '../../../payments/states.ts'

export type Job = Selectable<Database['cis.import_job']>

const columns = [
  'id',
  'created_at',
  'created_by',
  'folder',
  'files',
  'as_of',
  'state',
  'tries',
  'percent',
  'sha256',
  'run_id',
  'compared_with',
  'summary',
  'reason',
  'decided_at',
  'decided_by',
  'import_id',
] as const satisfies readonly (keyof Job)[]

interface NewJob {
  at: Instant
  by: string | null
  folder: string
  files: string[]
  asOf: CalendarDate | null
}

/** It begins with its dry run. @returns null while another one is open */
export async function openJob(db: Db, { at, by, folder, files, asOf }: NewJob): Promise<Job | null> {
  const job = await db
    .insertInto('cis.import_job')
    .values({ created_at: at, created_by: by, folder, files, as_of: asOf, state: 'CHECKING' })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()
  return job ?? null
}

/** What was live once needs no dry run. @returns null while another one is open */
export async function openRestore(db: Tx, former: Job, at: Instant, by: string): Promise<Job | null> {
  const job = await db
    .insertInto('cis.import_job')
    .values({
      created_at: at,
      created_by: by,
      folder: former.folder,
      files: former.files,
      as_of: former.as_of,
      state: 'GOING_LIVE',
      sha256: former.sha256,
      decided_at: at,
      decided_by: by,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()
  return job ?? null
}

export async function jobOf(db: Db, id: number): Promise<Job | null> {
  return (await db.selectFrom('cis.import_job').select(columns).where('id', '=', id).executeTakeFirst()) ?? null
}

export async function newestJob(db: Db): Promise<Job | null> {
  const jobs = db.selectFrom('cis.import_job').select(columns).orderBy('id', 'desc').limit(1)
  return (await jobs.executeTakeFirst()) ?? null
}

/** That the worker has to do. */
export async function jobToDo(db: Db): Promise<Job | null> {
  const jobs = db.selectFrom('cis.import_job').select(columns).where('state', 'in', ['CHECKING', 'GOING_LIVE'])
  return (await jobs.executeTakeFirst()) ?? null
}

type Change = Omit<Updateable<Database['cis.import_job']>, 'state' | 'id'>

/** @param from where only one of the states before it will do @returns whether it was in such a state */
export async function moveJob(
  db: Db,
  id: number,
  to: ImportState,
  change: Change = {},
  from: readonly ImportState[] = statesBefore(importMoves, importStateNames, to),
): Promise<boolean> {
  const moved = await db
    .updateTable('cis.import_job')
    .set({ ...change, state: to })
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}

/** @returns how often it was begun, with this time */
export async function countTry(db: Db, id: number): Promise<number> {
  const { tries } = await db
    .updateTable('cis.import_job')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .returning('tries')
    .executeTakeFirstOrThrow()
  return tries
}

/** It has to wait for another import. */
export async function uncountTry(db: Db, id: number): Promise<void> {
  await db
    .updateTable('cis.import_job')
    .set(({ eb }) => ({ tries: eb('tries', '-', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function showPercent(db: Db, id: number, percent: number): Promise<void> {
  await db.updateTable('cis.import_job').set({ percent }).where('id', '=', id).execute()
}

export interface FormerRun {
  runId: number
  asOf: CalendarDate
  job: Job
}

/** The import before the live one, if its files are kept. */
export async function runBefore(db: Db): Promise<FormerRun | null> {
  const before = await db
    .selectFrom('cis.import_run as run')
    .innerJoin('cis.import_run as live', (join) => join.on('live.is_live', '=', true))
    .select(['run.id', 'run.as_of'])
    .where('run.outcome', '=', 'imported')
    .whereRef('run.id', '<', 'live.id')
    .whereRef('run.run_id', '<>', 'live.run_id')
    .orderBy('run.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!before?.as_of) return null
  const jobs = db.selectFrom('cis.import_job').select(columns).where('import_id', '=', before.id)
  const job = await jobs.executeTakeFirst()
  return job ? { runId: before.id, asOf: before.as_of, job } : null
}

/** Folders with files that are still needed: of the live import, the one before, and the newest. */
export async function neededFolders(db: Db): Promise<string[]> {
  const former = await runBefore(db)
  const { rows } = await sql<{ folder: string }>`
    select folder from cis.import_job join cis.import_run run on run.id = import_id where is_live
    union select folder from cis.import_job where id = (select max(id) from cis.import_job)`.execute(db)
  return [...rows.map(({ folder }) => folder), ...(former ? [former.job.folder] : [])]
}
