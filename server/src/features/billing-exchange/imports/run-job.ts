import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Logger } from 'pino'
import type { Clock } from '../../../clock.ts'
import type { Db } from '../../../database/connect.ts'
import { removeOld } from '../carriage/billing-folder.ts'
import { importExtract } from '../import/import-extract.ts'
import { type ImportProgress, type ImportReport, anotherImport } from '../import/import-report.ts'
import { RefusedExtract } from '../import/read-lines.ts'
import { type FilesOptions, areBillingFiles, importFiles } from '../layout/import-files.ts'
import type { Layout } from '../layout/layout-file.ts'
import { type Job, countTry, moveJob, neededFolders, showPercent, uncountTry } from './jobs.ts'

export interface JobDeps {
  db: Db
  clock: Clock
  log: Pick<Logger, 'error'> | null
  databaseUrl: string
  billingFolder: string
  /** Of the profile. */
  settings: Pick<FilesOptions, 'division' | 'timeZone' | 'waterUnit' | 'containment' | 'proof'>
  layout: Layout
}

/** After so many, it is not begun again: perhaps its files end the process. */
const mostTries = 3

export const jobsFolder = (billingFolder: string): string => join(billingFolder, 'imports')
export const folderOf = (billingFolder: string, folder: string): string => join(jobsFolder(billingFolder), folder)

/** Its dry run, or its import. A process that ended in between begins again. @returns whether it is done */
export async function runJob(deps: JobDeps, job: Job): Promise<boolean> {
  const { db, log } = deps
  if ((await countTry(db, job.id)) > mostTries) {
    await moveJob(db, job.id, 'FAILED', { reason: `It was interrupted ${mostTries} times` })
    return true
  }
  try {
    const isDone = await importing(deps, job)
    if (!isDone) await uncountTry(db, job.id)
    return isDone
  } catch (error) {
    const isRefused = error instanceof RefusedExtract
    if (!isRefused) log?.error({ err: error, job: job.id }, 'An import failed')
    const reason = isRefused ? error.message : 'The server or its database had a problem. Try again'
    await moveJob(db, job.id, isRefused ? 'REFUSED' : 'FAILED', { reason })
    return true
  } finally {
    await mkdir(jobsFolder(deps.billingFolder), { recursive: true })
    const needed = await neededFolders(db)
    await removeOld(jobsFolder(deps.billingFolder), deps.clock.now(), (name) => needed.includes(name))
  }
}

async function importing(deps: JobDeps, job: Job): Promise<boolean> {
  const { db, clock } = deps
  const isCheck = job.state === 'CHECKING'
  const sha256 = await digestOf(deps, job)
  if (job.sha256 !== null && job.sha256 !== sha256)
    throw new RefusedExtract('The files are not those that were checked')
  const report = await importOnce(deps, job, isCheck)
  if (report.reason === anotherImport) return false
  const { outcome, summary, runId, id } = report
  const decided = { percent: null, tries: 0 }
  if (outcome === 'refused') {
    // The console has no such option.
    const reason = report.reason?.replace(/\. Use --force.*$/, '') ?? null
    await moveJob(db, job.id, 'REFUSED', { ...decided, reason })
  } else if (isCheck && outcome === 'already-imported')
    await moveJob(db, job.id, 'REFUSED', { ...decided, reason: 'These files are live already' })
  else if (isCheck) {
    const found = { sha256, run_id: runId, compared_with: await liveRunId(db), summary: JSON.stringify(summary) }
    await moveJob(db, job.id, 'CHECKED', { ...decided, ...found, reason: null })
  } else {
    const live = { ...decided, import_id: id ?? (await liveId(db)), decided_at: job.decided_at ?? clock.now() }
    await moveJob(db, job.id, 'LIVE', { ...live, reason: null })
  }
  return true
}

async function importOnce(deps: JobDeps, job: Job, isCheck: boolean): Promise<ImportReport> {
  const { db, databaseUrl, settings, clock, layout } = deps
  const files = pathsOf(deps, job)
  const [first = ''] = files
  const options = {
    ...settings,
    databaseUrl,
    clock,
    dryRun: isCheck,
    startedBy: job.decided_by,
    // What was live once may be older than what is.
    force: !isCheck && job.run_id === null,
    onlyRun: isCheck ? null : job.run_id,
    onProgress: oncePercent((percent) => void showPercent(db, job.id, percent).catch(() => undefined)),
  }
  return files.length > 1 || (await areBillingFiles(first, layout))
    ? await importFiles({ ...options, files, layout, asOf: job.as_of ?? undefined })
    : await importExtract({ ...options, file: first })
}

function oncePercent(show: (percent: number) => void): (progress: ImportProgress) => void {
  let shown = -1
  return ({ phase, bytesRead, bytes }) => {
    const percent = phase === 'reading' && bytes > 0 ? Math.min(99, Math.floor((bytesRead / bytes) * 100)) : 100
    if (percent !== shown) show(percent)
    shown = percent
  }
}

const pathsOf = ({ billingFolder }: Pick<JobDeps, 'billingFolder'>, { folder, files }: Job): string[] =>
  files.map((name) => join(folderOf(billingFolder, folder), name))

/** @throws RefusedExtract when one is gone */
async function digestOf(deps: JobDeps, job: Job): Promise<string> {
  const digest = createHash('sha256')
  try {
    for (const path of pathsOf(deps, job)) await pipeline(createReadStream(path), digest, { end: false })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    throw new RefusedExtract('The files are no longer kept here')
  }
  return digest.digest('hex')
}

const live = (db: Db) => db.selectFrom('cis.import_run').where('is_live', '=', true)

export async function liveRunId(db: Db): Promise<string | null> {
  return (await live(db).select('run_id').executeTakeFirst())?.run_id ?? null
}

async function liveId(db: Db): Promise<number | null> {
  return (await live(db).select('id').executeTakeFirst())?.id ?? null
}
